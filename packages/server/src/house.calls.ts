/**
 * The calls process: exchange, media workers, voice, dialler; composed by hand. It holds the SIP port of this machine
 * and every call that lives on it (house §4).
 */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { SwitchboardSignal } from '@lianxian/core';
import {
  type Exchange,
  openExchange,
  type Registration,
  type StoredDialog,
  type StoredInvite,
  type Trunk,
} from '@lianxian/telephony';
import type { Config } from './config.ts';
import { fromMachine, now, toDate } from './media-worker/clock.ts';
import { noteWith } from './media-worker/note-instants.ts';
import { salvage } from './media-worker/salvage.ts';
import type { Bus } from './platform/bus.ts';
import type { Database, MerchantDb } from './platform/db/index.ts';
import { CALLS_NEED_BYTES, watchDisk } from './platform/disk.ts';
import type { Log } from './platform/log.ts';
import type { PushSender } from './platform/push/index.ts';
import type { Secrets } from './platform/secrets.ts';
import type { Clock } from './platform/time.ts';
import { CALLS_TOPIC } from './rooms/calls/index.ts';
import {
  type ClaimedCall,
  createFiling,
  createRecovery,
  type Ending,
  type FiledCall,
  openDialler,
  openJournal,
  openNode,
  type RecoveryOptions,
  voicePlansAhead,
} from './rooms/dialler/index.ts';
import { openDoctor } from './rooms/doctor/index.ts';
import { type LineCare, openLineCare } from './rooms/line-care/index.ts';
import { type DialLine, lineToDial } from './rooms/lines/index.ts';
import { completeLadder, createLiveCalls, fileLadder, hearWatches, openWordsPublisher } from './rooms/live/index.ts';
import { planVersion } from './rooms/plans/index.ts';
import { createTaskNews, openRunner, type Runner, settlings, TASKS_CHANNEL, tasksOf } from './rooms/runner/index.ts';
import { builtInVoice } from './speech/built-in.ts';
import { fixedPromptsOf, promptsOfPlan } from './speech/plan-prompts.ts';
import { openPrompts } from './speech/prompts.ts';
import { createLineLook } from './switchboard/line-look.ts';
import { createSipSwitchboard, type SipRoute } from './switchboard/sip.ts';
import { sipListeners } from './switchboard/sip-listeners.ts';
import { startMediaWorkers } from './switchboard/workers.ts';

/** What calls stands on; `openGround` gives it. */
export interface CallsGround {
  readonly config: Config;
  readonly log: Log;
  readonly database: Database;
  readonly merchantDb: (merchantId: string) => MerchantDb;
  readonly bus: Bus;
  readonly push: PushSender;
  readonly secrets: Secrets;
  /** For the hours in which merchants call. */
  readonly clock: Clock;
  /** Command line of the built-in voice. */
  readonly voiceCommand: readonly string[];
  readonly close: () => Promise<void>;
}

export interface OpenCalls {
  readonly info: Readonly<Record<string, unknown>>;
  readonly orphanLimitMs: number;
  readonly close: (limitMs?: number) => Promise<void>;
}

/** Live calls of this process; further ones wait in their rows. Five workers' worth. */
const CAPACITY = 1_000;
/** A plan's first call waits for its prompts so long: a big plan has some hundred sentences of 0.1 s each. */
const PROMPTS_LIMIT_MS = 30_000;
/** Inside a talk the callee waits: the worker has its own, shorter limit. */
const LATE_PROMPT_LIMIT_MS = 5_000;
/** Events of an ended call are kept for who opens the page a little late. */
const WORDS_AFTER_END_MS = 30_000;
/** A board of many calls gets the newest words so often: as fast as one reads, and one message for all. */
const BOARD_WORDS_MS = 300;
/** A monitor reads its figures again so often. */
const LINES_EVERY_MS = 1_000;
/** Carriers grant about as much; the refresh comes well before. */
const REGISTER_FOR_S = 600;
/** From the last hang-up to the last file: BYE, recordings, transaction. */
const SETTLE_MS = 8_000;

