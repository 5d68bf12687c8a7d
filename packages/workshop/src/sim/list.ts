import { type CalleeEvent, type CalleeProgress, freshCallee, type RetryRules, stepAttempt } from '@lianxian/core';

const MINUTE_MS = 60_000;

/** The numbers of a task: each is core's machine of one number; retries that are due are dialled before fresh ones. */
export interface NumberList {
  readonly at: (callee: number) => CalleeProgress;
  readonly step: (callee: number, event: CalleeEvent, now: number) => CalleeProgress;
  /** Numbers that may be dialled at `now`. */
  readonly due: (now: number) => number;
  readonly take: (now: number) => number | null;
  readonly settled: () => number;
}

export const createList = (numbers: number, retries: RetryRules): NumberList => {
  const callees: CalleeProgress[] = Array.from({ length: numbers }, () => freshCallee);
  let fresh = 0;
  let settled = 0;
  /** By the moment from which it may be dialled. */
  const waiting: { readonly callee: number; readonly from: number }[] = [];
  const wait = (callee: number, from: number) => {
    const at = waiting.findLastIndex(other => other.from <= from) + 1;
    waiting.splice(at, 0, { callee, from });
  };
  return {
    at: callee => callees[callee]!,
    step: (callee, event, now) => {
      const step = stepAttempt(callees[callee]!, event, retries);
      if (step.kind !== 'moved') throw new Error(`number ${callee}: ${event.type} did not move it (${step.kind})`);
      callees[callee] = step.state;
      if (step.state.state === 'settled') settled++;
      if (step.state.state === 'retry') wait(callee, now + (step.state.dueInMinutes ?? 0) * MINUTE_MS);
      return step.state;
    },
    due: now => numbers - fresh + waiting.findLastIndex(({ from }) => from <= now) + 1,
    take: now => {
      const first = waiting[0];
      if (first && first.from <= now) return waiting.shift()!.callee;
      return fresh < numbers ? fresh++ : null;
    },
    settled: () => settled,
  };
};
