/** Days as practice callees count them: proleptic Gregorian, by their number since 1970-01-01; no zone is asked. */
interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** 0000-03-01 is day 0 of the count below; a year begins in March, so that a leap day is its last. */
const EPOCH = 719_468;

/** Of `2026-11-24`. */
export const dayNumber = (iso: string): number => {
  const [year = 1970, month = 1, day = 1] = iso.split('-').map(Number);
  const from = month > 2 ? year : year - 1;
  const ofYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return 365 * from + Math.floor(from / 4) - Math.floor(from / 100) + Math.floor(from / 400) + ofYear - EPOCH;
};

export const dateOf = (number: number): Day & { readonly iso: string } => {
  let year = Math.floor((number + EPOCH) / 365.2425);
  while (dayNumber(`${year + 1}-01-01`) <= number) year += 1;
  while (dayNumber(`${year}-01-01`) > number) year -= 1;
  let month = 12;
  while (dayNumber(`${year}-${month}-01`) > number) month -= 1;
  const day = number - dayNumber(`${year}-${month}-01`) + 1;
  const two = (part: number) => String(part).padStart(2, '0');
  return { year, month, day, iso: `${year}-${two(month)}-${two(day)}` };
};

/** Monday is 0; 1970-01-01 was a Thursday. */
export const weekdayOf = (number: number): number => (((number + 3) % 7) + 7) % 7;
