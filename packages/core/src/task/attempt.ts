import type { CallState, HungUpBy, Verdict } from '../call/index.ts';
import type { Level } from '../conversation/index.ts';
import { ignored, impossible, moved, type Step } from '../kit/index.ts';
import type { NeverCalled, NotNow } from '../rules/index.ts';
import { retryAfter, usualRetries } from './retry.ts';
import type { CalleeBecause, CalleeStateWord, RetryRules } from './types.ts';

/**
 * One number of a task, from the list to its outcome (docs/tasks.md#states-of-a-number).
 *
 *              ┌──────────── notDialled ────────────┐
 *              ▼                                    │
 *   fresh ──claimed──▶ calling ──ended, no rule──▶ settled
 *     │                 ▲   │                        ▲
 *     │             claimed ended: a rule, our line, │
 *     │                 │   │      or our hanging up │
 *     │                 │   ▼                        │
 *     └────putOff────▶ retry ─────leftOut, takenOut───┘
 *
 *   fresh, retry, settled ──appointed──▶ retry ──letGo──▶ as it stood
 *
 * Invariants: a number that is `calling` is claimed by nobody, so it has one call at most; each claim is one attempt with
 * a number of its own; an outcome is tried again as often as its rule says, counted by outcome; an answered number and,
 * without a rule for it, an interrupted attempt are never tried again (the phone may have rung); what we took back before
 * an answer and what our line refused is not the number's doing and comes again without a rule (decision 55), an attempt
 * that was never dialled counts as no outcome: each of these only so often. A number that somebody took off the list is
 * not called any more, a call that is on its way is its last. Of a person with several numbers the next one comes where the
 * one before has no success left; whoever was reached at one of them is called at none (decision 83). Who was promised a call
 * is called at that time, whatever came before, and the promise stands until a call was made: what is taken back undialled
 * comes again. One that may not be kept at its time is a person's from then on, and the number is settled (decision 88).
 */
export interface CalleeProgress {
  readonly state: CalleeStateWord;
  /** Attempts, the present one too: the number of the last call row. */
  readonly attempts: number;
  /**
   * How often each outcome came; under `cancelled` how often it was not dialled by a fault, under `givenBack` how often we
   * took its call back before an answer.
   */
  readonly tried: Readonly<Partial<Record<CallState | 'givenBack', number>>>;
  /** Of `retry`: so many minutes from this step on. */
  readonly dueInMinutes: number | null;
  readonly because: CalleeBecause;
  readonly lastState: CallState | null;
  readonly lastLevel: Level | null;
  /** Numbers of the same person that were not tried yet; the next of them is called where this one can come to nothing more. */
  readonly further: number;
  /** Its next call was promised for the time it is due. */
  readonly isAppointed: boolean;
  /** The outcome whose rule brought it back; null: none did. */
  readonly retryOf: CallState | null;
}

export type CalleeEvent =
  /** A call row is being written for it. */
  | { readonly type: 'claimed' }
  | {
      readonly type: 'ended';
      readonly verdict: Verdict;
      readonly level: Level | null;
      readonly hungUpBy: HungUpBy;
      /** Of a fault of the line: it met this number again while the line worked for others, and such a fault shall end it. */
      readonly isAlone?: boolean;
      /** Of the merchant's day, when it ended. */
      readonly minute: number;
      /** The callee said when to call again, in so many minutes. */
      readonly callBackIn?: number | null;
    }
  /** Its call ended before the INVITE. `held`: because the task was paused or stopped; not counted. */
  | { readonly type: 'notDialled'; readonly held: boolean }
  /** It must not be dialled (any more). */
  | {
      readonly type: 'leftOut';
      readonly because: NeverCalled['because'];
    }
  /** Somebody took it off the list. */
  | { readonly type: 'takenOut' }
  /** Not now: it was called often enough, it is not its hour, or nobody said yes to it. */
  | {
      readonly type: 'putOff';
      readonly because: NotNow['because'];
      readonly afterMinutes: number;
    }
  /** Somebody promised a call in so many minutes. */
  | { readonly type: 'appointed'; readonly inMinutes: number }
  /** Somebody took the promise back. */
  | { readonly type: 'letGo' }
  /** It was not called at its time. */
  | { readonly type: 'missed' };

