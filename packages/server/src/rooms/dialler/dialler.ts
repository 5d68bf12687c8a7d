import {
  addUse,
  type CalledParty,
  type CallUse,
  type DialCommand,
  type DialParty,
  type HangUpBecause,
  interrupted,
  isPracticeNumber,
  neverDialled,
  notDialled,
  type PartyOrder,
  type Plan,
  type SwitchboardSignal,
  type Verdict,
} from '@lianxian/core';
import type { Bus } from '../../platform/bus.ts';
import { openByteCache } from '../../platform/byte-cache.ts';
import { startWorkLoop } from '../../platform/work-loop.ts';
import { type ClaimedCall, claimCalls, hangUpsWanted } from './dialler.store.ts';
import { DATABASE_LIMIT_MS } from './filing.ts';
import type { LiveCall } from './live-call.ts';
import { createMailboxes, type LiveTalk, type Mailboxes, type MailboxesOptions } from './mailboxes.ts';

/**
 * The dialler: takes waiting calls, dials them, follows each to its end and files it.
 *
 *   row 「placed」 ─claim, commit→ row 「dialling」 ─tell(dial)→ signals ─answered→ row 「talking」 ─ended→ filed
 *
 * Invariants (docs/rules.md#effects): nothing is dialled before its claim is committed, so a crash may lose a call but
 * never dials twice; what may not be dialled any more (withdrawn, too long ago, a number for nobody) ends undialled; each
 * claimed call comes to exactly one ending; talking never waits for the database: when that is away, calls go on, no new
 * ones start, and endings go to the journal.
 */
export interface Dialler<Route> {
  /** From the switchboard; one mailbox a call: signals come in order and are taken one at a time. */
  readonly onSignal: (call: string, signal: SwitchboardSignal) => void;
  /** From now on calls are taken; before it those of an earlier life are settled. */
  readonly begin: () => void;
  /** Ids of the calls that live here. */
  readonly live: () => readonly string[];
  /** Talks that are under way here. */
  readonly talks: () => readonly LiveTalk[];
  /** A call used something beside its line. */
  readonly onUsed: (call: string, use: CallUse) => void;
  /** The balance reaches for so much more of a talk, which takes its leave. */
  readonly runOut: (call: string, leftMs: number) => void;
  readonly isDraining: () => boolean;
  /** Whether one more call could be taken here now, from whichever side. */
  readonly hasRoom: () => Promise<boolean>;
  /** Somebody called us and the row stands, claimed by this node: answers, or refuses after a drain, and follows the call to its record. */
  readonly take: (claim: ClaimedCall, answer: OfferAnswer<Route>) => void;
  /** A seat of this node dials and the row stands, claimed by this node: dials, and follows the call to its record. */
  readonly dialByHand: (claim: ClaimedCall, way: Way<Route>, party: DialParty) => void;
  readonly find: (call: string) => LiveCall<Route> | undefined;
  /** Something is wanted of those who take part in a call. */
  readonly ask: (call: string, order: PartyOrder) => void;
  readonly hangUp: (call: string, by: 'seat' | 'platform', because?: HangUpBecause) => void;
  /**
   * No new calls; waits for the living up to `limitMs` or until told to hurry, then hangs up; resolves when all are filed
   * or journalled. `left` hears how many live, when it changes and now and then.
   */
  readonly drain: (limitMs: number, told?: DrainTold) => Promise<void>;
  /** Resolves when no look is under way. */
  readonly close: () => Promise<void>;
}

/** A version of a plan; `bytes`: of its JSON. */
export interface SizedPlan {
  readonly graph: Plan;
  readonly bytes: number;
}

interface DiallerOptions<Route> extends Omit<MailboxesOptions<Route>, 'onGone'> {
  readonly bus: Bus;
  /** This node's name. */
  readonly owner: string;
  readonly capacity: number;
  /** How the call leaves: the line as the switchboard takes it, and the number as that line wants it. */
  readonly wayOf: (claim: ClaimedCall) => Promise<Way<Route>>;
  /** The version of the plan that the call was placed with. */
  readonly planOf: (claim: ClaimedCall) => Promise<SizedPlan | null>;
  /** The disk is nearly full: calls are left to other nodes (docs/safety.md#full-disks). */
  readonly isDiskFull: () => Promise<boolean>;
}

export interface DrainTold {
  readonly hurry: AbortSignal;
  readonly left: (calls: number) => void;
}

/** What a call to us is answered with. */
interface OfferAnswer<Route> {
  readonly offer: string;
  readonly route: Route;
  /** Null when it could not be had: the caller is told to come back. */
  readonly plan: Plan | null;
  readonly isHeard: boolean;
  readonly uses?: readonly CallUse[];
}

interface Departure<Route> {
  readonly route: Route;
  /** As it is dialled; the record keeps the number as the user knows it. */
  readonly phone: string;
  /** Something listens to what the callee says. */
  readonly isHeard: boolean;
  /** What it uses from its beginning: a recogniser, whose time is yet to come; absent: nothing. */
  readonly uses?: readonly CallUse[];
  /** One of ours is called: rung as a party of the call, which has no callee. */
  readonly called?: CalledParty;
}