/** A hundred calls write 1.6 MB a second. */
const DISK_EVERY_MS = 2_000;

/** The same for every life of an installation on a machine: after a crash it knows its own orphans. */
const nodeName = (dataDir: string): string =>
  `${hostname()}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`;

/** The practice carrier listens on loopback and takes real-time text; an ordinary line is offered plain audio. */
const trunkOf = (line: DialLine, practicePort: number | null): Trunk | null => {
  if (line.practice)
    return practicePort === null
      ? null
      : { target: { host: '127.0.0.1', port: practicePort }, loopback: true, realTimeText: true };
  if (line.address === null) return null;
  const plain = { target: line.address, loopback: false, realTimeText: false };
  return line.credentials === null ? plain : { ...plain, credentials: line.credentials };
};

const routesOf =
  ({ config, merchantDb, secrets }: CallsGround) =>
  async (claim: ClaimedCall): Promise<SipRoute | null> => {
    const line = await lineToDial(merchantDb(claim.merchantId), claim.lineId, secrets);
    // A line does not become another kind; should one, practice and ordinary numbers still stay apart.
    const trunk = line?.practice === claim.practice ? trunkOf(line, config.practicePort) : null;
    const planKey = `${claim.merchantId}.${claim.planId}.${claim.planVersion}`;
    return trunk && { trunk, planKey, file: claim.file, timeZone: claim.zone };
  };

/** What a dead process left open is hung up with the credentials of its line, should the carrier ask for them. */
const hangUpWith =
  ({ merchantDb, secrets }: CallsGround, exchange: Exchange): RecoveryOptions['hangUpStored'] =>
  async ({ merchantId, lineId, dialog }) => {
    const line = await lineToDial(merchantDb(merchantId), lineId, secrets);
    return exchange.hangUpStored(dialog as StoredDialog | StoredInvite, line?.credentials ?? undefined);
  };

/** The doctor of lines, who looks through this process's SIP port. */
const openDoctorOf = (ground: CallsGround, exchange: Telephone['exchange'], owner: string, liveCalls: () => number) => {
  const { config, database, log } = ground;
  const { publicIp, rtpPorts } = config.sip;
  const look = createLineLook({ exchange, publicIp, rtpPorts, liveCalls });
  return openDoctor({
    ...ground,
    db: database.db,
    log,
    owner,
    look: {
      ...look,
      probe: async line => look.probe(trunkOf(line, config.practicePort)),
      register: async line => look.register(trunkOf(line, config.practicePort)),
    },
  });
};

/** Looks after lines over the SIP port of this process. */
const lineCareOf = (
  { config, database: { db }, secrets, bus, push, log }: CallsGround,
  exchange: Awaited<ReturnType<typeof openExchange>>,
  owner: string,
): LineCare => {
  const { publishLines } = openWordsPublisher(bus, log);
  let registrations = 0;
  return openLineCare({
    db,
    secrets,
    bus,
    push,
    log,
    owner,
    clock: { now, toDate },
    ours: `${config.sip.publicIp ?? exchange.localAddress.host}:${exchange.localAddress.port}`,
    reach: {
      probe: async line => {
        const trunk = trunkOf(line, config.practicePort);
        return trunk && exchange.probe(trunk);
      },
      register: (line, onState) => {
        const trunk = trunkOf(line, config.practicePort);
        if (trunk === null || line.credentials === null) return registeredNowhere;
        // Each its own name: one that is being taken back does not take the next one with it.
        registrations += 1;
        const id = `${line.id}-${registrations}`;
        return exchange.register({ id, trunk, ...line.credentials, expiresS: REGISTER_FOR_S }, onState);
      },
    },
    onMoved: merchantId => {
      publishLines(merchantId);
      bus.notify(TASKS_CHANNEL, tasksOf(merchantId)).catch(error => log.warn({ err: error }, 'tasks were not woken'));
    },
  });
};
const registeredNowhere: Registration = { stop: async () => undefined, again: () => undefined };

