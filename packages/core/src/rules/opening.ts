import { type Day, dayOf } from '../conversation/index.ts';
import { zonesAbroad } from '../phone/index.ts';
import { type ClosedBecause, type HoursOfDay, hoursOfDay } from './calendar.ts';
import { everyDay, plainCalendar } from './defaults.ts';
import { holidayTable } from './holidays.ts';
import { westProvinces } from './lanes.ts';
import {
  type Calendar,
  type DayWindow,
  type Lane,
  type LocalTime,
  lanes,
  type Moment,
  type RuleSaid,
  type RulesInForce,
  type WeekWindows,
} from './types.ts';
import { contains, inBoth, MINUTES_A_DAY } from './windows.ts';

/**
 * When a number may be called (docs/tasks.md#hours): inside the platform's hours, its merchant's and its task's, all at once.
 * Platform and merchant go by the clock of whoever is called: Beijing's, set back in provinces whose day begins later; abroad by
 * every zone the number may be in. A task goes by its merchant's clock; abroad it too goes by that of the callee. All is
 * reckoned in minutes of the merchant's clock: where two zones change between winter and summer time on different days, the
 * next opening is an hour off until that day is over, and asked for again then.
 */
export interface Home {
  /** Null: nobody knows, or it is abroad. */
  readonly province: string | null;
  /** Abroad: all the zones it may be in. */
  readonly zones: readonly string[];
}
export const unknownHome: Home = { province: null, zones: [] };
export const homeOf = (phone: string, province: string | null): Home => ({ province, zones: zonesAbroad(phone) });
const homeZone = 'Asia/Shanghai';

interface Closed {
  readonly because: ClosedBecause;
  readonly rule: RuleSaid;
  /** Null: in the days that are looked at it is never open. */
  readonly afterMinutes: number | null;
}

/** One thing that must be open. */
interface Layer {
  readonly rule: RuleSaid;
  readonly hoursOf: (day: Day) => HoursOfDay;
  /** The merchant's clock is so many minutes before the clock this goes by. */
  readonly ahead: number;
}

/** Holidays and rests end within it; what is closed for longer is looked at again. */
const MOST_DAYS = 45;

const absolute = ({ date, minute }: LocalTime): number => dayOf(date) * MINUTES_A_DAY + minute;

const closedLayer = (layers: readonly Layer[], at: number): Pick<Closed, 'because' | 'rule'> | null => {
  for (const { rule, hoursOf, ahead } of layers) {
    const theirs = at - ahead;
    const day = Math.floor(theirs / MINUTES_A_DAY);
    const { windows, because } = hoursOf(day);
    if (!windows.some(window => contains(window, theirs - day * MINUTES_A_DAY))) return { because, rule };
  }
  return null;
};

/** Nothing opens but where a window of one of them begins. */
const nextOpening = (layers: readonly Layer[], from: number): number | null => {
  for (let days = 0; days <= MOST_DAYS; days += 1) {
    // A day of the merchant's clock lies in two of a clock that is ahead or behind.
    const midnight = (Math.floor(from / MINUTES_A_DAY) + days) * MINUTES_A_DAY;
    const begins = layers.flatMap(({ hoursOf, ahead }) => {
      const first = Math.floor((midnight - ahead) / MINUTES_A_DAY);
      return [first, first + 1].flatMap(day =>
        hoursOf(day).windows.map(window => day * MINUTES_A_DAY + window.from + ahead),
      );
    });
    const isThen = (at: number): boolean => at > from && at >= midnight && at < midnight + MINUTES_A_DAY;
    const open = begins.filter(at => isThen(at) && closedLayer(layers, at) === null);
    if (open.length > 0) return Math.min(...open);
  }
  return null;
};

/** Each day's hours are made once. */
const remembered = (hoursOf: (day: Day) => HoursOfDay): ((day: Day) => HoursOfDay) => {
  const known = new Map<Day, HoursOfDay>();
  return day => {
    const there = known.get(day);
    if (there) return there;
    const made = hoursOf(day);
    known.set(day, made);
    return made;
  };
};