/** How a call leaves, or why it does not. */
export type Way<Route> = Departure<Route> | { readonly verdict: Verdict };

/** Channel that wakes diallers. */
export const DIALLER_CHANNEL = 'calls';

/** A wake-up may be lost while the bus reconnects; this is how late its call can be then. */
const LOOK_EVERY_MS = 2_000;
const CLAIM_AT_ONCE = 20;
/** After the last hang-up: BYE, closing of recordings, filing; in the journal when the database says nothing meanwhile. */
export const SETTLE_MS = DATABASE_LIMIT_MS + 3_000;
/** Of a process with a defect nobody knows what else is wrong: most talks are over by then, and the others wait no longer. */
const DEFECT_DRAIN_S = 60;
/** How long the process goes on after a defect that no guard caught, where a planned stop waits for so many seconds. */
export const defectLimitMs = (drainSeconds: number): number =>
  Math.min(drainSeconds, DEFECT_DRAIN_S) * 1_000 + SETTLE_MS;
/** Not now, and the page is told why (RFC 3261 §21.4.18). */
const UNAVAILABLE = 480;
const refusedAs = (verdict: Verdict | null) =>
  verdict === null ? {} : { as: { code: UNAVAILABLE, key: verdict.because } };
/** Plans as JSON has them, parsed some times as much: hundreds of the usual size, eight of the largest. */
const PLANS_BYTES = 32 * 1_048_576;
/** Who waits at a terminal sees it go on, and is not flooded. */
const LEFT_LOOK_MS = 2_000;
const LEFT_AGAIN_LOOKS = 15;

export const openDialler = <Route>(options: DiallerOptions<Route>): Dialler<Route> => {
  const { db, log, owner, filing, clock } = options;
  const planOf = remembered(options.planOf);
  /** Calls may wait that this node had no room for. Where it had, nothing waits, and the end of a call is no reason to ask. */
  let isFull = false;
  const calls = createMailboxes<Route>({ ...options, onGone: () => isFull && work.wake() });
  let draining = false;
  let begun = false;
  /** All are to hang up, also who is only now claimed. */
  let isOver = false;

  /** The claim is committed, so the call may be dialled. */
  const start = async (claim: ClaimedCall): Promise<void> => {
    const call = calls.open(claim);
    const undialable = whyNotDialled(claim);
    if (undialable !== null) return calls.giveUp(call, notDialled(undialable));
    try {
      const [plan, way] = await Promise.all([planOf(claim), options.wayOf(claim)]);
      if ('verdict' in way) return calls.giveUp(call, way.verdict);
      if (!plan) return calls.giveUp(call, notDialled('lineGone'));
      call.isHeard = way.isHeard;
      call.uses = (way.uses ?? []).reduce(addUse, call.uses);
      call.feed({ type: 'placed', dial: dialOf(claim, plan, way) }, clock.now());
      if (claim.hangUpWanted || isOver) call.feed({ type: 'hangUpAsked', by: 'user' }, clock.now());
      call.feed({ type: 'committed' }, clock.now());
    } catch (error) {
      log.error({ err: error, call: claim.call }, 'a call could not be started');
      calls.giveUp(call, interrupted('callDefect'));
    }
  };

  const look = async (): Promise<number> => {
    await filing.fileJournal();
    await calls.saveDialogs();
    for (const id of calls.ids().length > 0 ? await hangUpsWanted(db, owner) : [])
      calls.find(id)?.feed({ type: 'hangUpAsked', by: 'user' }, clock.now());
    const isDiskFull = !draining && (await options.isDiskFull());
    while (!draining) {
      const room = Math.min(CLAIM_AT_ONCE, options.capacity - calls.ids().length);
      isFull = room <= 0;
      if (isFull) break;
      const claims = await claimCalls(db, owner, room, isDiskFull);
      await Promise.all(claims.map(start));
      if (claims.length < room) break;
    }
    return LOOK_EVERY_MS;
  };

  const work = startWorkLoop(look, LOOK_EVERY_MS, error =>
    log.warn({ err: error }, 'the dialler could not look for work'),
  );
  const listening = options.bus.listen(DIALLER_CHANNEL, work.wake);
  listening.catch(error => log.warn({ err: error }, 'the dialler does not hear wake-ups yet'));
  options.bus.onBack(work.wake);

  return {
    onSignal: (id, signal) => calls.find(id)?.feed({ type: 'signal', signal }, clock.now()),
    begin: () => {
      begun = true;
      work.wake();
    },
    live: calls.ids,
    talks: calls.talks,
    onUsed: (id, use) => {
      const call = calls.find(id);
      if (call) call.uses = addUse(call.uses, use);
    },
    runOut: (call, leftMs) => calls.find(call)?.feed({ type: 'balanceOut', leftMs }, clock.now()),
    isDraining: () => draining,
    hasRoom: async () => begun && !draining && calls.ids().length < options.capacity && !(await options.isDiskFull()),
    take: (claim, { offer, route, plan, isHeard, uses = [] }) => {
      const { call, variables } = claim;
      const live = calls.open(claim);
      live.isHeard = isHeard;
      live.uses = uses;
      // Who came after the last hang-up would be answered by a process that is about to end.
      if (plan === null || isOver) {
        options.tell({ type: 'refuse', offer, because: 'notNow' });
        return calls.giveUp(live, interrupted(isOver ? 'shutDown' : 'callDefect'));
      }
      live.feed({ type: 'offered', answer: { type: 'answer', call, offer, route, plan, variables } }, clock.now());
    },
    dialByHand: (claim, way, party) => {
      const call = calls.open(claim);
      // It was not refused before, so the line went away just now; who comes after the last hang-up is not dialled either.
      const verdict = 'verdict' in way ? way.verdict : isOver ? interrupted('shutDown') : null;
      if (verdict !== null || 'verdict' in way) {
        options.tell({ type: 'refuse', offer: party.offer, because: 'notNow', ...refusedAs(verdict) });
        return calls.giveUp(call, verdict ?? interrupted('callDefect'));
      }
      call.isHeard = way.isHeard;
      call.uses = (way.uses ?? []).reduce(addUse, call.uses);
      call.feed({ type: 'placed', dial: { ...dialOf(claim, null, way), party } }, clock.now());
      call.feed({ type: 'committed' }, clock.now());
    },
    find: calls.find,
    ask: (id, order) => calls.find(id)?.feed({ type: 'partyAsked', order }, clock.now()),
    hangUp: (id, by, because) =>
      calls.find(id)?.feed({ type: 'hangUpAsked', by, ...(because && { because }) }, clock.now()),
    drain: async (limitMs, told) => {
      draining = true;
      const until = performance.now() + limitMs;
      const stopTelling = tellLeft(calls, told);
      // A look that waits for a silent database may bring in calls yet, but keeps nobody from being hung up.
      const looked = work.idle();
      await within(limitMs, looked, told?.hurry);
      await calls.whenEmpty(Math.max(0, until - performance.now()), told?.hurry);
      stopTelling();
      isOver = true;
      calls.hangUpAll();
      await within(SETTLE_MS, looked);
      await calls.whenEmpty(SETTLE_MS);
    },
    close: async () => {
      work.stop();
      void listening.then(stop => stop()).catch(() => undefined);
      await work.idle();
    },
  };
};

