import { hoursThatHold, isWithin, minutesUntilOpen } from './hours.ts';
import { lanesOfLine } from './lanes.ts';
import { type DayWindow, type Lane, type LocalMinute, lanes, type TaskState, type WeekWindows } from './types.ts';

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
  'lineHours',
  'retry',
  'lineDown',
  'lineChecking',
  'turn',
] as const;
export type WaitBecause = (typeof waitBecauses)[number];

interface WaitingLine {
  readonly practice: boolean;
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
  readonly windows: WeekWindows;
  readonly legal: DayWindow;
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
}

const MINUTES_A_DAY = 1_440;
const wholeDay: DayWindow = { from: 0, to: MINUTES_A_DAY };

const after = ({ weekday, minute }: LocalMinute, minutes: number): LocalMinute => {
  const all = minute + minutes;
  return { weekday: (weekday + Math.floor(all / MINUTES_A_DAY)) % 7, minute: all % MINUTES_A_DAY };
};

const restOf = (lines: readonly WaitingLine[]): number | null => {
  const rests = lines.flatMap(({ isDown, restsInMinutes }) =>
    isDown && restsInMinutes !== null ? [restsInMinutes] : [],
  );
  return rests.length === 0 ? null : Math.min(...rests);
};

/** @param dueIn minutes until a redial is due; 0 of a fresh number. */
export const waitOf = (task: WaitingTask, lane: Lane, dueIn: number): Wait => {
  const { state, windows, legal, local, lines, startsInMinutes: startsIn = null } = task;
  const never = (because: WaitBecause): Wait => ({ because, inMinutes: null });
  if (state === 'draft' || state === 'paused') return never(state);
  if (state === 'stopped' || state === 'finished') return never('stopped');
  if (startsIn !== null && startsIn > 0) return { because: 'startsLater', inMinutes: startsIn };
  const meant = lines.filter(line => lanesOfLine(line).includes(lane));
  if (meant.length === 0) return never('noLine');
  const on = meant.filter(({ enabled }) => enabled);
  if (on.length === 0) return never('lineOff');
  const then = after(local, Math.max(0, dueIn));
  const opensIn = (hours: WeekWindows, who: Lane) => minutesUntilOpen(hours, legal, then, who);
  const ofLines = on.map(line => line.windows);
  const minutes = opensIn(hoursThatHold(windows, wholeDay, ofLines), lane);
  if (minutes === null) return never('neverOpen');
  if (minutes > 0) {
    const inMinutes = Math.max(0, dueIn) + minutes;
    if (opensIn(windows, lane) === 0) return { because: 'lineHours', inMinutes };
    return { because: lane === lanes.west && opensIn(windows, lanes.ordinary) === 0 ? 'west' : 'hours', inMinutes };
  }
  if (dueIn > 0) return { because: 'retry', inMinutes: dueIn };
  const open = on.filter(line => line.windows === null || isWithin(line.windows, local));
  if (open.some(({ isDown, isRegistered }) => !isDown && isRegistered)) return never('turn');
  return open.some(({ isDown }) => isDown) ? { because: 'lineDown', inMinutes: restOf(open) } : never('lineChecking');
};
