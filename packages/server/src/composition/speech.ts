/**
 * Services that hear, speak and think, as the processes use them: what a merchant chose becomes an adapter behind its
 * breaker, and what came of asking is noted by the minute. Composed by hand, as the rest of the house.
 */

import { purposeOfKind, serviceHost } from '@lianxian/contract';
import { type CallUse, houseVoice, type TalkSoFar, type VoiceChoice } from '@lianxian/core';
import type { RecogniserFacts } from '../media-worker/recogniser-session.ts';
import { createBreakers } from '../platform/breaker.ts';
import { type EgressGuard, openEgressGuard } from '../platform/egress-guard.ts';
import { limitConcurrency } from '../platform/limit-concurrency.ts';
import {
  chosenService,
  createOutcomes,
  type Outcomes,
  ofCall,
  recogniserOnLine,
  type Service,
  type Tested,
  voiceService,
  webhookSecret,
} from '../rooms/speech/index.ts';
import { recordingToCopy } from '../rooms/voices/index.ts';
import { cosyVoice, mannerOfCopy } from '../speech/cosyvoice.ts';
import { faultOf, ServiceFailed } from '../speech/http-failure.ts';
import type { LanguageModel, ModelUse } from '../speech/language-model.ts';
import { openAiChat, openUncounting, type Uncounting } from '../speech/openai-chat.ts';
import { openAiSpeech } from '../speech/openai-speech.ts';
import type { RecogniserSettings } from '../speech/ports/recogniser.ts';
import type { PlanSpeaker, Synthesiser } from '../speech/ports/synthesiser.ts';
import { openRecognisers } from '../speech/recognisers.ts';
import { openSherpaVoices } from '../speech/sherpa-voice.ts';
import { tryModel, tryRecogniser, trySynthesiser } from '../speech/try-service.ts';
import { type AliyunTokens, openAliyunTokens } from '../speech/vendors/aliyun-token.ts';
import { aliyunVoice } from '../speech/vendors/aliyun-voice.ts';
import { tencentVoice } from '../speech/vendors/tencent-voice.ts';
import { volcengineVoice } from '../speech/vendors/volcengine-voice.ts';
import { xunfeiVoice } from '../speech/vendors/xunfei-voice.ts';
import { openWorld, type World } from '../world/world.ts';
import type { CallsContext } from './process-context.ts';

type SpeechContext = Pick<CallsContext, 'config' | 'database' | 'merchantDb' | 'secrets' | 'log' | 'clock'>;

export interface MerchantSpeech {
  readonly world: World;
  /** Who speaks for a plan of a merchant. Never rejects: who cannot be had is stood in for by the built-in voice. */
  readonly speakerOf: (merchantId: string, choice: VoiceChoice, onUse?: (use: CallUse) => void) => Promise<PlanSpeaker>;
  /** The same for who tries a voice. @throws {ServiceFailed} when it cannot be had. */
  readonly triedSpeaker: (merchantId: string, choice: VoiceChoice) => Promise<PlanSpeaker>;
  /** What listens on a line; null: nobody. Never rejects. */
  readonly recogniserOn: (merchantId: string, lineId: string) => Promise<RecogniserSettings | null>;
  /** What listens to somebody who tries a plan; null: nothing is chosen. */
  readonly recogniserOf: (merchantId: string) => Promise<RecogniserSettings | null>;
  readonly recognisers: ReturnType<typeof openRecognisers>;
  /** What the recogniser session of a call tells at its end. */
  readonly heard: (service: string, facts: RecogniserFacts) => void;
  readonly test: (service: Service) => Promise<Tested>;
  readonly close: () => Promise<void>;
}

/** A call used a service. */
export type OnUsed = (call: string, use: CallUse) => void;

/** What listens to a call is used from its beginning; how long, it tells at its end. */
export const listening = ({ url }: RecogniserSettings, ms = 0): CallUse => ({
  kind: 'recognition',
  host: serviceHost(url),
  ms,
});

/** Of all merchants in this process: what a service of one's own machine makes in time. */
const SENTENCES_AT_ONCE = 8;

const nameOf = ({ merchantId, id, rev }: Service): string => `${merchantId}.${id}.${rev}`;

const recogniserSettings = (service: Service | null): RecogniserSettings | null => {
  if (service === null) return null;
  const { kind, key } = service;
  if (!isRecogniser(kind)) return null;
  const { url, hotwords, appId, keyId, model, vocabulary } = service.settings;
  return { service: nameOf(service), kind, url, key, hotwords, appId, keyId, model, vocabulary };
};

const isRecogniser = (kind: Service['kind']): kind is RecogniserSettings['kind'] =>
  purposeOfKind[kind] === 'recogniser';

