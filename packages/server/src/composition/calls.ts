import { stored } from '@lianxian/contract';
/**
 * The calls process: exchange, media workers, voice, dialler; composed by hand. It holds the SIP port of this machine
 * and every call that lives on it.
 */

import { now, toDate } from '../media-worker/clock.ts';
import { salvage } from '../media-worker/salvage.ts';
import { placeIn } from '../platform/data-places.ts';
import { CALLS_NEED_BYTES, watchDisk } from '../platform/disk.ts';
import type { Log } from '../platform/log.ts';
import { nodeIdOf } from '../platform/node-id.ts';
import { openDailyBell } from '../rooms/accounts/index.ts';
import { openPaying, settlingsWith, tellAuthority } from '../rooms/attempts/index.ts';
import {
  type CallsNode,
  type ClaimedCall,
  createFiling,
  createRecovery,
  type Dialler,
  type DrainTold,
  defectLimitMs,
  type Ending,
  type FiledCall,
  lifeOfThis,
  openDialler,
  openDialogNotes,
  openJournal,
  openNode,
  SETTLE_MS,
  voicePlansAhead,
} from '../rooms/dialler/index.ts';
import { fileMissed } from '../rooms/learning/index.ts';
import { isLineBeyond, type LineCare } from '../rooms/line-care/index.ts';
import { completeLadder, createLiveCalls, fileLadder, hearWatches, openWordsPublisher } from '../rooms/live/index.ts';
import { tellFiled } from '../rooms/records/index.ts';
import { numberKeyWith } from '../rooms/rules/index.ts';
import { createTaskNews, openRunner, type Runner } from '../rooms/runner/index.ts';
import type { SeatHunt, SipRoute } from '../switchboard/sip-options.ts';
import {
  firstLineOf,
  hangUpWith,
  inboundOf,
  lineCareOf,
  lineHostsOf,
  openDoctorOf,
  planOf,
  registrarOf,
  talkOf,
  wayOn,
  waysOf,
} from './lines.ts';
import { addressOfNode, openPeers } from './peers.ts';
import type { CallsContext } from './process-context.ts';
import { isOfSeat, type SeatsHere, seatsOn, withSeats } from './seats.ts';
import { type MerchantSpeech, openSpeech } from './speech.ts';
import { openTelephone, voicePlan } from './telephone.ts';
import type { HuntFor } from './world.ts';

export interface OpenCalls {
  readonly info: Readonly<Record<string, unknown>>;
  readonly orphanLimitMs: number;
  readonly defectLimitMs: number;
  readonly close: (limitMs?: number, because?: unknown, closing?: DrainTold) => Promise<void>;
}

/** Live calls of this process; further ones wait in their rows. Five workers' worth. */
const CAPACITY = 1_000;
/** Events of an ended call are kept for who opens the page a little late. */
const WORDS_AFTER_END_MS = 30_000;
/** A board of many calls gets the newest words so often: as fast as one reads, and one message for all. */
const BOARD_WORDS_MS = 300;
/** A monitor reads its figures again so often. */
const LINES_EVERY_MS = 1_000;

/** A hundred calls write 1.6 MB a second. */
const DISK_EVERY_MS = 2_000;

/** Filing, and whoever waits for the record. */
const openFiling = async (
  { config, database, bus, push, log, clock, secrets }: CallsContext,
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
  const bell = openDailyBell({
    ...{ db: database.db, log, push, msg: stored(['journalSetAside']) },
    says: 'the journal has set something aside, to be looked at: the platform is told once a day',
  });
  const onSetAside = (): void => bell(clock.now());
  const filing = createFiling({
    db: database.db,
    journal: await openJournal(placeIn(config.dataDir, 'journal'), (file, err) => {
      log.error({ err, file }, 'a file of the journal cannot be read: it is set aside');
      onSetAside();
    }),
    log,
    onSetAside,
    within: [...settlingsWith(numberKeyWith(secrets)), fileLadder, fileMissed],
    onFiled: (ending, filed) => {
      const { merchantId, call, level } = ending;
      onEnded(ending, filed);
      words.filed(call, now());
      tellFiled(push, merchantId, { id: call, level, owner: filed.made });
      tellAuthority(database.db, push, ending, filed).catch((error: unknown) =>
        log.warn({ err: error, call }, 'nobody was told that a callee spoke of an authority'),
      );
    },
  });
  return { words, filing };
};

