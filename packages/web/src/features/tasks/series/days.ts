import type { endpoints, OutputOf } from '@lianxian/contract';

export type Series = OutputOf<typeof endpoints.taskSeries.list>['list'][number];
export type Template = OutputOf<typeof endpoints.taskSeries.templates>['list'][number];

const minutesAnHour = 60;
export const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;

/** 540 as a field of time has it: 09:00. */
export const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / minutesAnHour)).padStart(2, '0')}:${String(minute % minutesAnHour).padStart(2, '0')}`;
/** And back; what is no time is null. */
export const minuteOf = (time: string): number | null => {
  const [hour, minute] = time.split(':').map(Number);
  return time === '' || hour === undefined || minute === undefined ? null : hour * minutesAnHour + minute;
};
