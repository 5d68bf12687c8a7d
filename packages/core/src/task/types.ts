import type { CallState } from '../call/index.ts';

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
  'cappedDay',
  'cappedWeek',
  'notDialled',
  'undialable',
  'takenOut',
] as const;
export type CalleeBecause = (typeof calleeBecauses)[number];

/** Minutes of one day, `from` included, `to` not: 540–1200 is 09:00–20:00. */
export interface DayWindow {
  readonly from: number;
  readonly to: number;
}
/** Monday to Sunday; a day without a window is a day without calls. */
export type WeekWindows = readonly (readonly DayWindow[])[];

/** A moment as the merchant's wall clock shows it; made at the rim. */
export interface LocalMinute {
  /** 0 is Monday. */
  readonly weekday: number;
  /** 0–1439. */
  readonly minute: number;
}

interface RetryRule {
  readonly times: number;
  readonly afterMinutes: number;
}
/** By the outcome of an attempt; an outcome without a rule is not tried again. */
export type RetryRules = Readonly<Partial<Record<CallState, RetryRule>>>;

/**
 * Which hours and lines are for a number: ordinary ones by the merchant's legal hours, those of the far west two hours
 * later (the callee's own province, docs/tasks.md#lanes), practice numbers over practice lines at any time. Stored as a
 * number.
 */
export const lanes = { ordinary: 0, west: 1, practice: 2 } as const;
export type Lane = (typeof lanes)[keyof typeof lanes];

/** The merchant's limits over all its tasks (docs/tasks.md#caps); on ordinary lines. */
export interface CallingRules {
  readonly legal: DayWindow;
  readonly callsPerDay: number;
  readonly callsPerWeek: number;
  /** Live calls of the merchant. */
  readonly channels: number;
}
export const callingRules: CallingRules = {
  legal: { from: 9 * 60, to: 20 * 60 },
  callsPerDay: 3,
  callsPerWeek: 10,
  channels: 300,
};
