import type { Plan } from '@lianxian/core';

/** What can be taken back and done again: whole plans, which share all that did not change. */
export interface History {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
  /** Of the last change, for one that goes on: typing in one field is one step. */
  readonly last: { readonly merge: string; readonly at: number } | null;
}

interface Step {
  readonly plan: Plan;
  readonly label: string;
}

/** More than anybody takes back by hand; a step shares its unchanged nodes with its neighbours. */
export const mostSteps = 200;
/** A pause of this long begins a new step in the same field. */
export const mergeWithinMs = 1_500;

export const noHistory: History = { past: [], future: [], last: null };

/** `before` is the plan that `label` has changed at `at` (ms). Changes with the same `merge` soon after are one step. */
export const record = (history: History, before: Plan, label: string, merge: string | null, at: number): History => {
  const goesOn = merge !== null && history.last?.merge === merge && at - history.last.at < mergeWithinMs;
  const past = goesOn && history.past.length > 0 ? history.past : [...history.past, { plan: before, label }];
  return { past: past.slice(-mostSteps), future: [], last: merge === null ? null : { merge, at } };
};

/**
 * The same steps over another plan: `over` says what each plan becomes. What lies behind one that becomes none (null) can be
 * taken back or done again no more.
 */
export const rebased = ({ past, future }: History, over: (plan: Plan) => Plan | null): History => {
  const near = (steps: readonly Step[]): readonly Step[] => {
    const kept: Step[] = [];
    for (const step of steps.toReversed()) {
      const plan = over(step.plan);
      if (plan === null) break;
      kept.unshift({ ...step, plan });
    }
    return kept;
  };
  return { past: near(past), future: near(future), last: null };
};

/** One step back or forward from `now`; null where there is none. */
export const goBack = (history: History, now: Plan): { history: History; plan: Plan } | null => {
  const step = history.past.at(-1);
  if (!step) return null;
  const future = [...history.future, { plan: now, label: step.label }];
  return { plan: step.plan, history: { past: history.past.slice(0, -1), future, last: null } };
};
export const goForward = (history: History, now: Plan): { history: History; plan: Plan } | null => {
  const step = history.future.at(-1);
  if (!step) return null;
  const past = [...history.past, { plan: now, label: step.label }];
  return { plan: step.plan, history: { past, future: history.future.slice(0, -1), last: null } };
};
