import type { StatWay } from '@lianxian/contract';
import { callStates, levels } from '@lianxian/core';
import { daysIn, spanOf, writeDays } from '../../ui/filter/days.ts';

/** What the call log is narrowed to without further conditions. */
const openParts: readonly (keyof StatWay)[] = ['from', 'to', 'source', 'taskId', 'states'];

const said = (way: StatWay): Readonly<Record<string, string | undefined>> => ({
  time: writeDays(daysIn(way.from, way.to)),
  source: way.source,
  task: way.taskId,
  plan: way.planId,
  version: way.planVersion === undefined ? undefined : String(way.planVersion),
  line: way.lineId,
  port: way.portId,
  owner: way.ownerId,
  area: way.province,
  caller: way.callerNumber,
  state: way.states?.join(','),
  because: way.becauses?.join(','),
  hours: way.hourFrom === undefined ? undefined : `${way.hourFrom}-${way.hourTo ?? way.hourFrom + 1}`,
  weekday: way.weekdays?.join(','),
});

/** The call log with the very calls that were counted; `further` of them, as levels of a bar. */
export const callLogHref = (way: StatWay, further: Readonly<Record<string, string>> = {}): string => {
  const parts = Object.entries({ ...said(way), ...further }).filter(
    (part): part is [string, string] => part[1] !== undefined && part[1] !== '',
  );
  return `/callLog?${new URLSearchParams(parts)}`;
};

/** What a piece of a bar holds, by its key, as the log says it; all of the bar without one, null where the log cannot say it. */
export const pieceOf = (key: string | undefined): Readonly<Record<string, string>> | null => {
  if (key === undefined) return {};
  if (levels.some(level => level === key)) return { level: key };
  if (key === 'answered') return { state: key };
  return key === 'unanswered' ? { state: callStates.filter(state => state !== 'answered').join(',') } : null;
};

/** Of one day alone. */
export const onDay = (way: StatWay, day: string): StatWay => {
  const { from = way.from, to = way.to } = spanOf({ from: day, to: day }, new Date(0));
  return { ...way, from, to };
};

/** Whether it says nothing that only some people may narrow the log by. */
export const isOpenWay = (way: StatWay): boolean =>
  Object.entries(way).every(([key, value]) => value === undefined || openParts.some(each => each === key));
