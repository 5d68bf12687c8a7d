/** The telephone of the calls process: exchange, media workers, voice, and the switchboard over them. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Offer, Plan, SwitchboardSignal } from '@lianxian/core';
import { openExchange, type RegistrarPorts, type SecurityEvent } from '@lianxian/telephony';
import type { CallsGround } from './house.ground.ts';
import type { MerchantSpeech } from './house.speech.ts';
import { fromMachine } from './media-worker/clock.ts';
import { noteWith } from './media-worker/note-instants.ts';
import { salvage } from './media-worker/salvage.ts';
import type { Synthesiser } from './media-worker/synthesiser.ts';
import { openGate } from './platform/gate.ts';
import type { LiveCalls } from './rooms/live/index.ts';
import { recordingByName } from './rooms/voices/index.ts';
import { builtInVoice } from './speech/built-in.ts';
import { fixedPromptsOf, promptsOfPlan } from './speech/plan-prompts.ts';
import { openPrompts, type Prompts } from './speech/prompts.ts';
import { createSipSwitchboard, type Voices } from './switchboard/sip.ts';
import { sipListeners } from './switchboard/sip-listeners.ts';
import { startMediaWorkers } from './switchboard/workers.ts';

/** A plan's first call waits for its prompts so long: a big plan has some hundred sentences of 0.1 s each. */
const PROMPTS_LIMIT_MS = 30_000;
/** Inside a talk the callee waits: the worker has its own, shorter limit. */
const LATE_PROMPT_LIMIT_MS = 5_000;
/**
 * Of that a merchant's voice has so much. The usual one begins a little after it, whose program may have to start first, and
 * what it made is taken when the time is over: nobody hears a dead line, and no sentence lacks what the callee just said.
 */
const OWN_LATE_PROMPT_LIMIT_MS = 1_500;
const STAND_IN_AFTER_MS = 300;

const openVoices = async ({ config, database, voiceCommand }: CallsGround, promptsDir: string) => {
  const synthesiser = builtInVoice({ command: voiceCommand, cacheDir: join(config.dataDir, 'voice') });
  const prompts = await openPrompts(promptsDir, synthesiser, name => recordingByName(database.db, name));
  return { synthesiser, prompts };
};

/** Voices of one call. A service that does not speak now is stood in for by the usual voice, for the whole call. */
const voicesBy = (prompts: Prompts, chosen?: Synthesiser): Omit<Voices, 'by'> => {
  let by = chosen;
  return {
    get voice() {
      return by?.voice ?? prompts.voice;
    },
    prepare: async ({ plan, variables }) => {
      const segments = promptsOfPlan(plan, variables);
      try {
        await prompts.ensure(segments, PROMPTS_LIMIT_MS, by);
      } catch (error) {
        if (by === undefined) throw error;
        by = undefined;
        await prompts.ensure(segments, PROMPTS_LIMIT_MS);
      }
    },
    make: async segment => {
      let usual: Promise<void> | undefined;
      const byUsual = () => (usual ??= prompts.ensure([segment], LATE_PROMPT_LIMIT_MS));
      if (by === undefined) return await byUsual();
      const standIn = setTimeout(() => void byUsual().catch(() => undefined), STAND_IN_AFTER_MS);
      await prompts.ensure([segment], OWN_LATE_PROMPT_LIMIT_MS, by).catch(byUsual);
      clearTimeout(standIn);
    },
  };
};

export interface TelephoneEars {
  readonly ladders: LiveCalls['ladders'];
  readonly registrar: RegistrarPorts;
  /** Whether a line is at this address. */
  readonly isKnown: (host: string) => boolean;
  readonly onSignal: (call: string, signal: SwitchboardSignal) => void;
  readonly onOffer: (offer: Offer) => void;
  readonly speech: MerchantSpeech;
  /** Guesses, locks, refused strangers: a few lines a second at most. */
  readonly onSecurity: (event: SecurityEvent) => void;
}

/** Exchange, media workers and the switchboard over them. */
export const openTelephone = async (ground: CallsGround, ears: TelephoneEars) => {
  const { ladders, registrar, onSignal, onOffer, speech, onSecurity, isKnown } = ears;
  const { config, log } = ground;
  const [promptsDir, recordingsDir] = [join(config.dataDir, 'prompts'), join(config.dataDir, 'recordings')];
  await mkdir(recordingsDir, { recursive: true, mode: 0o700 });
  const { synthesiser, prompts } = await openVoices(ground, promptsDir);
  let isWarm = false;
  /** Who may have to stand in has its program running by then. */
  const warm = (): void => {
    if (isWarm) return;
    isWarm = true;
    void synthesiser.speak({ text: '嗯', fixed: true, spoken: 'asWritten' }).catch(() => undefined);
  };
  const workers = startMediaWorkers({
    promptsDir,
    recordingsDir,
    rtpPorts: config.sip.rtpPorts,
    publicHost: config.sip.publicIp,
    privateHosts: config.privateHosts,
    sherpaDir: config.sherpaDir,
    onTrouble: because => log.warn({ because }, 'a media worker is gone'),
  });
  const exchange = await openExchange({
    ...sipListeners(config.sip),
    media: workers,
    registrar,
    mayReach: openGate(config.privateHosts).mayReach,
    onMessage: ladders.seen,
    isKnown,
    onSecurity,
    onTrouble: (kind, because) => log[kind === 'defect' ? 'error' : 'debug']({ because }, 'trouble on the SIP port'),
  });
  const switchboard = createSipSwitchboard({
    exchange,
    workers,
    voices: {
      ...voicesBy(prompts),
      by: chosen => {
        warm();
        return voicesBy(prompts, chosen);
      },
    },
    onSignal,
    onOffer,
    onEars: speech.heard,
    onCallId: (call, callId) => ladders.belongs(callId, call),
    onDefect: (call, error) => log.error({ err: error, call }, 'a call is ended by a defect of our own'),
    onAlarm: (call, because) => log.error({ call, because }, 'a call loses something'),
    salvage: async (file, notesSoFar) => {
      const left = await salvage(recordingsDir, file);
      const notes = left.notes.slice(notesSoFar).map(note => noteWith(note, fromMachine));
      return { notes, recording: left.recording };
    },
  });
  return { recordingsDir, synthesiser, prompts, workers, exchange, switchboard };
};

export type Telephone = Awaited<ReturnType<typeof openTelephone>>;

/** One sentence at a time, so that a call that is waiting for its own gets its turn. */
export const voicePlan = async ({ prompts }: Pick<Telephone, 'prompts'>, plan: Plan): Promise<void> => {
  for (const segment of fixedPromptsOf(plan)) await prompts.ensure([segment], PROMPTS_LIMIT_MS);
};
