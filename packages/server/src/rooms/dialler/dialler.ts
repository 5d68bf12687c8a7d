import {
  type CallFact,
  type CallNews,
  type CallOutcome,
  type DialCommand,
  type Instant,
  interrupted,
  notDialled,
  type Plan,
  type Switchboard,
  type SwitchboardSignal,
  type Verdict,
} from '@lianxian/core';
import type { Bus } from '../../platform/bus.ts';
import type { HouseDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import { type ClaimedCall, claimCalls, hangUpsWanted, noteAnswered, noteInvited, planGraph } from './dialler.store.ts';
import type { Filing } from './filing.ts';
import type { LiveCalls } from './live.ts';
import { liveFactOf } from './live.view.ts';
import { endingOf, keepNote, type LiveCall, openLiveCall } from './live-call.ts';
import { startWorkLoop } from './work-loop.ts';

/**
 * The dialler: takes waiting calls, dials them, follows each to its end and files it.
 *
 *   row 「placed」 ─claim, commit→ row 「dialling」 ─tell(dial)→ signals ─answered→ row 「talking」 ─ended→ filed
 *
 * Invariants (house §3): nothing is dialled before its claim is committed, so a crash may lose a call but never dials
 * twice; each claimed call comes to exactly one ending; talking never waits for the database: when that is away, calls
 * go on, no new ones start, and endings go to the journal.
 */
export interface Dialler {
  /** From the switchboard; one mailbox a call: signals come in order and are taken one at a time. */
  readonly onSignal: (call: string, signal: SwitchboardSignal) => void;
  /** Looks for work now. */
  readonly wake: () => void;
  /** Ids of the calls that live here. */
  readonly live: () => readonly string[];
  readonly isDraining: () => boolean;
  /** No new calls; waits for the living up to `limitMs`, then hangs up; resolves when all are filed or journalled. */
  readonly drain: (limitMs: number) => Promise<void>;
  readonly close: () => void;
}

export interface DiallerOptions<Route> {
  readonly db: HouseDb;
  readonly bus: Bus;
  readonly log: Log;
  /** This node's name. */
  readonly owner: string;
  readonly capacity: number;
  readonly tell: Switchboard<Route>['tell'];
  /** The line as the switchboard takes it; null when it is gone. */
  readonly routeOf: (claim: ClaimedCall) => Promise<Route | null>;
  readonly filing: Filing;
  readonly words: LiveCalls;
  readonly clock: { readonly now: () => Instant; readonly toDate: (at: Instant) => Date };
}

/** Channel that wakes diallers. */
export const DIALLER_CHANNEL = 'calls';

/** A wake-up may be lost while the bus reconnects; this is how late its call can be then. */
const LOOK_EVERY_MS = 2_000;
const CLAIM_AT_ONCE = 20;
const RING_TIMEOUT_MS = 60_000;
/** After the last hang-up: BYE, closing of recordings, filing. */
const SETTLE_MS = 8_000;
const PLANS_KEPT = 64;

export const openDialler = <Route>(options: DiallerOptions<Route>): Dialler => {
  const { db, log, owner, filing, words, clock } = options;
  const calls = new Map<string, LiveCall<Route>>();
  const ending = new WeakSet<LiveCall<Route>>();
  const plans = new Map<string, Plan>();
  let draining = false;
  let emptied: () => void = () => undefined;

  const end = (call: LiveCall<Route>, outcome: CallOutcome): void => {
    const { call: id } = call.claim;
    if (ending.has(call)) return;
    ending.add(call);
    void filing.file(endingOf(call.claim, call.notes, outcome, clock.toDate)).then(() => {
      words.end(id);
      calls.delete(id);
      if (calls.size === 0) emptied();
      work.wake();
    });
  };

  const record = (call: LiveCall<Route>, fact: CallFact): void => {
    if (fact.type === 'dialled' && fact.invite !== undefined) {
      noteInvited(db, call.claim, fact.invite).catch((error: unknown) =>
        log.warn({ err: error, call: call.claim.call }, 'should this process die, a ringing phone is not cancelled'),
      );
    } else if (fact.type === 'answered') {
      call.unsavedDialog = { dialog: fact.dialog, at: fact.at };
      void saveDialog(call);
    } else if (fact.type === 'ended') end(call, fact.outcome);
  };

  const publish = (call: LiveCall<Route>, news: CallNews) => {
    const { call: id } = call.claim;
    if (news.type === 'moved') {
      const { to, at, earlyMedia } = news;
      return words.tell(id, { kind: 'state', state: to, ...(earlyMedia ? { earlyMedia } : {}) }, at);
    }
    keepNote(call.notes, news.note);
    const fact = liveFactOf(news.note);
    if (fact) words.tell(id, fact, news.note.at);
  };

  const saveDialog = async (call: LiveCall<Route>): Promise<void> => {
    const { unsavedDialog } = call;
    if (!unsavedDialog) return;
    try {
      await noteAnswered(db, call.claim, unsavedDialog.dialog, clock.toDate(unsavedDialog.at));
      call.unsavedDialog = null;
    } catch (error) {
      log.warn({ err: error, call: call.claim.call }, 'an answer could not be noted yet');
    }
  };

  /** Ends a call that the machine cannot end: nothing could be dialled for it, or the machine itself failed. */
  const giveUp = (call: LiveCall<Route>, verdict: Verdict): void => {
    const at = clock.now();
    words.tell(call.claim.call, { kind: 'state', state: 'ended' }, at);
    end(call, {
      verdict,
      hungUpBy: 'nobody',
      dialledAt: null,
      ringingAt: null,
      answeredAt: null,
      endedAt: at,
      talkMs: 0,
      summary: null,
      recording: null,
      media: null,
    });
  };

  const planOf = async (claim: ClaimedCall): Promise<Plan | null> => {
    const key = `${claim.merchantId}.${claim.planId}.${claim.planVersion}`;
    const plan = plans.get(key) ?? (await planGraph(db, claim));
    if (!plan) return null;
    plans.set(key, plan);
    for (const oldest of plans.keys()) {
      if (plans.size <= PLANS_KEPT) break;
      plans.delete(oldest);
    }
    return plan;
  };

  const open = (claim: ClaimedCall): LiveCall<Route> => {
    const call: LiveCall<Route> = openLiveCall<Route>(claim, {
      record: fact => record(call, fact),
      publish: news => publish(call, news),
      tell: options.tell,
      defect: because => {
        log.error({ call: claim.call, because }, 'a call came to an impossible state');
        options.tell({ type: 'hangUp', call: claim.call, by: 'platform' });
        giveUp(call, interrupted('callDefect'));
      },
    });
    calls.set(claim.call, call);
    words.begin(claim.call, claim.merchantId, clock.now());
    return call;
  };

  /** The claim is committed, so the call may be dialled. */
  const start = async (claim: ClaimedCall): Promise<void> => {
    const call = open(claim);
    try {
      const [plan, route] = await Promise.all([planOf(claim), options.routeOf(claim)]);
      if (!plan || route === null) return giveUp(call, notDialled('lineGone'));
      const dial: DialCommand<Route> = {
        type: 'dial',
        call: claim.call,
        route,
        phone: claim.phone,
        callerNumber: claim.callerNumber,
        ringTimeoutMs: RING_TIMEOUT_MS,
        plan,
        variables: claim.variables,
      };
      call.feed({ type: 'placed', dial }, clock.now());
      if (claim.hangUpWanted) call.feed({ type: 'hangUpAsked', by: 'user' }, clock.now());
      call.feed({ type: 'committed' }, clock.now());
    } catch (error) {
      log.error({ err: error, call: claim.call }, 'a call could not be started');
      giveUp(call, interrupted('callDefect'));
    }
  };

  const look = async (): Promise<void> => {
    await filing.fileJournal();
    for (const call of calls.values()) await saveDialog(call);
    for (const id of calls.size > 0 ? await hangUpsWanted(db, owner) : [])
      calls.get(id)?.feed({ type: 'hangUpAsked', by: 'user' }, clock.now());
    while (!draining) {
      const room = Math.min(CLAIM_AT_ONCE, options.capacity - calls.size);
      if (room <= 0) return;
      const claims = await claimCalls(db, owner, room);
      await Promise.all(claims.map(start));
      if (claims.length < room) return;
    }
  };

  const work = startWorkLoop(look, LOOK_EVERY_MS, error =>
    log.warn({ err: error }, 'the dialler could not look for work'),
  );
  const listening = options.bus.listen(DIALLER_CHANNEL, work.wake);
  listening.catch(error => log.warn({ err: error }, 'the dialler does not hear wake-ups yet'));
  options.bus.onBack(work.wake);

  const whenEmpty = async (limitMs: number): Promise<void> => {
    if (calls.size === 0) return;
    let limit: NodeJS.Timeout | undefined;
    await Promise.race([
      new Promise<void>(resolve => {
        emptied = resolve;
      }),
      new Promise<void>(resolve => {
        limit = setTimeout(resolve, limitMs);
      }),
    ]);
    clearTimeout(limit);
  };

  return {
    onSignal: (id, signal) => {
      calls.get(id)?.feed({ type: 'signal', signal }, clock.now());
    },
    wake: work.wake,
    live: () => [...calls.keys()],
    isDraining: () => draining,
    drain: async limitMs => {
      draining = true;
      await work.idle();
      await whenEmpty(limitMs);
      for (const call of calls.values()) call.feed({ type: 'hangUpAsked', by: 'platform' }, clock.now());
      await whenEmpty(SETTLE_MS);
    },
    close: () => {
      work.stop();
      void listening.then(stop => stop()).catch(() => undefined);
    },
  };
};
