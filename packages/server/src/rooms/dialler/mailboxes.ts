import {
  type CallFact,
  type CallNews,
  type CallOutcome,
  type CallUse,
  createGuard,
  followTalk,
  type Instant,
  interrupted,
  noTalk,
  planCostOf,
  type Switchboard,
  type UseRates,
  useCostOf,
  type Verdict,
} from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import type { LiveCalls } from '../live/index.ts';
import { type ClaimedCall, noteAnswered, noteInvited, noteParties } from './dialler.store.ts';
import { type DialogNotes, partyKey } from './dialog-notes.ts';
import type { Filing } from './filing.ts';
import { handedMsSoFar, keptLegsOf } from './legs.ts';
import { endingOf, type LiveCall, openLiveCall } from './live-call.ts';

/** How long a call has talked so far, and somebody outside with the callee, and what it used. */
export interface LiveTalk {
  readonly claim: ClaimedCall;
  readonly talkMs: number;
  readonly handedMs: number;
  /** What it has used beside its line so far costs, in ten-thousandths of a yuan. */
  readonly useCost: number;
}

/**
 * The mailboxes of the calls that live here, from the claim to the filed record: what each call's machine wants is
 * carried out, and each comes to exactly one ending. What throws meanwhile ends the call it threw for, and no other: its
 * telephone is hung up in order and what it left is filed; a second throw files it at once, without its words.
 */
export interface Mailboxes<Route> {
  readonly open: (claim: ClaimedCall) => LiveCall<Route>;
  readonly find: (id: string) => LiveCall<Route> | undefined;
  readonly ids: () => readonly string[];
  /** Talks that are under way. */
  readonly talks: () => readonly LiveTalk[];
  /** Ends a call that its machine cannot end: nothing could be dialled for it, or the machine itself failed. */
  readonly giveUp: (call: LiveCall<Route>, verdict: Verdict) => void;
  readonly hangUpAll: () => void;
  /** Tries again to keep what a BYE needs, where the database had not taken it. */
  readonly saveDialogs: () => Promise<void>;
  /** Resolves when no call is left, after the limit, or when told to hurry. */
  readonly whenEmpty: (limitMs: number, hurry?: AbortSignal) => Promise<void>;
}

export interface MailboxesOptions<Route> {
  readonly db: UnscopedDb;
  readonly log: Log;
  readonly tell: Switchboard<Route>['tell'];
  readonly filing: Filing;
  readonly words: LiveCalls;
  readonly dialogs: Pick<DialogNotes, 'keep'>;
  readonly clock: { readonly now: () => Instant; readonly toDate: (at: Instant) => Date };
  /** The far end of a call of ours rings, or has answered. */
  readonly onAnswered?: ((lineId: string) => void) | undefined;
  /** A call has moved, or who takes part in it has: seats are told of their own. */
  readonly onPeople?: ((call: LiveCall<Route>) => void) | undefined;
  /** A call is filed and gone: there is room for another. */
  readonly onGone: () => void;
}

/** The switchboard ends every call within seconds, also one that lost its worker; later, this one is not heard of. */
const DEFECT_LIMIT_MS = 10_000;

export const createMailboxes = <Route>(options: MailboxesOptions<Route>): Mailboxes<Route> => {
  const { log, filing, words, clock } = options;
  const calls = new Map<string, LiveCall<Route>>();
  let emptied: () => void = () => undefined;

  const end = (call: LiveCall<Route>, outcome: CallOutcome): void => {
    const { call: id } = call.claim;
    if (call.isEnding) return;
    const left =
      call.defects > 1
        ? { talk: noTalk, ladder: null }
        : { talk: call.talk, ladder: call.watched.ladder(outcome.verdict) };
    const { isHeard, uses } = call;
    const record = endingOf(call.claim, { ...left, isHeard, uses }, outcome, clock.toDate);
    call.isEnding = true;
    options.onPeople?.(call);
    const gone = (): void => {
      calls.delete(id);
      if (calls.size === 0) emptied();
      options.onGone();
      call.watched.end();
    };
    const unfiled = (error: unknown): void => log.error({ err: error, call: id }, 'the end of a call was not told');
    createGuard(unfiled)(() => filing.file(record).finally(gone))();
  };

  const giveUp = (call: LiveCall<Route>, verdict: Verdict): void => {
    const at = clock.now();
    call.watched.moved({ to: 'ended', at });
    const { dialledAt, ringingAt, answeredAt, summary } = call.progress();
    const known =
      answeredAt === null
        ? { dialledAt, ringingAt }
        : { dialledAt, ringingAt, answeredAt, summary, talkMs: Math.max(0, at - answeredAt) };
    end(call, { ...neverTalked, ...known, verdict, endedAt: at });
  };

  const defect = (call: LiveCall<Route>, error: unknown): void => {
    const { call: id } = call.claim;
    log.error({ err: error, call: id, events: call.trail() }, 'a call is ended by a defect of our own');
    call.defects += 1;
    const verdict = interrupted('callDefect');
    const isAtSwitchboard = ['dialling', 'ringing', 'talking'].includes(call.progress().kind);
    if (call.defects > 1 || !isAtSwitchboard) {
      giveUp(call, verdict);
      return;
    }
    createGuard(again => defect(call, again))(() => options.tell({ type: 'fail', call: id, because: 'callDefect' }))();
    setTimeout(() => giveUp(call, verdict), DEFECT_LIMIT_MS).unref();
  };

  const open = (claim: ClaimedCall): LiveCall<Route> => {
    const watched = words.begin(claim, clock.now());
    const call: LiveCall<Route> = openLiveCall<Route>(claim, watched, {
      record: fact => (fact.type === 'ended' ? end(call, fact.outcome) : keepFact(options, call, fact)),
      publish: news => {
        publish(call, news);
        if (claim.direction === 'out' && isAnswer(news)) options.onAnswered?.(claim.rootLineId ?? claim.lineId);
        if (news.type !== 'noted') options.onPeople?.(call);
      },
      tell: options.tell,
      defect: error => defect(call, error),
    });
    calls.set(claim.call, call);
    return call;
  };

  return {
    open,
    giveUp,
    find: id => calls.get(id),
    ids: () => [...calls.keys()],
    talks: () => {
      const at = clock.now();
      return [...calls.values()].flatMap(({ claim, uses, progress }) => {
        const { kind, answeredAt, parties } = progress();
        if (kind !== 'talking' || answeredAt === null) return [];
        const talkMs = Math.max(0, at - answeredAt);
        const handedMs = handedMsSoFar(parties, at);
        const useCost = useCostSoFar(claim.useRates ?? null, uses, { talkMs, planMs: talkMs - handedMs });
        return [{ claim, talkMs, handedMs, useCost }];
      });
    },
    hangUpAll: () => {
      for (const call of calls.values()) call.feed({ type: 'hangUpAsked', by: 'platform' }, clock.now());
    },
    saveDialogs: async () => {
      for (const call of calls.values()) await saveDialog(options, call);
    },
    whenEmpty: (limitMs, hurry) => {
      if (calls.size === 0 || hurry?.aborted === true) return Promise.resolve();
      return new Promise(resolve => {
        const limit = setTimeout(resolve, limitMs);
        emptied = () => {
          clearTimeout(limit);
          resolve();
        };
        hurry?.addEventListener('abort', () => emptied(), { once: true });
      });
    },
  };
};