const openVoices = async ({ config, voiceCommand }: CallsGround, promptsDir: string) => {
  const synthesiser = builtInVoice({ command: voiceCommand, cacheDir: join(config.dataDir, 'voice') });
  const prompts = await openPrompts(promptsDir, synthesiser);
  return { synthesiser, prompts };
};

/** Filing, and whoever waits for the record. */
const openFiling = async (
  { config, database, bus, push, log }: CallsGround,
  onEnded: (ending: Ending, call: FiledCall) => void,
) => {
  const words = createLiveCalls({
    ...openWordsPublisher(bus, log),
    later: forget => void setTimeout(forget, WORDS_AFTER_END_MS).unref(),
    soon: send => void setTimeout(send, BOARD_WORDS_MS).unref(),
    rest: over => void setTimeout(over, LINES_EVERY_MS).unref(),
    onMoreSip: (merchantId, call, messages) =>
      void completeLadder(database.db, merchantId, call, messages).catch((error: unknown) =>
        log.warn({ err: error, call }, 'the last SIP messages of a call were lost'),
      ),
  });
  const filing = createFiling({
    db: database.db,
    journal: await openJournal(join(config.dataDir, 'journal')),
    log,
    within: [...settlings, fileLadder],
    onFiled: (ending, filed) => {
      const { merchantId, call } = ending;
      onEnded(ending, filed);
      words.tell(call, { kind: 'filed', id: call }, now());
      push.toTopic(merchantId, CALLS_TOPIC, { type: 'callFiled', topic: CALLS_TOPIC, id: call });
    },
  });
  return { words, filing };
};

/** Exchange, media workers and the switchboard over them. */
const openTelephone = async (
  ground: CallsGround,
  ladders: ReturnType<typeof createLiveCalls>['ladders'],
  onSignal: (call: string, signal: SwitchboardSignal) => void,
) => {
  const { config, log } = ground;
  const [promptsDir, recordingsDir] = [join(config.dataDir, 'prompts'), join(config.dataDir, 'recordings')];
  await mkdir(recordingsDir, { recursive: true, mode: 0o700 });
  const { synthesiser, prompts } = await openVoices(ground, promptsDir);
  const workers = startMediaWorkers({
    promptsDir,
    recordingsDir,
    rtpPorts: config.sip.rtpPorts,
    publicHost: config.sip.publicIp,
    onTrouble: because => log.warn({ because }, 'a media worker is gone'),
  });
  const exchange = await openExchange({
    ...sipListeners(config.sip),
    media: workers,
    onMessage: ladders.seen,
    onTrouble: (kind, because) => log[kind === 'defect' ? 'error' : 'debug']({ because }, 'trouble on the SIP port'),
  });
  const switchboard = createSipSwitchboard({
    exchange,
    workers,
    voices: {
      voice: prompts.voice,
      prepare: ({ plan, variables }) => prompts.ensure(promptsOfPlan(plan, variables), PROMPTS_LIMIT_MS),
      make: segment => prompts.ensure([segment], LATE_PROMPT_LIMIT_MS),
    },
    onSignal,
    onCallId: (call, callId) => ladders.belongs(callId, call),
    onAlarm: (call, because) => log.error({ call, because }, 'a call loses something'),
    salvage: async (file, notesSoFar) => {
      const left = await salvage(recordingsDir, file);
      const notes = left.notes.slice(notesSoFar).map(note => noteWith(note, fromMachine));
      return { notes, recording: left.recording };
    },
  });
  return { recordingsDir, synthesiser, prompts, workers, exchange, switchboard };
};

type Telephone = Awaited<ReturnType<typeof openTelephone>>;

