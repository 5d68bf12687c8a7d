/** Days of the calendar (proleptic Gregorian) by their number since 1970-01-01; no zone is asked, for a day is a day. */
export type Day = number;

/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 3;
const DAYS_OF_WEEK = 7;
const MONTHS = 12;
/** From 0000-03-01, where a year begins behind its leap day, to 1970-01-01. */
const EPOCH = 719_468;
const ERA_YEARS = 400;
const ERA_DAYS = 146_097;

/** A month may lie beyond its year: 13 is January of the next. */
const firstOf = (year: number, month: number): Day => {
  const months = MONTHS * year + month - 3;
  const [march, ofYear] = [Math.floor(months / MONTHS), ((months % MONTHS) + MONTHS) % MONTHS];
  const leaps = Math.floor(march / 4) - Math.floor(march / 100) + Math.floor(march / ERA_YEARS);
  return 365 * march + leaps + Math.floor((153 * ofYear + 2) / 5) - EPOCH;
};

/** Of `2026-11-24`. */
export const dayOf = (iso: string): Day => {
  const [year = 0, month = 1, date = 1] = iso.split('-').map(Number);
  return firstOf(year, month) + date - 1;
};

/** `month` is 1 … 12. */
export const partsOf = (day: Day): { readonly year: number; readonly month: number; readonly date: number } => {
  const since = day + EPOCH;
  const era = Math.floor(since / ERA_DAYS);
  const ofEra = since - era * ERA_DAYS;
  const years = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * years + Math.floor(years / 4) - Math.floor(years / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const date = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  return { year: years + era * ERA_YEARS + (month <= 2 ? 1 : 0), month, date };
};

export const isoOf = (day: Day): string => {
  const { year, month, date } = partsOf(day);
  return [`${year}`.padStart(4, '0'), `${month}`.padStart(2, '0'), `${date}`.padStart(2, '0')].join('-');
};

/** Monday is 0. */
export const weekdayOf = (day: Day): number => (((day + FIRST_WEEKDAY) % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK;

export const mondayOf = (day: Day): Day => day - weekdayOf(day);

export const lastDayOf = (year: number, month: number): Day => firstOf(year, month + 1) - 1;

/** A month may lie beyond its year. Null where there is no such day (31 February). */
export const dayFrom = (year: number, month: number, date: number): Day | null => {
  const day = firstOf(year, month) + date - 1;
  return date >= 1 && day <= lastDayOf(year, month) ? day : null;
};