interface VoiceParts {
  readonly egress: EgressGuard;
  readonly tokens: AliyunTokens;
  /** The operator's folder; null: there is none. */
  readonly sherpaVoices: ReturnType<typeof openSherpaVoices> | null;
  readonly merchantDb: SpeechContext['merchantDb'];
  readonly uncounting: Uncounting;
}

/** Who speaks: a speaker of the model, or whoever is heard on a recording of the library. */
const mannerOf = async ({ merchantId, settings: { speaker, copies } }: Service, { merchantDb }: VoiceParts) => {
  if (copies === '') return { speaker };
  const recording = await recordingToCopy(merchantDb(merchantId), copies);
  if (recording === null) throw new ServiceFailed('noRecording');
  return mannerOfCopy(recording);
};

const synthesiserFor = async (service: Service, parts: VoiceParts): Promise<Synthesiser | null> => {
  const { kind, settings, key } = service;
  const { egress, tokens, sherpaVoices } = parts;
  const { url, model, speaker, speed, sampleRate, appId, keyId } = settings;
  if (kind === 'openaiSpeech') return openAiSpeech({ egress, baseUrl: url, key, model, speaker, speed });
  if (kind === 'cosyvoice')
    return cosyVoice({ egress, baseUrl: url, manner: await mannerOf(service, parts), sampleRate });
  if (kind === 'sherpaTts') return sherpaVoices?.by({ sid: Number(speaker) || 0, speed }) ?? null;
  const asked = { egress, url, account: { appId, keyId, secret: key }, speaker, speed };
  if (kind === 'aliyunTts') return aliyunVoice({ ...asked, tokens });
  if (kind === 'tencentTts') return tencentVoice(asked);
  if (kind === 'xunfeiTts') return xunfeiVoice(asked);
  if (kind === 'volcengineTts') return volcengineVoice({ ...asked, model });
  return null;
};

/** A service as a plan has it speak: what the plan leaves open is the service's own. */
const spokenAs = (service: Service, { by, speed }: VoiceChoice): Service => ({
  ...service,
  settings: {
    ...service.settings,
    ...(by && by.speaker !== '' && { speaker: by.speaker }),
    ...(speed !== undefined && { speed }),
  },
});

type AskVoice = (service: Service, ask: () => Promise<Uint8Array>) => Promise<Uint8Array>;

/** Who speaks for a plan, asked by `ask`: the service it names, else the one its merchant chose; null: the built-in voice. */
const createSpeakers = (secrets: SpeechContext['secrets'], parts: VoiceParts) => {
  const limited = limitConcurrency(SENTENCES_AT_ONCE);
  const { merchantDb } = parts;
  const serviceOf = (merchantId: string, { by }: VoiceChoice): Promise<Service | null> | null => {
    if (by?.service === houseVoice) return null;
    const db = merchantDb(merchantId);
    return by ? voiceService(db, secrets, by.service) : chosenService(db, secrets, 'synthesiser');
  };
  return async (
    merchantId: string,
    choice: VoiceChoice,
    ask: AskVoice,
    onUse: (use: CallUse) => void = () => undefined,
  ): Promise<Synthesiser | null> => {
    const found = await serviceOf(merchantId, choice);
    if (!found) return null;
    const service = spokenAs(found, choice);
    const voice = await synthesiserFor(service, parts);
    // The folder was taken away after somebody chose it.
    if (voice === null) throw new ServiceFailed('folder');
    const host = serviceHost(service.settings.url);
    return {
      ...voice,
      speak: async segment => {
        const tell = (characters: number) => onUse({ kind: 'synthesis', host, characters });
        const { length } = [...segment.text];
        // Told as it is asked for, because what comes after the call's end reaches no record; what never came is taken back.
        tell(length);
        try {
          return await limited(() => ask(service, () => voice.speak(segment)));
        } catch (error) {
          tell(-length);
          throw error;
        }
      },
    };
  };
};

const modelFor = (service: Service, { egress, uncounting }: VoiceParts): LanguageModel | null => {
  const { kind, settings, key } = service;
  if (kind !== 'openaiChat') return null;
  const { url: baseUrl, model, temperature } = settings;
  return openAiChat({ id: nameOf(service), egress, baseUrl, key, model, temperature, uncounting });
};

