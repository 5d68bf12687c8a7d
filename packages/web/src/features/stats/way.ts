import type { StatWay } from '@lianxian/contract';
import { daysIn, writeDays } from '../../ui/filter/days.ts';

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

/** Whether it says nothing that only some people may narrow the log by. */
export const isOpenWay = (way: StatWay): boolean =>
  Object.entries(way).every(([key, value]) => value === undefined || openParts.some(each => each === key));