interface CallRoomsParts {
  /** This node. */
  readonly owner: string;
  readonly onEnded: Parameters<typeof openFiling>[1];
  readonly onAnswered: (lineId: string) => void;
  readonly speech: MerchantSpeech;
}

/** What takes, makes and files calls, not yet at work. */
const openCallRooms = async (context: CallsContext, { owner, onEnded, onAnswered, speech }: CallRoomsParts) => {
  const { config, database, bus, log } = context;
  const { db } = database;
  const room = watchDisk(config.dataDir, DISK_EVERY_MS);
  const isDiskFull = async () => (await room()) < CALLS_NEED_BYTES;
  const { words, filing } = await openFiling(context, onEnded);
  const lineHosts = await lineHostsOf(context);
  let seats: SeatsHere | null = null;
  const peers = openPeers(context, owner);
  const telephone = await openTelephone(context, {
    owner,
    ladders: words.ladders,
    registrar: withSeats(registrarOf(context, owner), context, peers, () => seats?.calls ?? null),
    isKnown: host => lineHosts.isKnown(host) || peers.isKnown(host),
    onSignal: (call, signal) => dialler.onSignal(call, signal),
    onOffer: offer => void (isOfSeat(offer) ? seats?.onOffer(offer) : inbound.onOffer(offer)),
    onUsed: (call, use) => dialler.onUsed(call, use),
    speech,
    onSecurity: ({ kind, address, count }) => context.securityLog.note(`sip.${kind}`, address, count),
  });
  const { exchange, switchboard, recordingsDir } = telephone;
  const dialogs = openDialogNotes(placeIn(config.dataDir, 'dialogs'), (err: unknown) =>
    log.warn({ err }, 'should this process die, a phone may be left ringing'),
  );
  const huntFor: HuntFor = (claim, to) => seats?.huntFor(claim, to) ?? nobody;
  const wayOf = waysOf(context, exchange, { speech, onUsed: (call, use) => dialler.onUsed(call, use), huntFor });
  const dialler: Dialler<SipRoute> = openDialler<SipRoute>({
    ...{ db, bus, log, owner, capacity: CAPACITY },
    tell: switchboard.tell,
    wayOf,
    planOf: planOf(context),
    filing,
    words,
    dialogs,
    clock: { now, toDate },
    isDiskFull,
    onAnswered,
    onPeople: live => seats?.onPeople(live),
  });
  const inbound = inboundOf(context, exchange, { owner, dialler, tell: switchboard.tell, speech, huntFor });
  const talkless = (claim: ClaimedCall) => talkOf(claim, 0, speech, dialler.onUsed);
  const way = wayOn(context, exchange);
  seats = seatsOn(context, { owner, exchange, dialler, switchboard, peers, wayOf, way, talkOf: talkless, speech });
  const recovery = createRecovery({
    db,
    log,
    owner,
    filing,
    dialogOf: dialogs.of,
    partiesOf: dialogs.ofParties,
    hangUpStored: hangUpWith(context, exchange),
    salvage: file => salvage(recordingsDir, file),
  });
  // Only now, when whoever comes from beyond finds all of it; where it cannot open, the rest works and says so (decision 24).
  if (await isLineBeyond(db)) await exchange.door.open();
  return { words, filing, telephone, dialler, dialogs, inbound, seats, peers, lineHosts, recovery, isDiskFull };
};

/** Before seats are there nobody is rung. */
const nobody: SeatHunt = { next: async () => null };

type CallRooms = Awaited<ReturnType<typeof openCallRooms>>;

/** As the page of lines reads it (`NodeBeat.sip_door`). */
const doorOf = ({ sip }: CallsContext['config'], { door }: CallRooms['telephone']['exchange']): string => {
  if (sip.bind !== null) return 'fixed';
  const { isOpen, because } = door.state();
  return isOpen ? 'open' : (because ?? 'shut');
};

