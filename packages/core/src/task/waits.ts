import type { AbroadWay } from '../phone/index.ts';
import {
  type Home,
  hoursOfLines,
  isWithin,
  type Lane,
  type LocalMinute,
  lanes,
  lanesOfLine,
  lanesOfLines,
  type Openings,
  type RuleSaid,
  unknownHome,
  type WeekWindows,
} from '../rules/index.ts';
import type { TaskState } from './types.ts';

/**
 * Why a number that is not being called waits, and for how long: what stands first is asked first (docs/tasks.md#what-a-number-waits-for).
 * A line takes part as the pacing sees it; how many calls may be at once is not asked here.
 */
export const waitBecauses = [
  'draft',
  'startsLater',
  'stopped',
  'paused',
  'noLine',
  'lineOff',
  'neverOpen',
  'west',
  'hours',
  'holiday',
  'yearUnknown',
  'lineHours',
  'retry',
  'appointed',
  'lineDown',
  'lineChecking',
  'turn',
] as const;
export type WaitBecause = (typeof waitBecauses)[number];

interface WaitingLine {
  readonly practice: boolean;
  readonly abroad: AbroadWay;
  readonly enabled: boolean;
  /** Null: any hour. */
  readonly windows: WeekWindows | null;
  readonly isDown: boolean;
  /** Of one that refused every call and rests: for how long still. */
  readonly restsInMinutes: number | null;
  readonly isRegistered: boolean;
}

export interface WaitingTask {
  readonly state: TaskState;
  /** Of the rules that hold for it, from now on. */
  readonly openings: Openings;
  /** The merchant's clock now. */
  readonly local: LocalMinute;
  /** Of one that begins by itself: how long still. */
  readonly startsInMinutes?: number | null;
  /** That its ports lead to; those removed left out. */
  readonly lines: readonly WaitingLine[];
}

interface Wait {
  readonly because: WaitBecause;
  /** From the minute that runs; null: nobody knows, or nothing will come of it. */
  readonly inMinutes: number | null;
  /** Whose rule keeps it, where one does. */
  readonly rule: RuleSaid | null;
}

interface WaitingNumber {
  readonly lane: Lane;
  readonly home: Home;
  /** Minutes until a redial is due; 0 of a fresh number. */
  readonly dueIn: number;
  /** What is due is a call that was promised. */
  readonly isAppointed?: boolean;
}

const restOf = (lines: readonly WaitingLine[]): number | null => {
  const rests = lines.flatMap(({ isDown, restsInMinutes }) =>
    isDown && restsInMinutes !== null ? [restsInMinutes] : [],
  );
  return rests.length === 0 ? null : Math.min(...rests);
};

/** That its hours are not there yet, or never will be. */
const closedWait = (
  openings: Openings,
  lines: readonly WaitingLine[],
  { home, dueIn }: Pick<WaitingNumber, 'home' | 'dueIn'>,
): Wait | null => {
  const overLines = openings.closedOverLines(home, hoursOfLines(lines.map(line => line.windows)), dueIn);
  if (overLines === null) return null;
  const inMinutes = overLines.afterMinutes;
  const own = openings.closedAt(home, dueIn);
  if (own === null) return { because: inMinutes === null ? 'neverOpen' : 'lineHours', inMinutes, rule: null };
  const { because, rule } = own;
  if (because !== 'hours') return { because, inMinutes, rule };
  if (inMinutes === null) return { because: 'neverOpen', inMinutes, rule };
  const isOfPlace = home.province !== null && openings.isOpenAt(unknownHome, dueIn);
  return { because: isOfPlace ? 'west' : 'hours', inMinutes, rule };
};

export const waitOf = (task: WaitingTask, number: WaitingNumber): Wait => {
  const { state, openings, local, lines, startsInMinutes: startsIn = null } = task;
  const never = (because: WaitBecause): Wait => ({ because, inMinutes: null, rule: null });
  if (state === 'draft' || state === 'paused') return never(state);
  if (state === 'stopped' || state === 'finished') return never('stopped');
  if (startsIn !== null && startsIn > 0) return { because: 'startsLater', inMinutes: startsIn, rule: null };
  const { lane, home, isAppointed = false } = number;
  const meant = lines.filter(line => lanesOfLine(line).includes(lane));
  if (meant.length === 0 || !lanesOfLines(lines).includes(lane)) return never('noLine');
  const on = meant.filter(({ enabled }) => enabled);
  if (on.length === 0) return never('lineOff');
  const dueIn = Math.max(0, number.dueIn);
  // It is called at its time or by a person.
  if (isAppointed && dueIn > 0) return { because: 'appointed', inMinutes: dueIn, rule: null };
  const closed = lane === lanes.practice ? null : closedWait(openings, on, { home, dueIn });
  if (closed !== null) return closed;
  if (dueIn > 0) return { because: 'retry', inMinutes: dueIn, rule: null };
  const open = on.filter(line => line.windows === null || isWithin(line.windows, local));
  if (open.some(({ isDown, isRegistered }) => !isDown && isRegistered)) return never('turn');
  return open.some(({ isDown }) => isDown)
    ? { because: 'lineDown', inMinutes: restOf(open), rule: null }
    : never('lineChecking');
};
