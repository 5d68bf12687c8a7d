import { type Day, dayOf, isoOf, weekdayOf } from '../../events/calendar.ts';
import type { When } from '../../events/when.ts';
import type { DateBounds, Hours } from '../../plan/dates.ts';
import type { Span } from './token.ts';
import type { Asked, SpokenWhen } from './when.ts';
import { behind, daysInWords, hoursInWords } from './words.ts';

const HOUR = 60;
const HALF_DAY = 12 * HOUR;
/** An hour before it may be of either half of the day. */
const MORNING = 9 * HOUR;
/** Nobody books further ahead than a year. */
const MOST_AHEAD = 366;

/** Between which hours a half of the day lies. */
const hoursOf: Readonly<Record<NonNullable<When['part']>, Hours>> = {
  dawn: { from: 0, to: 6 * HOUR },
  morning: { from: 6 * HOUR, to: 12 * HOUR },
  noon: { from: 11 * HOUR, to: 14 * HOUR },
  afternoon: { from: 12 * HOUR, to: 18 * HOUR },
  evening: { from: 18 * HOUR, to: 24 * HOUR },
  night: { from: 22 * HOUR, to: 24 * HOUR },
};

/**
 * What of the days and hours that were named a node takes: those inside are left, and are named by their date where some were
 * not. Where it takes one half of the day alone, an hour that leaves that open is of it: 三点 between nine and six is 15:00.
 * Null when nothing is left.
 */
export const within = (bounds: DateBounds, said: SpokenWhen, asked: Asked): SpokenWhen | null => {
  const days = daysWithin(bounds, said, dayOf(asked.date));
  const hours = bounds.hours ? hoursWithin(bounds.hours, said) : said;
  if (days === null || hours === null) return null;
  const isNarrower = daysInWords(days) !== daysInWords(said.days.map(spanOf));
  const words = isNarrower ? daysInWords(days) : said.words.days;
  const { time } = hours;
  return {
    ...said,
    days: isNarrower ? days.map(({ from, to }) => ({ from: isoOf(from), to: isoOf(to) })) : said.days,
    time,
    open: hours.open,
    words: {
      days: words,
      hours: time === said.time || time === null ? said.words.hours : behind(words, hoursInWords(time)),
    },
  };
};

const spanOf = ({ from, to }: When['days'][number]): Span => ({ from: dayOf(from), to: dayOf(to) });

const daysWithin = (bounds: DateBounds, said: When, today: Day): readonly Span[] | null => {
  const { closed = [], daysAhead = Infinity, notToday = false } = bounds;
  const [first, last] = [today + (notToday ? 1 : 0), today + daysAhead];
  const isTaken = (day: Day): boolean => first <= day && day <= last && !closed.includes(weekdayOf(day));
  const isMeant = (day: Day): boolean => isTaken(day) && !said.except.includes(isoOf(day));
  const named = said.days.map(spanOf);
  const mayBe = named.length === 0 ? [{ from: first, to: Math.min(last, today + MOST_AHEAD) }] : named;
  if (!mayBe.some(span => daysIn(span).some(isMeant))) return null;
  return named.flatMap(span => runsOf(daysIn(span).filter(isTaken)));
};

const daysIn = ({ from, to }: Span): readonly Day[] =>
  Array.from({ length: Math.min(to - from, MOST_AHEAD) + 1 }, (_, n) => from + n);

/** Neighbours together. */
const runsOf = (days: readonly Day[]): readonly Span[] => {
  const lasts = days.filter((day, n) => days[n + 1] !== day + 1);
  return days.filter((day, n) => days[n - 1] !== day - 1).map((from, n) => ({ from, to: lasts[n]! }));
};

const hoursWithin = (hours: Hours, { part, time, open }: When): Pick<When, 'time' | 'open'> | null => {
  if (time === null) return part === null || overlap(hours, hoursOf[part]) ? { time, open } : null;
  const isEither = open !== null && part === null && time.from < MORNING;
  if (!isEither) {
    const inside = overlap(hours, time);
    return inside && { time: inside, open };
  }
  const halves = [time, { from: time.from + HALF_DAY, to: time.to + HALF_DAY }];
  const [first, second] = halves.flatMap(half => overlap(hours, half) ?? []);
  if (first === undefined) return null;
  if (open !== 'half') return { time, open };
  return second === undefined ? { time: first, open: null } : { time, open };
};

/** What of the second lies in the first; an instant has no length. The same where all of it does. */
const overlap = (hours: Hours, time: Hours): Hours | null => {
  if (time.from === time.to) return hours.from <= time.from && time.from < hours.to ? time : null;
  const inside = { from: Math.max(hours.from, time.from), to: Math.min(hours.to, time.to) };
  if (inside.from >= inside.to) return null;
  return inside.from === time.from && inside.to === time.to ? time : inside;
};