/** Asks through the breaker, and notes how it went. */
const createAsking = (outcomes: Outcomes) => {
  const breakerOf = createBreakers();
  return async <T>(service: Service, ask: () => Promise<T>): Promise<T> => {
    const since = performance.now();
    const note = (fault: ReturnType<typeof faultOf> | null) =>
      outcomes.add({
        merchantId: service.merchantId,
        serviceId: service.id,
        answered: fault === null ? 1 : 0,
        failed: fault === null ? 0 : 1,
        waitedMs: fault === null ? Math.round(performance.now() - since) : 0,
        longestMs: fault === null ? Math.round(performance.now() - since) : 0,
        fault,
      });
    try {
      // A speaker that does not exist is no fault of the others.
      const answer = await breakerOf(`${nameOf(service)} ${service.settings.speaker}`).run(ask);
      note(null);
      return answer;
    } catch (error) {
      const fault = faultOf(error);
      // Nobody was asked: nothing happened to the service.
      if (fault !== 'resting') note(fault);
      throw error;
    }
  };
};

const testWith =
  (parts: VoiceParts, recognisers: MerchantSpeech['recognisers']): MerchantSpeech['test'] =>
  async service => {
    const settings = recogniserSettings(service);
    if (settings !== null) return await tryRecogniser(recognisers.of(settings));
    const model = modelFor(service, parts);
    if (model !== null) return await tryModel(model);
    return await trySynthesiser(async () => {
      const voice = await synthesiserFor(service, parts);
      // The folder was taken away after somebody chose it.
      if (voice === null) throw new ServiceFailed('folder');
      return voice;
    });
  };

export const openSpeech = ({ config, database, merchantDb, secrets, log, clock }: SpeechContext): MerchantSpeech => {
  const egress = openEgressGuard(config.privateHosts);
  const sherpaVoices = config.sherpaDir === null ? null : openSherpaVoices(config.sherpaDir);
  const [tokens, uncounting] = [openAliyunTokens(egress), openUncounting()];
  const parts: VoiceParts = { egress, tokens, sherpaVoices, merchantDb, uncounting };
  const outcomes = createOutcomes(database.db, clock, error => log.warn({ err: error }, 'figures of speech are lost'));
  const ask = createAsking(outcomes);
  const ownVoice = createSpeakers(secrets, parts);
  const recognisers = openRecognisers(config.privateHosts, config.sherpaDir);
  const chosen = (merchantId: string, purpose: Service['purpose']) =>
    chosenService(merchantDb(merchantId), secrets, purpose);

  const modelOf = async (merchantId: string) => {
    const service = await chosen(merchantId, 'model');
    const model = service && modelFor(service, parts);
    if (!service || !model) return null;
    const host = serviceHost(service.settings.url);
    type OnUse = ((use: CallUse) => void) | undefined;
    const counted = (onUse: OnUse) => (tokens: ModelUse) => onUse?.({ kind: 'model', host, answers: 1, ...tokens });
    return {
      answer: (what: Parameters<typeof model.answer>[0], signal: AbortSignal, onUse?: OnUse) =>
        ask(service, () => model.answer(what, signal, counted(onUse))),
      summary: (talk: TalkSoFar, signal: AbortSignal, onUse?: OnUse) =>
        ask(service, () => model.summary(talk, signal, counted(onUse))),
    };
  };

  return {
    world: openWorld({
      egress,
      now: clock.now,
      webhookSecretOf: merchantId => webhookSecret(merchantDb(merchantId), secrets),
      modelOf,
      onFault: fault => log.info(fault, 'what a conversation asked for failed'),
    }),
    speakerOf: async (merchantId, choice, onUse) => ({
      own: await ofCall(log, 'the voice of a plan', () => ownVoice(merchantId, choice, ask, onUse)),
      speed: choice.speed ?? 1,
    }),
    triedSpeaker: async (merchantId, choice) => ({
      // A speaker that does not exist is tried here; the calls that speak by the service do not feel it.
      own: await ownVoice(merchantId, choice, (_, say) => say()),
      speed: choice.speed ?? 1,
    }),
    recogniserOn: (merchantId, lineId) =>
      ofCall(log, 'what listens on a line', async () =>
        recogniserSettings(await recogniserOnLine(merchantDb(merchantId), secrets, lineId)),
      ),
    recogniserOf: async merchantId => recogniserSettings(await chosen(merchantId, 'recogniser')),
    recognisers,
    heard: (name, { sentences, waitedMs, longestWaitMs, failures, fault }) => {
      const [merchantId = '', serviceId = ''] = name.split('.');
      outcomes.add({
        merchantId,
        serviceId,
        answered: sentences,
        failed: failures,
        waitedMs: Math.round(waitedMs),
        longestMs: Math.round(longestWaitMs),
        fault,
      });
    },
    test: testWith(parts, recognisers),
    close: async () => {
      await outcomes.close();
      await recognisers.close();
      await sherpaVoices?.close();
    },
  };
};