/** Resolves when the work is done, after the limit, or when told to hurry. */
const within = async (limitMs: number, work: Promise<void>, hurry?: AbortSignal): Promise<void> => {
  if (hurry?.aborted === true) return;
  const over = Promise.withResolvers<void>();
  const limit = setTimeout(over.resolve, limitMs);
  hurry?.addEventListener('abort', () => over.resolve(), { once: true });
  await Promise.race([work, over.promise]);
  clearTimeout(limit);
};

const tellLeft = ({ ids }: Pick<Mailboxes<never>, 'ids'>, told: DrainTold | undefined): (() => void) => {
  let last = 0;
  let looks = 0;
  const look = (): void => {
    const left = ids().length;
    if (left > 0 && (left !== last || looks++ % LEFT_AGAIN_LOOKS === 0)) told?.left(left);
    last = left;
  };
  look();
  const looking = setInterval(look, LEFT_LOOK_MS);
  return () => clearInterval(looking);
};

/** Looked at again at the last moment; whoever placed the call has looked before. A key of the verdict, or null. */
const whyNotDialled = ({ taskId, hangUpWanted, isStale, phone, practice }: ClaimedCall): string | null => {
  if (hangUpWanted && taskId !== null) return 'withdrawn';
  if (isStale && !hangUpWanted) return 'placedTooLongAgo';
  if (neverDialled(phone) !== null || isPracticeNumber(phone) !== practice) return 'numberForbidden';
  return null;
};

const dialOf = <Route>(
  claim: ClaimedCall,
  plan: Plan | null,
  { route, phone, called }: Departure<Route>,
): DialCommand<Route> => ({
  type: 'dial',
  call: claim.call,
  route,
  phone,
  callerNumber: claim.callerNumber,
  ringTimeoutMs: claim.ringTimeoutMs,
  plan,
  variables: claim.variables,
  ...(called && { called }),
});

/** A version never changes: the last read ones are kept. */
const remembered = (planOf: DiallerOptions<never>['planOf']) => {
  const plans = openByteCache<Plan>(PLANS_BYTES);
  return async (claim: ClaimedCall): Promise<Plan | null> => {
    const key = `${claim.merchantId}.${claim.planId}.${claim.planVersion}`;
    const known = plans.find(key);
    if (known) return known;
    const read = await planOf(claim);
    if (read === null) return null;
    plans.keep(key, read.graph, read.bytes);
    return read.graph;
  };
};
