import type { CallState, HungUpBy, Verdict } from '../call/index.ts';
import type { Level } from '../conversation/index.ts';
import { ignored, impossible, moved, type Step } from '../kit/index.ts';
import type { CalleeBecause, CalleeStateWord, RetryRules } from './types.ts';

/**
 * One number of a task, from the list to its outcome (docs/tasks.md#states-of-a-number).
 *
 *              ┌──────────── notDialled ────────────┐
 *              ▼                                    │
 *   fresh ──claimed──▶ calling ──ended, no rule──▶ settled
 *     │                 ▲   │                        ▲
 *     │             claimed ended, by a rule         │
 *     │                 │   ▼                        │
 *     └────putOff────▶ retry ─────────leftOut────────┘
 *
 * Invariants: a number that is `calling` is claimed by nobody, so it has one call at most; each claim is one attempt with
 * a number of its own; an outcome is tried again as often as its rule says, counted by outcome; an answered number, one
 * that a user hung up and, without a rule for it, an interrupted attempt are never tried again (the phone may have rung);
 * an attempt that was never dialled counts as no outcome, but only so often.
 */
export interface CalleeProgress {
  readonly state: CalleeStateWord;
  /** Attempts, the present one too: the number of the last call row. */
  readonly attempts: number;
  /** How often each outcome came; under `cancelled` how often it was not dialled by a fault. */
  readonly tried: Readonly<Partial<Record<CallState, number>>>;
  /** Of `retry`: so many minutes from this step on. */
  readonly dueInMinutes: number | null;
  readonly because: CalleeBecause;
  readonly lastState: CallState | null;
  readonly lastLevel: Level | null;
}

export type CalleeEvent =
  /** A call row is being written for it. */
  | { readonly type: 'claimed' }
  | { readonly type: 'ended'; readonly verdict: Verdict; readonly level: Level | null; readonly hungUpBy: HungUpBy }
  /** Its call ended before the INVITE. `held`: because the task was paused or stopped; not counted. */
  | { readonly type: 'notDialled'; readonly held: boolean }
  /** It must not be dialled (any more). */
  | {
      readonly type: 'leftOut';
      readonly because: Extract<CalleeBecause, 'blacklisted' | 'forbidden' | 'undialable'>;
    }
  /** Not now: it was called often enough. */
  | {
      readonly type: 'putOff';
      readonly because: Extract<CalleeBecause, 'cappedDay' | 'cappedWeek'>;
      readonly afterMinutes: number;
    };

/** So often a number may come back undialled before it is given up: what fails five times, minutes apart, fails for good. */
export const MOST_NOT_DIALLED = 5;
const NOT_DIALLED_PAUSE_MINUTES = 1;

export const freshCallee: CalleeProgress = {
  state: 'fresh',
  attempts: 0,
  tried: {},
  dueInMinutes: null,
  because: '',
  lastState: null,
  lastLevel: null,
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
  if (callee.state === 'settled') return ignored(callee, 'settled');
  switch (event.type) {
    case 'ended':
      return isCalling ? ended(callee, event, rules) : ignored(callee, 'notCalling');
    case 'notDialled':
      return isCalling ? notDialled(callee, event.held) : ignored(callee, 'notCalling');
    case 'leftOut':
      return isCalling ? ignored(callee, 'calling') : moved(settled(callee, event.because));
    case 'putOff':
      return isCalling ? ignored(callee, 'calling') : moved(again(callee, event.afterMinutes, event.because));
  }
};

const settled = (callee: CalleeProgress, because: CalleeBecause): CalleeProgress => ({
  ...callee,
  state: 'settled',
  dueInMinutes: null,
  because,
});

const again = (callee: CalleeProgress, minutes: number, because: CalleeBecause = ''): CalleeProgress => ({
  ...callee,
  state: 'retry',
  dueInMinutes: minutes,
  because,
});

const counted = (callee: CalleeProgress, state: CallState): CalleeProgress => ({
  ...callee,
  tried: { ...callee.tried, [state]: (callee.tried[state] ?? 0) + 1 },
});

const ended = (
  callee: CalleeProgress,
  { verdict: { state }, level, hungUpBy }: Extract<CalleeEvent, { type: 'ended' }>,
  rules: RetryRules,
): CalleeStep => {
  const told: CalleeProgress = { ...counted(callee, state), lastState: state, lastLevel: level };
  if (state === 'answered') return moved(settled(told, 'answered'));
  if (state === 'cancelled') return moved(settled(told, hungUpBy === 'user' ? 'hungUpByUser' : 'notRetried'));
  const rule = rules[state];
  if (!rule) return moved(settled(told, state === 'interrupted' ? 'interrupted' : 'notRetried'));
  return moved((told.tried[state] ?? 0) <= rule.times ? again(told, rule.afterMinutes) : settled(told, 'triesUsed'));
};

const notDialled = (callee: CalleeProgress, held: boolean): CalleeStep => {
  if (held) {
    const isUntried = Object.keys(callee.tried).length === 0;
    return moved(isUntried ? { ...callee, state: 'fresh', dueInMinutes: null } : again(callee, 0));
  }
  const told = counted(callee, 'cancelled');
  return moved(
    (told.tried.cancelled ?? 0) >= MOST_NOT_DIALLED
      ? settled(told, 'notDialled')
      : again(told, NOT_DIALLED_PAUSE_MINUTES),
  );
};