const layersOf = (rules: RulesInForce, moment: Moment) => {
  const kindOf = holidayTable(rules.holidays);
  const now = absolute(moment.local);
  const aheadOf = (zone: string): number => now - absolute(moment.clockOf(zone));
  const byCalendar = (calendar: Calendar) => remembered(day => hoursOfDay(calendar, day, kindOf));
  const byWindow = ({ from, to }: DayWindow) => byCalendar(plainCalendar(everyDay(from, to)));
  const platform = byWindow(rules.platform.rules.hours);
  const merchant = byCalendar(rules.merchant.rules.calendar);
  const task = rules.task && byCalendar(rules.task.calendar);
  const said = (level: 'platform' | 'merchant'): RuleSaid => ({ level, version: rules[level].version });
  const rule: RuleSaid = { level: 'task', version: null };
  const ofTask = (ahead: number): readonly Layer[] => (task ? [{ rule, hoursOf: task, ahead }] : []);
  const both = (ahead: number): readonly Layer[] => [
    { rule: said('platform'), hoursOf: platform, ahead },
    { rule: said('merchant'), hoursOf: merchant, ahead },
  ];
  return ({ province, zones }: Home): readonly Layer[] => {
    if (zones.length > 0) return zones.flatMap(zone => [...both(aheadOf(zone)), ...ofTask(aheadOf(zone))]);
    const ahead = aheadOf(homeZone);
    const own = ofProvince(rules.merchant.rules.provinces, province);
    const narrowed = own === undefined ? [] : [{ rule: said('merchant'), hoursOf: byWindow(own), ahead }];
    return [...both(ahead + shiftOf(rules, province)), ...narrowed, ...ofTask(0)];
  };
};

/** 「新疆」 and 「新疆维吾尔自治区」 are one. */
const ofProvince = <Value>(of: Readonly<Record<string, Value>>, province: string | null): Value | undefined =>
  province === null ? undefined : Object.entries(of).find(([name]) => province.startsWith(name))?.[1];

/** How much later the day of a province begins than Beijing's. */
const shiftOf = (rules: RulesInForce, province: string | null): number =>
  ofProvince(rules.platform.rules.shifts, province) ?? 0;

/** What may be asked of the hours of some rules from a moment on; minutes are counted from it. */
export interface Openings {
  readonly isOpenAt: (home: Home, minutes: number) => boolean;
  /** Null: it is open in that minute. */
  readonly closedAt: (home: Home, minutes: number) => Closed | null;
  /** The same where calls go over lines with hours of their own, too; null: they have none. */
  readonly closedOverLines: (home: Home, lines: WeekWindows | null, minutes: number) => Closed | null;
  /** Monday to Sunday, the next of each: when a number whose province has no shift is called. */
  readonly weekAhead: (lines: WeekWindows | null) => WeekWindows;
}

export const openingsOf = (rules: RulesInForce, moment: Moment): Openings => {
  const make = layersOf(rules, moment);
  const made = new Map<string, readonly Layer[]>();
  const layers = (home: Home): readonly Layer[] => {
    const key = `${home.province ?? ''} ${home.zones.join(' ')}`;
    const there = made.get(key) ?? make(home);
    made.set(key, there);
    return there;
  };
  const now = absolute(moment.local);
  const closed = (of: readonly Layer[], minutes: number): Closed | null => {
    const found = closedLayer(of, now + minutes);
    if (found === null) return null;
    const next = nextOpening(of, now + minutes);
    return { ...found, afterMinutes: next === null ? null : next - now };
  };
  const lineLayer = (lines: WeekWindows): Layer => ({
    rule: { level: 'house', version: null },
    hoursOf: remembered(day => hoursOfDay(plainCalendar(lines), day, () => 'plain')),
    ahead: 0,
  });
  const weekAhead = (lines: WeekWindows | null): WeekWindows => {
    const all = [...layers(unknownHome), ...(lines ? [lineLayer(lines)] : [])];
    const today = Math.floor(now / MINUTES_A_DAY);
    return Array.from({ length: 7 }, (_, weekday) => {
      const day = today + ((weekday - moment.local.weekday + 7) % 7);
      return all.reduce<readonly DayWindow[]>(
        (hours, { hoursOf }) => inBoth(hours, hoursOf(day).windows),
        [{ from: 0, to: MINUTES_A_DAY }],
      );
    });
  };
  return {
    isOpenAt: (home, minutes) => closedLayer(layers(home), now + minutes) === null,
    closedAt: (home, minutes) => closed(layers(home), minutes),
    closedOverLines: (home, lines, minutes) =>
      closed(lines === null ? layers(home) : [...layers(home), lineLayer(lines)], minutes),
    weekAhead,
  };
};

/** Homes that the numbers of a lane may have, as far as the lane tells them apart. */
const homesOfLane = (lane: Lane): readonly Home[] =>
  lane === lanes.west ? westProvinces.map(province => ({ province, zones: [] })) : [unknownHome];

/** The home that stands for a lane where its numbers are only counted: of the far west most live in its first province. */
export const homeOfLane = (lane: Lane): Home => homesOfLane(lane)[0]!;

/** Whether numbers of a lane are worth a look now: some of them may be open. Practice numbers always are; abroad it is always day somewhere. */
export const isLaneOpen = (openings: Openings, lane: Lane, minutes: number): boolean =>
  lane === lanes.practice || lane === lanes.abroad || homesOfLane(lane).some(home => openings.isOpenAt(home, minutes));
