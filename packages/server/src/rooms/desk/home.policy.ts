import {
  doneBecauseText,
  type homeEndpoints,
  type Language,
  type OutputOf,
  pacingBecauseText,
  taskBecauseText,
} from '@lianxian/contract';
import { type Ahead, type Openings, type TaskBecause, type TaskState, unknownHome } from '@lianxian/core';

/** Rules of the first page, on plain rows: sums over hours, what comes next for a task, what somebody has to do. */
export type Home = OutputOf<typeof homeEndpoints.index>;
type Figures = NonNullable<Home['calls']>['before'];
type HomeTask = NonNullable<Home['tasks']>[number];

/** Sums of calls; bigint and numeric as text, `hour` as `2026-11-20 09` of the merchant's zone. */
export interface Sums {
  readonly hour: string;
  readonly source: 'task' | 'hand' | 'in' | 'seat';
  readonly calls: string;
  readonly answered: string;
  readonly talkMs: string;
  readonly a: string;
  readonly b: string;
  readonly c: string;
  readonly d: string;
  readonly e: string;
  readonly f: string;
  readonly cost: string;
}

const COST_PARTS = 10_000;
/** Yuan with up to four decimals, those that say something: `0`, `0.12`. */
const yuan = (parts: number): string => String(parts / COST_PARTS);

const sumOf = (rows: readonly Sums[]): Figures => {
  const total = (name: Exclude<keyof Sums, 'hour' | 'source'>) => rows.reduce((sum, row) => sum + Number(row[name]), 0);
  return {
    calls: total('calls'),
    answered: total('answered'),
    talkMs: total('talkMs'),
    levels: { A: total('a'), B: total('b'), C: total('c'), D: total('d'), E: total('e'), F: total('f') },
    cost: yuan(rows.reduce((sum, row) => sum + Math.round(Number(row.cost) * COST_PARTS), 0)),
  };
};

/** `date` moved by so many days; dates without a zone. */
export const dayOf = (date: string, days: number): string => {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
};

interface CallsIn {
  readonly date: string;
  readonly days: number;
  /** Of the days and the one before them at least. */
  readonly rows: readonly Sums[];
  /** While the last day runs: its hour now, and what ended the day before in that hour up to this minute. */
  readonly running: { readonly hour: number; readonly part: Sums } | null;
}

export const callsView = ({ date, days, rows, running }: CallsIn): NonNullable<Home['calls']> => {
  const dayOfRow = (row: Sums) => row.hour.slice(0, 10);
  // Calls that somebody meant: a task's, and those that a seat dialled.
  const byDay = Map.groupBy(
    rows.filter(({ source }) => source === 'task' || source === 'seat'),
    dayOfRow,
  );
  const byHand = Map.groupBy(
    rows.filter(({ source }) => source === 'hand'),
    dayOfRow,
  );
  const hourOf = (row: Sums) => Number(row.hour.slice(11));
  const [last, before] = [byDay.get(date) ?? [], byDay.get(dayOf(date, -1)) ?? []];
  const within = running === null ? before : [...before.filter(row => hourOf(row) < running.hour), running.part];
  return {
    days: Array.from({ length: days }, (_, n) => {
      const day = dayOf(date, n + 1 - days);
      const { calls, cost } = sumOf(byHand.get(day) ?? []);
      return { date: day, ...sumOf(byDay.get(day) ?? []), byHand: { calls, cost } };
    }),
    before: sumOf(within),
    hours: Array.from({ length: 24 }, (_, hour) => {
      const { calls, answered } = sumOf(last.filter(row => hourOf(row) === hour));
      const then = sumOf(before.filter(row => hourOf(row) === hour));
      return { hour, answered, unanswered: calls - answered, before: then.calls };
    }),
  };
};

interface NextIn {
  readonly state: TaskState;
  readonly because: string;
  readonly total: number;
  readonly paceBecause: string;
  /** When the last of it will be done, as its board reckons it; undefined: nobody does. */
  readonly end: Ahead['end'] | undefined;
  /** Minutes until it may call; null: never, or it is not about hours. */
  readonly minutesToOpen: number | null;
}

const MINUTE_MS = 60_000;

/** What comes next: an instant, or what somebody has to do. */
export const nextOf = (task: NextIn, now: Date, language: Language): HomeTask['next'] => {
  const after = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS).toISOString();
  const because = (text: string): HomeTask['next'] => ({ is: 'because', at: null, text });
  const action = (is: 'import' | 'start' | 'resume'): HomeTask['next'] => ({ is, at: null, text: '' });
  if (task.total === 0) return action('import');
  if (task.state === 'draft') return action('start');
  if (task.state === 'running') return doneNext(task, after, language);
  if (task.state === 'waiting' && task.minutesToOpen !== null)
    return { is: 'opensAt', at: after(task.minutesToOpen), text: '' };
  return task.state === 'paused' && handMade.has(task.because)
    ? action('resume')
    : because(taskBecauseText(task.because, language));
};

/** The sentences are the board's: why nobody knows, and what the forecast leaves out. */
const doneNext = (
  { end, paceBecause }: NextIn,
  after: (minutes: number) => string,
  language: Language,
): HomeTask['next'] => {
  if (end === undefined) return { is: 'because', at: null, text: pacingBecauseText(paceBecause, language) };
  if ('unknown' in end) return { is: 'because', at: null, text: doneBecauseText(end.unknown, language) };
  return { is: 'doneAt', at: after(end.minutes), text: end.lineDown ? doneBecauseText('withoutLine', language) : '' };
};

/** Reasons after which only a person goes on. */
const handMade: ReadonlySet<string> = new Set<TaskBecause>(['byUser', 'appended', 'stoppedAll', 'firstCalls']);

/** Minutes until a task that waits for its hours may call. */
export const minutesToOpen = (because: string, openings: Openings): number | null => {
  if (because !== 'outsideHours') return null;
  const closed = openings.closedAt(unknownHome, 0);
  return closed === null ? 0 : closed.afterMinutes;
};

/** Does what is left reach for a day like the dearer of the last two? Only lines with a price make it matter. */
export const isLow = (available: number, costs: readonly number[], priced: boolean): boolean =>
  priced && available <= Math.max(0, ...costs);
