import { type Instant, ignored, moved, type Step } from '../kit/index.ts';
import { asked, happened, legsAtEnd, opened, type PartiesStep } from './party-steps.ts';
import type { CallEffect, CallEvent, CallKind, CallOutcome, CallProgress } from './state.ts';
import { CALLEE, type PartyOrder, type SwitchboardSignal } from './switchboard.ts';
import { interrupted, notDialled } from './verdict.ts';

/**
 * One call from the wish to the record (docs/calls.md#stages).
 *
 *   fresh ──placed──▶ placed ──committed: tell(dial)──▶ dialling ──▶ ringing ──▶ talking ──▶ ended
 *     │                 └── hung up, or not committed ─────┴─────────────┴──────────┴─────────┘
 *     └──offered: tell(answer)──▶ ringing (somebody calls us; the row was written with the offer)
 *
 * Invariants: dialling is told once, and only after the commit; a call that was placed comes to exactly one `ended` fact;
 * a signal may come late, doubled or out of order (an answer without ringing) and is then ignored or made up for; the
 * machine never waits. Talking itself is the conversation's, which runs beside the sound.
 */
export const stepCall = <Route>(
  state: CallProgress<Route>,
  event: CallEvent<Route>,
  at: Instant,
): Step<CallProgress<Route>, CallEffect<Route>> => {
  if (state.kind === 'ended') return ignored(state, 'the call is over');
  if (state.kind === 'fresh' && event.type !== 'placed' && event.type !== 'offered') {
    return ignored(state, 'the call was not placed');
  }
  switch (event.type) {
    case 'placed':
      if (state.kind !== 'fresh') return ignored(state, 'the call was placed already');
      return placed(state, event.dial, at);
    case 'offered':
      if (state.kind !== 'fresh') return ignored(state, 'the call was placed already');
      return moved(
        { ...state, kind: 'ringing', opening: event.answer, ringingAt: at },
        { type: 'tell', command: event.answer } as CallEffect<Route>,
        fact({ type: 'ringing', at }),
        news('ringing', at),
      );
    case 'committed':
      return committed(state);
    case 'notCommitted':
      if (state.kind !== 'placed') return ignored(state, 'the commit was known already');
      return end(state, neverDialled(event.because, 'nobody', at));
    case 'hangUpAsked':
      return hangUpAsked(state, event, at);
    case 'partyAsked':
      return partyAsked(state, event.order, at);
    case 'balanceOut':
      return balanceOut(state, event.leftMs);
    case 'switchboardLost':
      return end(state, { verdict: interrupted(event.because), by: 'platform', at, recording: null, media: null });
    case 'signal':
      return state.kind === 'placed'
        ? ignored(state, 'nothing was dialled yet')
        : signalled(state, state.kind, event.signal);
  }
};

type CallStep<Route> = Step<CallProgress<Route>, CallEffect<Route>>;
type Ended = Omit<Extract<SwitchboardSignal, { type: 'ended' }>, 'type'>;
type Fact = Extract<CallEffect<never>, { type: 'record' }>['fact'];

const fact = (recorded: Fact): CallEffect<never> => ({ type: 'record', fact: recorded });
const news = (to: Exclude<CallKind, 'fresh'>, at: Instant): CallEffect<never> => ({
  type: 'publish',
  news: { type: 'moved', to, at },
});

/** Who dials by hand takes part from the beginning, and so does one of ours who is called. */
const placed = <Route>(
  state: CallProgress<Route>,
  dial: Extract<CallEvent<Route>, { type: 'placed' }>['dial'],
  at: Instant,
): CallStep<Route> => {
  const parties = opened(state.parties, dial, at);
  return moved({ ...state, kind: 'placed', opening: dial, parties }, fact({ type: 'placed', at }), news('placed', at));
};

/** Carried out at once: who stands where is what was asked, until the switchboard says that somebody is gone. */
const partyAsked = <Route>(state: CallProgress<Route>, order: PartyOrder, at: Instant): CallStep<Route> => {
  if (state.opening === null || state.kind === 'placed') return ignored(state, 'nothing was dialled yet');
  if (state.hangUpBy !== null) return ignored(state, 'it is being hung up');
  if (state.kind !== 'talking' && order.type !== 'attach') return ignored(state, 'nobody talks');
  const step = asked(state.parties, order, at);
  if ('because' in step) return ignored(state, step.because);
  const { call } = state.opening;
  const about = 'party' in order ? order.party : CALLEE;
  return moved(
    { ...state, parties: step.parties },
    { type: 'tell', command: { ...order, call } },
    ...told(step, about, at),
  );
};

const partySignalled = <Route>(
  state: CallProgress<Route>,
  { party, at, news: what }: Extract<SwitchboardSignal, { type: 'party' }>,
): CallStep<Route> => {
  const step = happened(state.parties, party, what, at);
  if ('because' in step) return ignored(state, step.because);
  const isToOutlive = what.type === 'began' || what.type === 'answered';
  return moved(
    { ...state, parties: step.parties },
    ...(isToOutlive ? [fact({ type: 'parties', parties: step.parties })] : []),
    ...told(step, party, at),
  );
};

