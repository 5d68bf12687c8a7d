import { type CallFacts, callBackVariable, type DayPart, dayOf, partId, type When } from '../conversation/index.ts';
import { type LocalTime, MINUTES_A_DAY } from '../rules/index.ts';

/**
 * When somebody is to be called again, as the talk kept it (docs/tasks.md#appointments): the day and hour of the answer to
 * 「我什么时候再打给您方便？」, whichever part asked. A half of the day without an hour is its middle, a day without either
 * ten o'clock; of several days the first that is still to come. What leaves day or half open is no appointment.
 */
export interface Appointment {
  /** `2026-11-27`, and the minute of that day on the merchant's clock. */
  readonly date: string;
  readonly minute: number;
  /** Who was promised: a colleague, where the callee wanted a person. */
  readonly by: 'robot' | 'person';
}

/** A machine promises nothing for later than that. */
export const MOST_DAYS_AHEAD = 60;

const HOUR = 60;
/** When one calls in a half of the day, and when that is over. */
const hoursOf: Readonly<Record<DayPart, { readonly at: number; readonly to: number }>> = {
  dawn: { at: 6 * HOUR, to: 8 * HOUR },
  morning: { at: 10 * HOUR, to: 12 * HOUR },
  noon: { at: 12 * HOUR, to: 14 * HOUR },
  afternoon: { at: 15 * HOUR, to: 18 * HOUR },
  evening: { at: 19 * HOUR, to: 22 * HOUR },
  night: { at: 21 * HOUR, to: 24 * HOUR },
};
const wholeDay = { at: 10 * HOUR, to: 20 * HOUR };
/** Who says 下午 in the afternoon is called so much later. */
const LATER_MINUTES = 60;

/** Null: the talk kept no time to call again, or one that is over. */
export const appointmentIn = (facts: CallFacts | null, now: LocalTime): Appointment | null => {
  const when = facts?.dated?.answers[callBackVariable];
  if (facts === null || when === undefined || facts.transferred || when.open !== null) return null;
  const by = wantedPerson(facts) ? 'person' : 'robot';
  for (const { from } of when.days) {
    const minute = minuteOn(from, when, now);
    if (minute !== null) return { date: from, minute, by };
  }
  return null;
};

const minuteOn = (date: string, { time, part }: When, now: LocalTime): number | null => {
  const hours = part === null ? wholeDay : hoursOf[part];
  const at = time?.from ?? hours.at;
  if (date !== now.date) return date > now.date && at < MINUTES_A_DAY ? at : null;
  if (at > now.minute) return at;
  const to = time === null ? hours.to : time.to;
  const later = now.minute + (time === null ? LATER_MINUTES : 1);
  return later < to ? later : null;
};

/** The last of the parts that ask when to call. */
const wantedPerson = ({ passed }: CallFacts): boolean => {
  const asking = (['busy', 'thinkItOver', 'wantsPerson'] as const).map(kind => `${partId(kind)}-`);
  const last = passed.findLast(({ node }) => asking.some(part => node.startsWith(part)));
  return last?.node.startsWith(`${partId('wantsPerson')}-`) ?? false;
};

export const minutesUntil = ({ date, minute }: Appointment, now: LocalTime): number =>
  (dayOf(date) - dayOf(now.date)) * MINUTES_A_DAY + minute - now.minute;
