import type { DateBounds } from '../conversation/index.ts';
import type { Dice } from '../kit/index.ts';
import { dateOf, dayNumber, weekdayOf } from './calendar.ts';
import { answer, filled, loosely, type Reply, said, type Telling } from './telling.ts';
import * as days from './wordings/days.ts';

/*
 * The day a callee names. Where the plan bounds what it takes he mostly keeps to that; sometimes he does not know, and names
 * another once he was told.
 */

const SUNDAY = 6;
const A_WEEK = 7;
/** Where nobody told which day it is: a Monday. */
const SOME_DAY = '2026-01-05';
/** Of a hundred who may name another day so many do. */
const OUTSIDE = 25;

interface Asked {
  readonly today: string | null;
  readonly within?: DateBounds | undefined;
}

interface Drawn {
  readonly on: number;
  readonly part: days.PartSaid;
  readonly isOutside?: true;
}

export const dayOn = ({ today, within }: Asked, telling: Telling, facts: Dice): Reply => {
  const { isPlain, throws } = telling;
  const now = dayNumber(today ?? SOME_DAY);
  const left = SUNDAY - weekdayOf(now);
  const { on, part, isOutside } = within ? drawnWithin(within, now, telling, facts) : drawn(now, facts);
  const { half } = part;
  const { month, day, iso } = dateOf(on);
  const [hour, minute] = throws.pick(isPlain ? part.hours.slice(0, 2) : part.hours);
  const near = days.distances[on - now];
  const isSameMonth = dateOf(now).month === month;
  // A bare weekday is the next one, and beyond the coming week nobody counts by them.
  const byWeekday = on === now || on - now > left + A_WEEK ? [] : [days.byWeekday];
  const byDate = days.byDate.filter(each => isSameMonth || each.includes('{m}'));
  const byDistance = near === undefined ? [] : [days.byDistance, days.byDistance];
  const plainly = days.plainly.filter(each => byWeekday.length > 0 || each.includes('{m}'));
  const wording = throws.pick(isPlain ? plainly : throws.pick([...byWeekday, byDate, ...byDistance]));
  const says = filled(wording, {
    next: on - now > left ? '下' : '',
    w: isPlain ? days.weekdays[weekdayOf(on)]!.replace('天', '日') : days.weekdays[weekdayOf(on)]!,
    m: said(month),
    d: said(day),
    rel: near === undefined ? '' : throws.pick(near),
    part: isPlain ? part.plain : throws.pick(part.said),
    h: hour,
  });
  const named = wording.includes('{h}') ? minute : null;
  return answer(loosely(says, telling), { of: 'date', day: iso, half, minute: named, ...(isOutside && { isOutside }) });
};

/** From tomorrow to the end of the coming week, and never on a Sunday. */
const drawn = (now: number, facts: Dice): Drawn => {
  const left = SUNDAY - weekdayOf(now);
  const day = now + facts.between(1, left + A_WEEK);
  const on = weekdayOf(day) === SUNDAY ? day + (day - now > left ? -1 : 1) : day;
  return { on, part: days.parts[facts.between(0, 1)]! };
};

const drawnWithin = (bounds: DateBounds, now: number, { isPlain, throws }: Telling, facts: Dice): Drawn => {
  const { closed = [], daysAhead = Infinity } = bounds;
  const coming = Array.from({ length: 2 * A_WEEK }, (_, n) => now + n + 1);
  const isTaken = (day: number): boolean => day - now <= daysAhead && !closed.includes(weekdayOf(day));
  const inside = coming.filter(isTaken);
  const outside = coming.filter(day => !isTaken(day));
  const part = facts.pick(partsWithin(bounds));
  const on = inside.length > 0 ? facts.pick(inside) : now;
  const isOutside = !isPlain && outside.length > 0 && throws.next() * 100 < OUTSIDE;
  return isOutside ? { on: throws.pick(outside), part, isOutside: true } : { on, part };
};

const HOUR = 60;

/** Halves of the day with the hours that are taken; where that is none of those he thinks of, the first that is. */
const partsWithin = ({ hours }: DateBounds): readonly days.PartSaid[] => {
  if (hours === undefined) return days.parts;
  const isTaken = (minute: number | null): boolean => minute !== null && hours.from <= minute && minute < hours.to;
  const taken = days.parts
    .map(part => ({ ...part, hours: part.hours.filter(([, minute]) => isTaken(minute)) }))
    .filter(part => part.hours.length > 0);
  if (taken.length > 0) return taken;
  const hour = Math.ceil(hours.from / HOUR);
  const { said: called, half } = days.otherParts.find(({ until }) => hour < until) ?? days.otherParts.at(-1)!;
  const clock = `${said(hour > 12 ? hour - 12 : hour)}点`.replace(/^二点/, '两点');
  return [{ half, said: [called], plain: called, hours: [[clock, hour * HOUR]] }];
};
