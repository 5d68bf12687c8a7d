import type { CallState } from '../call/index.ts';
import { cappedBecauses, closedBecauses, type DayWindow } from '../rules/index.ts';

/**
 * The words of tasks (docs/tasks.md): a plan run over a list of numbers. States and reasons are stored, so keys
 * never change their meaning.
 */
export const taskStates = ['draft', 'waiting', 'running', 'paused', 'finished', 'stopped'] as const;
export type TaskState = (typeof taskStates)[number];

/** Why a task is in its state; '' where the state says it all. Sentences are the contract's. */
export const taskBecauses = [
  '',
  'byUser',
  'outsideHours',
  'balance',
  'noPort',
  'planGone',
  'diskFull',
  'appended',
  'stoppedAll',
  'merchantOff',
  'restored',
  'firstCalls',
  'startsLater',
  'budget',
  'dayBudget',
  'failures',
] as const;
export type TaskBecause = (typeof taskBecauses)[number];

export const calleeStates = ['fresh', 'calling', 'retry', 'settled'] as const;
export type CalleeStateWord = (typeof calleeStates)[number];

/** Why a number of a task is settled, or waits. */
export const calleeBecauses = [
  '',
  'answered',
  'triesUsed',
  'notRetried',
  'interrupted',
  'hungUpByUser',
  'givenBack',
  'lineFaults',
  'faultAlone',
  'blacklisted',
  'taskListed',
  'sharedListed',
  'noConsent',
  'forbidden',
  ...closedBecauses,
  ...cappedBecauses,
  'notDialled',
  'undialable',
  'takenOut',
  'nextNumber',
  'pastEnd',
  'appointed',
  'appointmentMissed',
] as const;
/** Why a number waits for an hour that a rule names, and not for a redial: another rule may let it be called at once. */
export const putOffBecauses = ['noConsent', ...closedBecauses, ...cappedBecauses] as const;
export type CalleeBecause = (typeof calleeBecauses)[number];

/** When in the day: in another part of it than the call that failed, or inside these hours of the merchant's clock. */
export type RetryTime = 'otherPart' | DayWindow;
export interface RetryRule {
  readonly times: number;
  readonly afterMinutes: number;
  /** Absent: at whatever time it is by then. */
  readonly at?: RetryTime;
  /** A plan for these tries alone, as it was when that was set; absent: the task's. */
  readonly plan?: { readonly id: string; readonly version: number; readonly name: string };
}
/** By the outcome of an attempt; an outcome without a rule is not tried again. */
export type RetryRules = Readonly<Partial<Record<CallState, RetryRule>>>;