/** Resolves when a media worker is ready and the node has shown itself. */
export const openCallsOn = async (ground: CallsGround): Promise<OpenCalls> => {
  const { config, database, bus, push, log, clock } = ground;
  const { db } = database;
  const owner = nodeName(config.dataDir);
  const room = watchDisk(config.dataDir, DISK_EVERY_MS);
  const isDiskFull = async () => (await room()) < CALLS_NEED_BYTES;
  let runner: Runner | null = null;
  const news = createTaskNews(push);
  let lineCare: LineCare | null = null;
  const { words, filing } = await openFiling(ground, (ending, { taskId, lineId }) => {
    const { merchantId } = ending;
    if (taskId !== null) news.changed(merchantId, taskId);
    runner?.roomFor(merchantId, taskId);
    lineCare?.onEnded(lineId, ending);
  });
  const telephone = await openTelephone(ground, words.ladders, (call, signal) => dialler.onSignal(call, signal));
  const { workers, exchange, switchboard, recordingsDir } = telephone;
  const dialler = openDialler<SipRoute>({
    db,
    bus,
    log,
    owner,
    capacity: CAPACITY,
    tell: switchboard.tell,
    routeOf: routesOf(ground),
    planOf: async ({ merchantId, planId, planVersion: version }) =>
      (await planVersion(ground.merchantDb(merchantId), planId, version))?.graph ?? null,
    filing,
    words,
    clock: { now, toDate },
    isDiskFull,
  });
  const recovery = createRecovery({
    db,
    log,
    owner,
    filing,
    hangUpStored: hangUpWith(ground, exchange),
    salvage: file => salvage(recordingsDir, file),
  });
  // First of all what the journal kept: a call whose end is known is no orphan.
  await filing.fileJournal().catch((error: unknown) => log.warn({ err: error }, 'the journal waits for the database'));
  const node = openNode({
    db,
    log,
    recovery,
    ready: workers.ready,
    state: () => ({
      id: owner,
      address: `${exchange.localAddress.host}:${exchange.localAddress.port}`,
      workers: workers.counts().ready,
      calls: dialler.live(),
      capacity: CAPACITY,
      draining: dialler.isDraining(),
    }),
  });
  await node.begin();
  runner = openRunner({ db, bus, log, clock, owner, news, isDiskFull });
  lineCare = lineCareOf(ground, exchange, owner);
  const unhear = await hearWatches(bus, words, now);
  dialler.wake();
  const doctor = openDoctorOf(ground, exchange, owner, () => dialler.live().length);
  /** An order from outside (`kill -HUP` to this process): new media workers for new calls, and no call is dropped. */
  const renewWorkers = (): void => {
    workers.restart().then(
      () => log.info('media workers were renewed'),
      (error: unknown) => log.warn({ err: error }, 'media workers could not be renewed'),
    );
  };
  process.on('SIGHUP', renewWorkers);
  const ahead = voicePlansAhead({ db, log, voice: plan => prompts(telephone, plan) });

  return {
    info: { sipPort: exchange.localAddress.port, workers: workers.counts().ready, mediaWorkers: workers.pids() },
    orphanLimitMs: SETTLE_MS,
    close: async (limitMs = SETTLE_MS) => {
      ahead.stop();
      process.off('SIGHUP', renewWorkers);
      await runner?.close();
      await doctor.close();
      await dialler.drain(Math.max(0, limitMs - SETTLE_MS));
      await node.end();
      await dialler.close();
      news.close();
      await unhear();
      await exchange.close();
      await workers.shutdown();
      await telephone.synthesiser.close();
      await ground.close();
    },
  };
};

/** One sentence at a time, so that a call that is waiting for its own gets its turn. */
const prompts = async (
  { prompts }: Pick<Awaited<ReturnType<typeof openTelephone>>, 'prompts'>,
  plan: Parameters<typeof fixedPromptsOf>[0],
): Promise<void> => {
  for (const segment of fixedPromptsOf(plan)) await prompts.ensure([segment], PROMPTS_LIMIT_MS);
};
