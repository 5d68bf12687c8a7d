import {
  type CallEvent,
  type CallFact,
  type CallNews,
  type CallOutcome,
  type CallProgress,
  type CallUse,
  createGuard,
  type Instant,
  noTalk,
  type SwitchboardCommand,
  startCall,
  stepCall,
  type TalkView,
} from '@lianxian/core';
import type { LadderMessage, WatchedCall } from '../live/index.ts';
import type { ClaimedCall } from './dialler.store.ts';
import type { Ending } from './filing.store.ts';
import { endingLegOf, handedMs, type KeptLeg, outsideMs, seatOf } from './legs.ts';
import { summedOf } from './summary.view.ts';
import { transcriptOf } from './transcript.view.ts';

/**
 * One call in this process, from its claim to its filed record, and all that is held of it: its mailbox (core's call
 * machine, to which events come one at a time, in order, and whose wishes are handed on in order), its talk so far, and
 * what its watchers are told. At the switchboard it is one `SipCall`.
 */
export interface LiveCall<Route> {
  readonly claim: ClaimedCall;
  readonly watched: WatchedCall;
  talk: TalkView;
  /** Something listens to what the callee says. */
  isHeard: boolean;
  /** What it used of recognisers, voices and models so far; what a recogniser heard is told at its end. */
  uses: readonly CallUse[];
  /** What a BYE needs, until the database has it. */
  unsavedDialog: { readonly dialog: unknown; readonly at: Instant } | null;
  /** Never throws: what throws, or cannot be, is told as `defect`. */
  readonly feed: (event: CallEvent<Route>, at: Instant) => void;
  readonly progress: () => CallProgress<Route>;
  /** Who takes part is being written to the database; what was changed meanwhile is written after it. */
  partiesKept: { isWriting: boolean; next: readonly KeptLeg[] | null };
  /** The kinds of its last events, for a report; no words, no numbers. */
  readonly trail: () => readonly string[];
  /** How often something threw while it was served. */
  defects: number;
  /** Its record is on its way: one ending, whoever comes to it first. */
  isEnding: boolean;
}

interface LiveCallWants<Route> {
  readonly record: (fact: CallFact) => void;
  readonly publish: (news: CallNews) => void;
  readonly tell: (command: SwitchboardCommand<Route>) => void;
  /** Something threw, or a cell that must not be reached was: a defect of our own, which ends this one call. */
  readonly defect: (error: unknown) => void;
}

export const openLiveCall = <Route>(
  claim: ClaimedCall,
  watched: WatchedCall,
  wants: LiveCallWants<Route>,
): LiveCall<Route> => {
  let state: CallProgress<Route> = startCall<Route>();
  const trail: string[] = [];
  return {
    claim,
    watched,
    talk: noTalk,
    isHeard: claim.practice,
    uses: [],
    unsavedDialog: null,
    partiesKept: { isWriting: false, next: null },
    defects: 0,
    isEnding: false,
    progress: () => state,
    trail: () => trail,
    feed: createGuard(wants.defect)((event, at) => {
      trail.push(kindOf(event));
      if (trail.length > TRAIL_KEPT) trail.shift();
      const step = stepCall(state, event, at);
      if (step.kind === 'impossible') throw new Error(step.because);
      if (step.kind === 'ignored') return;
      state = step.state;
      for (const effect of step.effects) {
        if (effect.type === 'record') wants.record(effect.fact);
        else if (effect.type === 'publish') wants.publish(effect.news);
        else wants.tell(effect.command);
      }
    }),
  };
};

const TRAIL_KEPT = 30;

const kindOf = (event: CallEvent<unknown>): string => (event.type === 'signal' ? event.signal.type : event.type);

/** A carrier's own words are a phrase; longer ones are somebody's joke. */
const SIP_REASON_KEPT = 120;

/** The record of a call that came to its end here. `toDate` gives the wall clock of an instant. */
export const endingOf = (
  claim: ClaimedCall,
  {
    talk,
    ladder,
    isHeard,
    uses,
  }: Pick<LiveCall<never>, 'talk' | 'isHeard' | 'uses'> & { readonly ladder: readonly LadderMessage[] | null },
  outcome: CallOutcome,
  toDate: (at: Instant) => Date,
): Ending => {
  const { answeredAt, summary } = outcome;
  const date = (at: Instant | null): string | null => (at === null ? null : toDate(at).toISOString());
  const transcript = answeredAt === null ? null : transcriptOf(talk, answeredAt);
  const legs = outcome.legs.map(leg => endingLegOf(leg, claim.phone, toDate));
  return {
    merchantId: claim.merchantId,
    call: claim.call,
    fence: claim.fence,
    verdict: outcome.verdict,
    hungUpBy: outcome.hungUpBy,
    sipReason: outcome.reason.slice(0, SIP_REASON_KEPT),
    mayHaveRung: claim.direction === 'in' || outcome.dialledAt !== null,
    dialledAt: date(outcome.dialledAt),
    answeredAt: date(answeredAt),
    heard: answeredAt === null ? null : isHeard,
    endedAt: toDate(outcome.endedAt).toISOString(),
    ringMs: ringMsOf(outcome),
    talkMs: Math.round(outcome.talkMs),
    uses: uses.filter(isUsed),
    handedMs: handedMs(legs),
    ...(legs.length > 0 && { legs, outsideMs: outsideMs(legs), seat: seatOf(legs) }),
    ...summedOf(summary, transcript),
    wantsNoMoreCalls: talk.wantsNoMoreCalls,
    namesAuthority: talk.namesAuthority,
    transcript,
    recording: outcome.recording,
    media: answeredAt === null ? null : outcome.media,
    ladder,
  };
};

/** A recogniser that was ready and heard nothing was not used. */
const isUsed = (use: CallUse): boolean => use.kind !== 'recognition' || use.ms > 0;

/** From the first ringing to the answer or the end; an answer without ringing counts from the dialling. */
const ringMsOf = ({ dialledAt, ringingAt, answeredAt, endedAt }: CallOutcome): number | null => {
  const since = ringingAt ?? (answeredAt === null ? null : dialledAt);
  return since === null ? null : Math.round((answeredAt ?? endedAt) - since);
};
