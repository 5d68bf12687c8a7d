/**
 * Pacing: how many calls each task of a merchant may start now, and why not more (docs/tasks.md#pacing). A pure function of a
 * snapshot that is read in one transaction with the claim, so the limits hold over all nodes.
 */
export interface PortRoom {
  readonly port: string;
  readonly line: string;
  readonly practice: boolean;
  /** Why nothing is dialled over its line at all; null: it may. */
  readonly shut: LineShut | null;
  /** Calls that the caller numbers may still make today; ports of one `pool` share them. Null: no cap. */
  readonly callers: { readonly pool: string; readonly left: number } | null;
  /** Channels that this task may use of the port, and its live calls there. */
  readonly taskChannels: number;
  readonly taskLive: number;
  /** Channels of the port and of its line, and the live calls of all tasks there. */
  readonly portChannels: number;
  readonly portLive: number;
  readonly lineChannels: number;
  readonly lineLive: number;
  /** Calls that the line's rate lets start now. */
  readonly lineStarts: number;
  /** What one call holds of the balance, in ten-thousandths of a yuan; 0: the line is free. */
  readonly hold: number;
}

/** One task, as it stands in a round. */
export interface TaskRoom {
  readonly taskLive: number;
  readonly taskLimit: number;
  /** What it has of channels for which others wait as well: twice the weight, twice the channels. */
  readonly weight: number;
  /** Channels that are its own as soon as it has numbers for them; others borrow them meanwhile. */
  readonly guaranteed: number;
  /** What it had of channels before ({@link Share}). */
  readonly used: number;
  /** It has waited for a call so long that it comes first, whatever others are promised. */
  readonly isStarved: boolean;
  /** Calls until it pauses to be looked at; null: it goes on. */
  readonly firstLeft: number | null;
  /** What the task may still spend, of its budget or that of the day, whichever is less; null: as the balance lasts. */
  readonly budget: { readonly left: number; readonly of: BudgetBecause } | null;
  /** Numbers that may be dialled now, by the lines they need; counted to a bound. `ordinary` is 0 outside hours. */
  readonly due: { readonly ordinary: number; readonly practice: number };
  /** Ports over which numbers were called before whose turn it is, one for each: they go first, where they have room. */
  readonly kept?: readonly string[];
  readonly ports: readonly PortRoom[];
}

/** All tasks of a merchant that may start calls, at one moment. */
export interface PacingSnapshot {
  readonly merchantLive: number;
  readonly merchantLimit: number;
  /** Room on all nodes together. */
  readonly nodeRoom: number;
  /** Balance minus what is held, in ten-thousandths of a yuan. */
  readonly available: number;
  readonly tasks: readonly TaskRoom[];
}

/**
 * What limits the pace, told to the user. `all`: every due number is being dialled. `numbersInCall`: more might start, but a
 * call of the merchant, of another task or of a person, is at every number that is due. `lent`: others' calls are on channels
 * that are guaranteed to it, and give them back as they end.
 */
export const pacingBecauses = [
  'all',
  'noneDue',
  'taskFull',
  'portsFull',
  'linesFull',
  'lineRate',
  'merchantFull',
  'nodesFull',
  'lent',
  'balance',
  'noPort',
  'lineDown',
  'lineChecking',
  'lineHours',
  'lineOff',
  'callerNumbersUsed',
  'numbersInCall',
  'firstCalls',
  'budget',
  'dayBudget',
] as const;
export type PacingBecause = (typeof pacingBecauses)[number];

/** The task has spent, or holds, what it may: in all, or on one day. */
export type BudgetBecause = Extract<PacingBecause, 'budget' | 'dayBudget'>;

/** The line is dead, not registered with its carrier yet, outside its own hours, or switched off by its owner. */
export type LineShut = Extract<PacingBecause, 'lineDown' | 'lineChecking' | 'lineHours' | 'lineOff'>;

/** What one task may start. */
export interface PacingDecision {
  readonly starts: readonly { readonly port: string; readonly count: number }[];
  /** Whether other calls are at the numbers that are due is seen when they are claimed. */
  readonly because: Exclude<PacingBecause, 'numbersInCall'>;
}
