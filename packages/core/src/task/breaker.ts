import type { CallState } from '../call/index.ts';

/**
 * A task whose calls suddenly fail is paused, so that its list is not burnt before somebody looks (docs/tasks.md#breaker). It is
 * measured by its own past alone: one list is better than another.
 *
 * Who is blamed, in this order, and never two for one cause: **the number**, where the answer says something of it alone (empty,
 * out of service, switched off): such a call counts neither way; **the line**, where one that the task calls over is unwell:
 * it slows down or rests by itself (../line/health.ts); then **the task**.
 *
 * False alarms are rarer than one in a million looks: the judge asks how likely as many failures were, should nothing have changed.
 */
export interface FailureSums {
  /** Calls that came to something, those of which a number is to be blamed left out. */
  readonly calls: number;
  readonly failed: number;
}

interface FailuresSeen {
  /** Of the last minutes, and of what the task called before. */
  readonly lately: FailureSums;
  readonly past: FailureSums;
  /** A line that it calls over is down, rests, or its calls fail: what it carries says nothing of the task. */
  readonly isLineUnwell: boolean;
}

/** It did not come through, whoever was called. Nobody answering, or a busy telephone, is what lists are like. */
const failures: ReadonlySet<CallState> = new Set(['rejected', 'unreachable', 'lineFault', 'limited']);
const ofTheList: ReadonlySet<CallState> = new Set(['answered', 'voicemail', 'fax', 'noAnswer', 'busy']);

/** Sums of what became of calls, each state with its count. */
export const failureSums = (endings: readonly { readonly state: CallState; readonly calls: number }[]): FailureSums => {
  const sum = (of: (state: CallState) => boolean): number =>
    endings.reduce((all, { state, calls }) => all + (of(state) ? calls : 0), 0);
  const failed = sum(state => failures.has(state));
  return { failed, calls: failed + sum(state => ofTheList.has(state)) };
};

/** Fewer say nothing. */
const LEAST_LATELY = 20;
const LEAST_PAST = 50;
/** A jump is from what was usual to twice that, and to a third of all calls at least. */
const TIMES = 2;
const LEAST_RATE = 1 / 3;
const LEAST_LIKELY = 1e-9;

type FailuresVerdict = 'asUsual' | 'line' | 'task';

export const judgeFailures = ({ lately, past, isLineUnwell }: FailuresSeen): FailuresVerdict => {
  if (lately.calls < LEAST_LATELY || past.calls < LEAST_PAST) return 'asUsual';
  const usual = usualRate(past);
  const rate = lately.failed / lately.calls;
  if (rate < Math.max(LEAST_RATE, TIMES * usual)) return 'asUsual';
  if (likelihood(lately, usual) > LEAST_LIKELY) return 'asUsual';
  return isLineUnwell ? 'line' : 'task';
};

/** As high as it may well have been, for so few calls as were made: three standard errors above what was seen. */
const usualRate = ({ calls, failed }: FailureSums): number => {
  const seen = (failed + 1) / (calls + 2);
  return Math.min(1, seen + 3 * Math.sqrt((seen * (1 - seen)) / calls));
};

/** How likely so many failures were at most, if each call failed with probability `p` (Chernoff's bound). */
const likelihood = ({ calls, failed }: FailureSums, p: number): number => {
  const rate = failed / calls;
  const part = (of: number, by: number): number => (of === 0 ? 0 : of * Math.log(of / by));
  return Math.exp(-calls * (part(rate, p) + part(1 - rate, 1 - p)));
};