/** So often a number may come back undialled before it is given up: what fails five times, minutes apart, fails for good. */
export const MOST_NOT_DIALLED = 5;
const NOT_DIALLED_PAUSE_MINUTES = 1;
/** The call that we take back so often before an answer is the number's last. */
export const MOST_GIVEN_BACK = 3;
/** A telephone that stopped ringing a moment ago does not ring at once again. */
export const GIVEN_BACK_MINUTES = 5;

export const freshCallee: CalleeProgress = {
  state: 'fresh',
  attempts: 0,
  tried: {},
  dueInMinutes: null,
  because: '',
  lastState: null,
  lastLevel: null,
  further: 0,
  isAppointed: false,
  retryOf: null,
};

type CalleeStep = Step<CalleeProgress, never>;

export const stepAttempt = (callee: CalleeProgress, event: CalleeEvent, rules: RetryRules): CalleeStep => {
  const isCalling = callee.state === 'calling';
  if (event.type === 'claimed') {
    // Two calls to one number at once is what this machine is there to prevent.
    if (isCalling) return impossible('a number that is being called was claimed');
    if (callee.state === 'settled') return impossible('a settled number was claimed');
    return moved({ ...callee, state: 'calling', attempts: callee.attempts + 1, dueInMinutes: null, because: '' });
  }
  if (event.type === 'appointed')
    return isCalling ? ignored(callee, 'calling') : moved(promised(callee, event.inMinutes));
  if (callee.state === 'settled') return ignored(callee, 'settled');
  switch (event.type) {
    case 'ended':
      return isCalling ? last(callee, ended(callee, event, rules)) : ignored(callee, 'notCalling');
    case 'notDialled':
      return isCalling ? last(callee, notDialled(callee, event.held)) : ignored(callee, 'notCalling');
    case 'takenOut':
      return moved(isCalling ? { ...callee, because: 'takenOut' } : settled(callee, 'takenOut'));
    case 'leftOut':
      return isCalling ? ignored(callee, 'calling') : moved(settled(callee, event.because));
    case 'putOff':
      if (isCalling) return ignored(callee, 'calling');
      // What was promised for this hour is not kept at another.
      return moved(
        callee.isAppointed
          ? settled(callee, event.because)
          : { ...again(callee, event.afterMinutes, event.because), retryOf: callee.retryOf },
      );
    case 'letGo':
      return isWaitingFor(callee) ? moved(asItStood(callee, rules)) : ignored(callee, 'notAppointed');
    case 'missed':
      return isWaitingFor(callee) ? moved(settled(callee, 'appointmentMissed')) : ignored(callee, 'notAppointed');
  }
};

const isWaitingFor = ({ state, isAppointed }: CalleeProgress): boolean => state === 'retry' && isAppointed;

const promised = (callee: CalleeProgress, inMinutes: number): CalleeProgress => ({
  ...again(callee, inMinutes, 'appointed'),
  isAppointed: true,
});

/** Without the promise: who has tries left is called as the list has it, the others are done. */
const asItStood = (callee: CalleeProgress, rules: RetryRules): CalleeProgress => {
  const { lastState, tried } = callee;
  if (isUntried(callee)) return { ...freshCallee, attempts: callee.attempts, further: callee.further };
  const rule = lastState === null ? undefined : retryRuleOf(rules, lastState);
  const hasLeft = lastState === null || (rule !== undefined && (tried[lastState] ?? 0) <= rule.times);
  if (hasLeft) return { ...again(callee, 0), isAppointed: false, retryOf: rule ? lastState : null };
  return settled(callee, lastState === 'answered' ? 'answered' : rule ? 'triesUsed' : 'notRetried');
};

const isUntried = ({ tried, lastState }: CalleeProgress): boolean =>
  Object.keys(tried).length === 0 && lastState === null;

/**
 * Of a number that was taken off the list while it was called, nothing comes after that call: not after an interruption
 * either, in whose stead another ending may come yet.
 */
const last = (callee: CalleeProgress, step: CalleeStep): CalleeStep => {
  if (step.kind !== 'moved') return step;
  if (callee.because !== 'takenOut') return moved(orNextNumber(step.state));
  const { state, because } = step.state;
  return state !== 'settled' || because === 'interrupted' ? moved(settled(step.state, 'takenOut')) : step;
};

