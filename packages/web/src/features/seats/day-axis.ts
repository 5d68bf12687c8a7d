/** Where a moment stands on the bar of a day, in percent of its 24 hours. */
export interface DayAxis {
  readonly at: (iso: string) => number;
  /** Now, where it is on that day. */
  readonly now: number | null;
}

const dayMs = 86_400_000;
/** Days of the merchant's zone; the platform's default is Shanghai, which has no summer time. */
const zone = '+08:00';

/** @param day `2026-11-29` */
export const dayAxis = (day: string, now: Date): DayAxis => {
  const begin = Date.parse(`${day}T00:00:00${zone}`);
  const percent = (ms: number): number => Math.max(0, Math.min(100, ((ms - begin) / dayMs) * 100));
  const isNow = now.getTime() >= begin && now.getTime() < begin + dayMs;
  return { at: iso => percent(Date.parse(iso)), now: isNow ? percent(now.getTime()) : null };
};
