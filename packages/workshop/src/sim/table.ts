import type { Day } from './day.ts';

const HOUR_MS = 3_600_000;
const columns = ['hour', 'dialled', 'retries', 'answered', 'lines busy', 'at most', 'done with'] as const;
const WIDTH = 11;

const row = (cells: readonly (string | number)[]): string => cells.map(cell => String(cell).padStart(WIDTH)).join('');
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const list = (counts: Readonly<Record<string, number | undefined>>): string =>
  Object.entries(counts)
    .toSorted(([, a], [, b]) => (b ?? 0) - (a ?? 0))
    .map(([name, count]) => `${name} ${count}`)
    .join(' · ');

/** A day as lines of the terminal: an hour each, from the first to the last in which anything happened, then its end. */
export const tableOf = (day: Day): readonly string[] => {
  const isBusy = day.hours.map(({ dialled, settled, busyMs }) => dialled + settled + busyMs > 0);
  const hours = day.hours.slice(Math.max(0, isBusy.indexOf(true)), isBusy.lastIndexOf(true) + 1);
  const first = Math.max(0, isBusy.indexOf(true));
  return [
    row(columns),
    ...hours.map(({ dialled, retries, answered, busyMs, most, settled }, at) =>
      row([clock((first + at) * 60), dialled, retries, answered, (busyMs / HOUR_MS).toFixed(1), most, settled]),
    ),
    '',
    `calls    ${day.dialled}: ${list(day.calls)}`,
    `numbers  ${list(day.numbers)}`,
    `at once  ${day.most.live}; by line ${day.most.lines.map(({ live, starts }) => `${live} (${starts} a second)`).join(', ')}`,
    day.finishedAt === null ? 'end      not all of them this day' : `end      ${clock(day.finishedAt)}`,
  ];
};