/**
 * What a person's number must have come to before the next is called: it has no success left. Who took the call, refused
 * it or may have been reached before an interruption is not rung elsewhere.
 */
const givesWay: ReadonlySet<CalleeBecause> = new Set(['triesUsed', 'notRetried', 'lineFaults', 'faultAlone']);
const holds: ReadonlySet<CallState | null> = new Set<CallState | null>([
  'answered',
  'rejected',
  'interrupted',
  'cancelled',
]);

const orNextNumber = (callee: CalleeProgress): CalleeProgress => {
  const { state, because, lastState, further } = callee;
  if (state !== 'settled' || further === 0 || !givesWay.has(because) || holds.has(lastState)) return callee;
  return { ...again(callee, 0, 'nextNumber'), tried: {}, further: further - 1 };
};

const settled = (callee: CalleeProgress, because: CalleeBecause): CalleeProgress => ({
  ...callee,
  state: 'settled',
  dueInMinutes: null,
  because,
  isAppointed: false,
  retryOf: null,
});

const again = (callee: CalleeProgress, minutes: number, because: CalleeBecause = ''): CalleeProgress => ({
  ...callee,
  state: 'retry',
  dueInMinutes: minutes,
  because,
  retryOf: null,
});

const counted = (callee: CalleeProgress, state: CallState | 'givenBack'): CalleeProgress => ({
  ...callee,
  tried: { ...callee.tried, [state]: (callee.tried[state] ?? 0) + 1 },
});

const ended = (
  callee: CalleeProgress,
  { verdict: { state }, level, hungUpBy, isAlone, minute, callBackIn = null }: Extract<CalleeEvent, { type: 'ended' }>,
  rules: RetryRules,
): CalleeStep => {
  if (state === 'cancelled') return moved(givenBack(callee, hungUpBy));
  const told: CalleeProgress = { ...counted(callee, state), lastState: state, lastLevel: level, isAppointed: false };
  if (state === 'answered') return moved(callBackIn === null ? settled(told, 'answered') : promised(told, callBackIn));
  if (isLineFault(state) && isAlone) return moved(settled(told, 'faultAlone'));
  const rule = retryRuleOf(rules, state);
  if (!rule) return moved(settled(told, state === 'interrupted' ? 'interrupted' : 'notRetried'));
  if ((told.tried[state] ?? 0) <= rule.times)
    return moved({ ...again(told, retryAfter(rule, minute)), retryOf: state });
  return moved(settled(told, isLineFault(state) ? 'lineFaults' : 'triesUsed'));
};

/** Of the line or its carrier, not of the number: it comes again without a rule for it, too. */
export const isLineFault = (state: CallState | null): state is 'lineFault' | 'limited' =>
  state === 'lineFault' || state === 'limited';

/** What a task says of an outcome; of a line's faults it need not (decision 55). */
export const retryRuleOf = (rules: RetryRules, state: CallState) =>
  rules[state] ?? (isLineFault(state) ? usualRetries[state] : undefined);

/** A call that we took back before an answer is no outcome of its number, and uses up no try. */
const givenBack = (callee: CalleeProgress, hungUpBy: HungUpBy): CalleeProgress => {
  const told: CalleeProgress = { ...counted(callee, 'givenBack'), lastState: 'cancelled', lastLevel: null };
  if ((told.tried.givenBack ?? 0) < MOST_GIVEN_BACK)
    return { ...again(told, GIVEN_BACK_MINUTES, 'givenBack'), retryOf: callee.retryOf };
  return settled(told, hungUpBy === 'user' ? 'hungUpByUser' : 'notRetried');
};

const notDialled = (callee: CalleeProgress, held: boolean): CalleeStep => {
  const { isAppointed, retryOf } = callee;
  const because = isAppointed ? 'appointed' : '';
  if (held) {
    if (isUntried(callee) && !isAppointed) return moved({ ...callee, state: 'fresh', dueInMinutes: null });
    return moved({ ...again(callee, 0, because), retryOf });
  }
  const told = counted(callee, 'cancelled');
  return moved(
    (told.tried.cancelled ?? 0) >= MOST_NOT_DIALLED
      ? settled(told, 'notDialled')
      : { ...again(told, NOT_DIALLED_PAUSE_MINUTES, because), retryOf },
  );
};