type Moved = Exclude<PartiesStep, { readonly because: string }>;

const told = ({ parties, noted }: Moved, party: string, at: Instant): readonly CallEffect<never>[] => [
  ...(noted ? [{ type: 'publish', news: { type: 'noted', note: { type: 'party', at, ...noted } } } as const] : []),
  { type: 'publish', news: { type: 'party', party, at, parties } },
];

const committed = <Route>(state: CallProgress<Route>): CallStep<Route> => {
  if (state.kind !== 'placed' || !state.opening) return ignored(state, 'dialling was told already');
  return moved({ ...state, kind: 'dialling' }, { type: 'tell', command: state.opening });
};

/** Before the commit there is nothing to hang up; the commit, should it still come, finds the call over. */
const hangUpAsked = <Route>(
  state: CallProgress<Route>,
  { by, because }: Extract<CallEvent<Route>, { type: 'hangUpAsked' }>,
  at: Instant,
): CallStep<Route> => {
  if (state.kind === 'placed') return end(state, neverDialled('cancelledByUser', by, at));
  if (state.hangUpBy !== null || !state.opening) return ignored(state, 'it is being hung up');
  const command = { type: 'hangUp', call: state.opening.call, by, ...(because && { because }) } as const;
  return moved({ ...state, hangUpBy: by }, { type: 'tell', command });
};

/** Who does not talk yet has what it holds, and who was told once takes its leave already. */
const balanceOut = <Route>(state: CallProgress<Route>, leftMs: number): CallStep<Route> => {
  if (state.kind !== 'talking' || !state.opening) return ignored(state, 'nobody talks');
  if (state.isOut || state.hangUpBy !== null) return ignored(state, 'it is ending');
  return moved(
    { ...state, isOut: true },
    { type: 'tell', command: { type: 'runOut', call: state.opening.call, leftMs } },
  );
};

const neverDialled = (because: string, by: Ended['by'], at: Instant): Ended => ({
  verdict: notDialled(because),
  by,
  at,
  recording: null,
  media: null,
});

const signalled = <Route>(state: CallProgress<Route>, kind: CallKind, signal: SwitchboardSignal): CallStep<Route> => {
  switch (signal.type) {
    case 'dialled':
      if (state.dialledAt !== null && kind === 'dialling') return moved(state, fact(signal));
      if (state.dialledAt !== null) return ignored(state, 'the INVITE had left already');
      return moved({ ...state, dialledAt: signal.at }, fact(signal), news('dialling', signal.at));
    case 'ringing':
      // A carrier may ring first and speak before the answer later: worth telling, nothing to record.
      if (kind === 'ringing' && signal.earlyMedia) return moved(state, rings(signal));
      if (kind !== 'dialling') return ignored(state, 'it rang already');
      return moved(
        { ...state, kind: 'ringing', ringingAt: signal.at },
        fact({ type: 'ringing', at: signal.at }),
        rings(signal),
      );
    case 'answered':
      if (kind === 'talking') return ignored(state, 'it was answered already');
      return moved({ ...state, kind: 'talking', answeredAt: signal.at }, fact(signal), news('talking', signal.at));
    case 'noted': {
      const { note } = signal;
      const summary = note.type === 'ended' ? note.summary : state.summary;
      return moved({ ...state, summary }, { type: 'publish', news: { type: 'noted', note } });
    }
    case 'party':
      return partySignalled(state, signal);
    case 'ended':
      return end(state, signal);
  }
};

const rings = ({ at, earlyMedia }: Extract<SwitchboardSignal, { type: 'ringing' }>) =>
  ({ type: 'publish', news: { type: 'moved', to: 'ringing', at, ...(earlyMedia ? { earlyMedia } : {}) } }) as const;

const end = <Route>(
  state: CallProgress<Route>,
  { verdict, by, at, recording, media, reason = '' }: Ended,
): CallStep<Route> => {
  const { dialledAt, ringingAt, answeredAt, summary, hangUpBy, isOut, parties } = state;
  const isForMoney = isOut && verdict.state === 'answered' && by === 'robot';
  const hungUpBy = by === 'callee' ? by : (hangUpBy ?? by);
  const outcome: CallOutcome = {
    verdict: isForMoney ? { ...verdict, because: 'balanceOut' } : verdict,
    // Who asked for it, unless the callee was quicker.
    hungUpBy,
    dialledAt,
    ringingAt,
    answeredAt,
    endedAt: at,
    talkMs: answeredAt === null ? 0 : Math.max(0, at - answeredAt),
    summary: answeredAt === null ? null : summary,
    recording,
    media,
    reason,
    legs: legsAtEnd(parties, at, hungUpBy),
  };
  return moved({ ...state, kind: 'ended' }, fact({ type: 'ended', outcome }), news('ended', at));
};