/** Whoever listens is taken to have heard all of the talk, until it says how much. */
const useCostSoFar = (
  rates: UseRates | null,
  uses: readonly CallUse[],
  { talkMs, planMs }: { readonly talkMs: number; readonly planMs: number },
): number => {
  if (rates === null) return 0;
  const soFar = uses.map(use => (use.kind === 'recognition' ? { ...use, ms: Math.max(use.ms, talkMs) } : use));
  const { recognition, synthesis, model } = useCostOf(rates, soFar);
  return recognition + synthesis + model + planCostOf(rates, planMs);
};

const isAnswer = (news: CallNews): boolean => news.type === 'moved' && (news.to === 'ringing' || news.to === 'talking');

const neverTalked = {
  hungUpBy: 'nobody',
  dialledAt: null,
  ringingAt: null,
  answeredAt: null,
  talkMs: 0,
  summary: null,
  recording: null,
  media: null,
  reason: '',
  legs: [],
} as const;

type Parts = Pick<MailboxesOptions<never>, 'db' | 'log' | 'clock' | 'dialogs'>;

/** What a CANCEL or a BYE needs after a crash is kept; the call itself does not wait for the database. */
const keepFact = <Route>(parts: Parts, call: LiveCall<Route>, fact: CallFact): void => {
  if (fact.type === 'dialled' && fact.invite !== undefined) {
    parts.dialogs.keep(call.claim.call, fact.invite);
    noteInvited(parts.db, call.claim, fact.invite).catch((error: unknown) =>
      parts.log.warn(
        { err: error, call: call.claim.call },
        'should this machine die, another node does not cancel a ringing phone',
      ),
    );
  } else if (fact.type === 'answered') {
    parts.dialogs.keep(call.claim.call, fact.dialog);
    call.unsavedDialog = { dialog: fact.dialog, at: fact.at };
    void saveDialog(parts, call);
  } else if (fact.type === 'parties') {
    for (const { party, leg, next } of fact.parties.present)
      for (const one of [leg, next]) if (one?.dialog) parts.dialogs.keep(partyKey(call.claim.call, party), one.dialog);
    call.partiesKept.next = keptLegsOf(fact.parties, call.claim.phone, parts.clock.toDate);
    void saveParties(parts, call);
  }
};

/** One after the other: the last is the one that stays. */
const saveParties = async <Route>({ db, log }: Parts, { claim, partiesKept }: LiveCall<Route>): Promise<void> => {
  if (partiesKept.isWriting) return;
  partiesKept.isWriting = true;
  try {
    for (let next = partiesKept.next; next; next = partiesKept.next) {
      partiesKept.next = null;
      await noteParties(db, claim, next);
    }
  } catch (error) {
    log.warn({ err: error, call: claim.call }, 'should this machine die, another node does not hang up who takes part');
  } finally {
    partiesKept.isWriting = false;
  }
};

const saveDialog = async <Route>({ db, log, clock }: Parts, call: LiveCall<Route>): Promise<void> => {
  const { unsavedDialog } = call;
  if (!unsavedDialog) return;
  try {
    const { dialog, at } = unsavedDialog;
    await noteAnswered(db, call.claim, { dialog, at: clock.toDate(at), heard: call.isHeard });
    call.unsavedDialog = null;
  } catch (error) {
    log.warn({ err: error, call: call.claim.call }, 'an answer could not be noted yet');
  }
};

const publish = <Route>(call: LiveCall<Route>, news: CallNews): void => {
  if (news.type === 'moved') {
    call.watched.moved(news);
    return;
  }
  if (news.type === 'party') return;
  call.talk = followTalk(call.talk, news.note);
  call.watched.noted(news.note, call.talk);
};
