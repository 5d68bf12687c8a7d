import { BoundedMap, type LocalTime, type Moment } from '@lianxian/core';

/** A formatter costs more memory than a call; merchants and those they call share a few zones. */
const KEPT_ZONES = 64;
const formats = new BoundedMap<string, Intl.DateTimeFormat>(KEPT_ZONES);

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.use(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(zone, made);
  return made;
};

/** A moment as calendar and wall clock of `zone` show it. */
export const localTime = (at: Date, zone: string): LocalTime => {
  const [date = '', hour, minute] = formatOf(zone).format(at).split(/[ :]/);
  // Weeks of the product begin with Monday.
  const weekday = (new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7;
  return { date, weekday, minute: Number(hour) * 60 + Number(minute) };
};

/** A moment on the merchant's clock, and on any other. */
export const momentIn = (zone: string, at: Date): Moment => ({
  local: localTime(at, zone),
  clockOf: other => localTime(at, other),
});