/** This process shows itself to the others, after it has settled what its earlier life left. */
const beginNode = async (
  { config, database: { db }, log }: CallsContext,
  owner: string,
  { filing, recovery, telephone: { workers, exchange }, dialler }: CallRooms,
): Promise<CallsNode> => {
  // First of all what the journal kept: a call whose end is known is no orphan.
  await filing.fileJournal().catch((error: unknown) => log.warn({ err: error }, 'the journal waits for the database'));
  const life = lifeOfThis();
  const node = openNode({
    db,
    log,
    recovery,
    ready: workers.ready,
    live: dialler.live,
    state: () => ({
      id: owner,
      life,
      address: addressOfNode(exchange.localAddress),
      workers: workers.counts().ready,
      calls: dialler.live().length,
      capacity: CAPACITY,
      draining: dialler.isDraining(),
      sipDoor: doorOf(config, exchange),
      version: config.version,
    }),
  });
  await node.begin();
  return node;
};

/** An order from outside (`kill -HUP` to this process): new media workers for new calls, and no call is dropped. */
const renewOnOrder = ({ workers }: CallRooms['telephone'], log: Log): (() => void) => {
  const renew = (): void => {
    workers.restart().then(
      () => log.info('media workers were renewed'),
      (error: unknown) => log.warn({ err: error }, 'media workers could not be renewed'),
    );
  };
  process.on('SIGHUP', renew);
  return () => void process.off('SIGHUP', renew);
};

/** Resolves when a media worker is ready and the node has shown itself. */
export const openCallsOn = async (context: CallsContext): Promise<OpenCalls> => {
  const { config, database, bus, push, log, clock } = context;
  const { db } = database;
  const owner = await nodeIdOf(config.dataDir);
  let runner: Runner | null = null;
  let lineCare: LineCare | null = null;
  const news = createTaskNews(push);
  const onEnded: Parameters<typeof openFiling>[1] = ({ merchantId, ...ending }, { taskId, rootLineId, direction }) => {
    if (taskId !== null) news.changed(merchantId, taskId);
    runner?.roomFor(merchantId, taskId);
    if (direction === 'out') lineCare?.onEnded(rootLineId, ending);
  };
  const speech = openSpeech(context);
  const rooms = await openCallRooms(context, {
    owner,
    onEnded,
    onAnswered: lineId => lineCare?.onAnswered(lineId),
    speech,
  });
  const { words, telephone, dialler, dialogs, inbound, seats, peers, lineHosts, isDiskFull } = rooms;
  const { workers, exchange } = telephone;
  const node = await beginNode(context, owner, rooms);
  runner = openRunner({ db, bus, log, clock, owner, news, isDiskFull, numberKey: numberKeyWith(context.secrets) });
  lineCare = lineCareOf(context, exchange, owner);
  const firstLine = firstLineOf(context, exchange, node.show);
  const paying = openPaying({ db, log, owner, talks: dialler.talks, runOut: dialler.runOut });
  const unhear = await hearWatches(bus, words, now);
  dialler.begin();
  const doctor = openDoctorOf(context, exchange, owner, () => dialler.live().length);
  const stopRenewing = renewOnOrder(telephone, log);
  const ahead = voicePlansAhead({ db, log, planOf: planOf(context), voice: plan => voicePlan(telephone, plan) });

  return {
    info: {
      sipPort: exchange.localAddress.port,
      sipDoor: doorOf(config, exchange),
      workers: workers.counts().ready,
      mediaWorkers: workers.pids(),
      webRtcGate: telephone.webRtc?.pid() ?? null,
    },
    orphanLimitMs: SETTLE_MS,
    defectLimitMs: defectLimitMs(config.drainSeconds),
    close: async (limitMs = SETTLE_MS, _, closing) => {
      ahead.stop();
      stopRenewing();
      // Beside each other: behind a silent database the talks are hung up before the first of the others gets its answer.
      const limit = Math.max(0, limitMs - SETTLE_MS);
      await Promise.all([runner?.close(), doctor.close(), firstLine.close(), dialler.drain(limit, closing)]);
      await paying.close();
      await lineCare?.close();
      await node.end();
      await inbound.close();
      await seats.close();
      lineHosts.close();
      peers.close();
      await dialler.close();
      dialogs.close();
      news.close();
      await unhear();
      await exchange.close();
      await Promise.all([workers.shutdown(), telephone.webRtc?.shutdown()]);
      await telephone.synthesiser.close();
      await speech.close();
      await context.close();
    },
  };
};
