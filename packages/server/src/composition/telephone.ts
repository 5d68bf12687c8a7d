/** The telephone of the calls process: exchange, media workers, voice, and the switchboard over them. */
import { mkdir, rm } from 'node:fs/promises';
import type { Offer, Plan, SwitchboardSignal } from '@lianxian/core';
import { openExchange, type RegistrarPorts, type SecurityEvent } from '@lianxian/telephony';
import { soundBind } from '../config.ts';
import { fromMachine } from '../media-worker/clock.ts';
import { noteWith } from '../media-worker/note-instants.ts';
import { salvage } from '../media-worker/salvage.ts';
import { placeIn } from '../platform/data-places.ts';
import { openEgressGuard } from '../platform/egress-guard.ts';
import { openLastCheck } from '../rooms/attempts/index.ts';
import type { LaddersOfCalls } from '../rooms/live/index.ts';
import { numberKeyWith } from '../rooms/rules/index.ts';
import { seatOfAccount } from '../rooms/seats/index.ts';
import { noteCleared } from '../rooms/settings/index.ts';
import { recordingByName } from '../rooms/voices/index.ts';
import { builtInVoice } from '../speech/built-in.ts';
import { openCallVoices, PROMPTS_LIMIT_MS } from '../speech/call-voices.ts';
import { fixedPromptsOf } from '../speech/plan-prompts.ts';
import { openPrompts, type Prompts } from '../speech/prompts.ts';
import { createRelay } from '../switchboard/relay.ts';
import { createSipSwitchboard } from '../switchboard/sip.ts';
import { sipListeners } from '../switchboard/sip-listeners.ts';
import { startWebRtcProcess, type WebRtcProcess } from '../switchboard/webrtc-process.ts';
import { startMediaWorkers } from '../switchboard/workers.ts';
import type { CallsContext } from './process-context.ts';
import { listening, type MerchantSpeech, type OnUsed } from './speech.ts';

/** What of prompts is not needed any more is looked for so often. */
const SWEEP_MS = 3_600_000;

const openVoices = async ({ config, database, voiceCommand }: CallsContext, promptsDir: string) => {
  // Where earlier releases kept every sound a second time, and for ever.
  await rm(placeIn(config.dataDir, 'voice'), { recursive: true, force: true });
  const synthesiser = builtInVoice({ command: voiceCommand });
  const prompts = await openPrompts(promptsDir, synthesiser, name => recordingByName(database.db, name));
  return { synthesiser, prompts };
};

/** What of prompts is not needed any more goes, now and again. */
const keepSwept = ({ database, clock, log }: CallsContext, prompts: Prompts): void => {
  const sweep = async (): Promise<void> => {
    const at = clock.now();
    try {
      await prompts.sweep(at);
      await noteCleared(database.db, 'prompts', at);
    } catch (error) {
      log.warn({ err: error }, 'prompts could not be swept');
    }
  };
  void sweep();
  setInterval(() => void sweep(), SWEEP_MS).unref();
};

/** The gate of the seats' sound; null where no seats are served. */
const openSeatSound = ({ config, log }: CallsContext): WebRtcProcess | null => {
  const { sip } = config;
  if (sip.webRtcPort === null || sip.stunPort === null) return null;
  return startWebRtcProcess({
    ...{ host: soundBind(config), port: sip.webRtcPort, stunPort: sip.stunPort },
    onTrouble: because => log.warn({ because }, "the gate of the seats' sound is gone"),
  });
};

interface TelephoneParts {
  /** This node. */
  readonly owner: string;
  readonly ladders: LaddersOfCalls;
  readonly registrar: RegistrarPorts;
  /** Whether a line is at this address. */
  readonly isKnown: (host: string) => boolean;
  readonly onSignal: (call: string, signal: SwitchboardSignal) => void;
  readonly onOffer: (offer: Offer) => void;
  readonly speech: MerchantSpeech;
  readonly onUsed: OnUsed;
  /** Guesses, locks, refused strangers: a few lines a second at most. */
  readonly onSecurity: (event: SecurityEvent) => void;
}

/** Exchange, media workers and the switchboard over them. */
export const openTelephone = async (context: CallsContext, parts: TelephoneParts) => {
  const { owner, ladders, registrar, onSignal, onOffer, speech, onUsed, onSecurity, isKnown } = parts;
  const { config, log } = context;
  const [promptsDir, recordingsDir] = [placeIn(config.dataDir, 'prompts'), placeIn(config.dataDir, 'recordings')];
  await mkdir(recordingsDir, { recursive: true, mode: 0o700 });
  const { synthesiser, prompts } = await openVoices(context, promptsDir);
  keepSwept(context, prompts);
  const workers = startMediaWorkers({
    promptsDir,
    recordingsDir,
    rtpPorts: config.sip.rtpPorts,
    publicHost: config.sip.publicIp,
    privateHosts: config.privateHosts,
    sherpaDir: config.sherpaDir,
    onTrouble: because => log.warn({ because }, 'a media worker is gone'),
  });
  const webRtc = openSeatSound(context);
  const relay = createRelay(workers);
  const exchange = await openExchange({
    ...sipListeners(config),
    media: relay.media,
    ...(webRtc === null ? {} : { webRtc }),
    registrar,
    mayReach: openEgressGuard(config.privateHosts).mayReach,
    onMessage: ladders.seen,
    isKnown,
    isPerson: account => seatOfAccount(account) !== null,
    onSecurity,
    onTrouble: (kind, because) => log[kind === 'defect' ? 'error' : 'debug']({ because }, 'trouble on the SIP port'),
  });
  const switchboard = createSipSwitchboard({
    ...{ exchange, workers, relay },
    voices: openCallVoices(prompts, synthesiser),
    onSignal,
    lastCheck: openLastCheck({
      db: context.database.db,
      owner,
      clock: context.clock,
      log,
      numberKey: numberKeyWith(context.secrets),
    }),
    onOffer,
    onRecogniserFacts: (call, recogniser, facts) => {
      speech.heard(recogniser.service, facts);
      onUsed(call, listening(recogniser, facts.heardMs));
    },
    onCallId: (call, callId) => ladders.belongs(callId, call),
    onDefect: (call, error) => log.error({ err: error, call }, 'a call is ended by a defect of our own'),
    onAlarm: (call, because) => log.error({ call, because }, 'a call loses something'),
    salvage: async (file, notesSoFar) => {
      const left = await salvage(recordingsDir, file);
      const notes = left.notes.slice(notesSoFar).map(note => noteWith(note, fromMachine));
      return { notes, recording: left.recording };
    },
  });
  // Calls of robots go without it: what keeps it from starting is told, and it is started again and again.
  await webRtc?.ready().catch(() => undefined);
  return { recordingsDir, synthesiser, prompts, workers, webRtc, exchange, switchboard };
};

type Telephone = Awaited<ReturnType<typeof openTelephone>>;

/** A plan that will be called with is voiced ahead: any call's sentence goes before it. */
const AHEAD_DUE_MS = 60_000;

/**
 * By the built-in voice, which speaks or stands in: a service may be paid for, and is asked when somebody is called. One
 * sentence at a time, so that a call that is waiting for its own gets its turn.
 */
export const voicePlan = async (
  { prompts, synthesiser }: Pick<Telephone, 'prompts' | 'synthesiser'>,
  plan: Plan,
): Promise<void> => {
  const voice = synthesiser.at(plan.defaults.voice?.speed ?? 1);
  for (const segment of fixedPromptsOf(plan))
    await prompts.ensure([segment], PROMPTS_LIMIT_MS + AHEAD_DUE_MS, voice, AHEAD_DUE_MS);
};
