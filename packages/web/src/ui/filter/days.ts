/** The usual spans of days, and any from one to another; days of the merchant's zone, both included. */
export const presets = ['today', 'yesterday', '7d', '30d'] as const;
export type Days = (typeof presets)[number] | { readonly from: string; readonly to: string };

const day = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (text: string | undefined): text is string =>
  text !== undefined && day.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** Whichever day was said first, the earlier one begins. */
export const betweenDays = (one: string, other: string): Days =>
  one <= other ? { from: one, to: other } : { from: other, to: one };

/** As an address says them, `7d` or `2026-11-01~2026-11-18`; null for what makes no sense. */
export const readDays = (text: string | null): Days | null => {
  const [from, to, ...rest] = text?.split('~') ?? [];
  if (isDay(from) && isDay(to) && rest.length === 0) return betweenDays(from, to);
  return presets.find(preset => preset === text) ?? null;
};
export const writeDays = (days: Days | null): string =>
  days === null ? '' : typeof days === 'string' ? days : `${days.from}~${days.to}`;

/** The merchant's zone has had no summer time since 1991: a fixed distance. */
const zone = '+08:00';
const dayMs = 86_400_000;
const dayAt = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
const plusDays = (text: string, days: number): string =>
  new Date(Date.parse(`${text}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The days that instants lie in, the later one being behind the last of them. */
export const daysIn = (from: string, to: string): Days =>
  betweenDays(dayAt(new Date(from)), dayAt(new Date(Date.parse(to) - 1)));

/** How many days they are. */
export const daysLong = ({ from, to }: { readonly from: string; readonly to: string }): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** First and last day, `now` being the present. */
export const daysOf = (days: Days, now: Date): { readonly from: string; readonly to: string } => {
  if (typeof days !== 'string') return days;
  const today = dayAt(now);
  const back = { today: 0, yesterday: 1, '7d': 6, '30d': 29 }[days];
  return { from: plusDays(today, -back), to: days === 'yesterday' ? plusDays(today, -1) : today };
};

/** The same as instants an endpoint is asked with: at or after `from`, before `to`; of no days nothing. */
export const spanOf = (days: Days | null, now: Date): { from?: string; to?: string } => {
  if (days === null) return {};
  const { from, to } = daysOf(days, now);
  return { from: `${from}T00:00:00${zone}`, to: `${plusDays(to, 1)}T00:00:00${zone}` };
};
