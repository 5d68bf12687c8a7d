import {
  type CallState,
  type CallsSeen,
  costOf,
  type Dice,
  dice,
  everyDay,
  habitsOf,
  type ListAhead,
  openingsOf,
  plainCalendar,
  publishedHolidays,
  type RetryRules,
  type RulesInForce,
  usualMerchantRules,
  usualPlatformRules,
  usualWindows,
  verdictOf,
  type WhatIf,
  whatIf,
} from '@lianxian/core';
import { momentIn } from '../../../server/src/platform/local-time.ts';
import { type Day, simulateDay } from '../sim/day.ts';
import type { SimulatedCall, Town } from '../sim/town.ts';
import type { Sample } from './figures.ts';

/**
 * What-if against days it does not know: a town with habits of its own (hours, provinces, who is seldom there, a day better
 * or worse than others) is called on one day, and of what is seen there the next day is told; then that day is lived
 * call by call, by the machines of the house. And what telling a day of 100,000 numbers costs.
 */
const DAYS = 50;
const HISTORY = 4_000;
const NUMBERS = { from: 3_000, to: 12_000 };
const PRICE = 1_000;
const UNIT_S = 60;
const CALLS_A_DAY = 5;
const PROVINCES = ['广东', '江苏', '四川', '河南', '新疆', '北京'] as const;
const retries: RetryRules = {
  noAnswer: { times: 1, afterMinutes: 120 },
  busy: { times: 2, afterMinutes: 15 },
  poweredOff: { times: 1, afterMinutes: 240 },
};
const STARTS_AT = 9 * 60;
const HOUR_MS = 3_600_000;

interface Seen {
  readonly callee: number;
  readonly attempt: number;
  readonly at: number;
  readonly call: SimulatedCall;
}

/** Between -1 and 1, more often near to none. */
const bell = (throws: Dice): number => (throws.next() + throws.next() + throws.next()) / 1.5 - 1;

interface TownHabits {
  readonly base: number;
  readonly amplitude: number;
  readonly best: number;
  readonly byProvince: readonly number[];
  readonly talkMs: number;
}
const habitsOfTown = (throws: Dice): TownHabits => ({
  base: -1.2 + 1.4 * throws.next(),
  amplitude: 0.5 * throws.next(),
  best: throws.between(9, 19),
  byProvince: PROVINCES.map(() => 0.5 * bell(throws)),
  talkMs: throws.between(20_000, 90_000),
});

const provinceOf = (callee: number): number => (callee * 7) % PROVINCES.length;

/** A town on one day. Each is more or less often there, whoever calls; later tries meet those who seldom are. */
const townOf = (habits: TownHabits, seed: number, seen: Seen[]): Town => {
  const today = 0.25 * bell(dice(seed));
  return (callee, attempt, at) => {
    const own = dice(seed * 1_000_003 + callee);
    const there = 1.1 * bell(own);
    const never = own.next() < 0.06;
    const throws = dice((seed * 1_000_003 + callee) * 31 + attempt);
    const hour = at / HOUR_MS;
    const odds =
      habits.base +
      today +
      there +
      habits.amplitude * Math.cos(((hour - habits.best) / 12) * Math.PI) +
      habits.byProvince[provinceOf(callee)]!;
    const call = callOf(throws, never ? -9 : odds, habits.talkMs);
    seen.push({ callee, attempt, at, call });
    return call;
  };
};

const callOf = (throws: Dice, odds: number, talkMs: number): SimulatedCall => {
  if (throws.next() < 1 / (1 + Math.exp(-odds))) {
    const length = Math.round(-Math.log(1 - throws.next()) * talkMs) + 3_000;
    return { ringMs: throws.between(4_000, 20_000), talkMs: length, ending: { how: 'byThem', code: null } };
  }
  const kind = throws.next();
  if (kind < 0.6) return { ringMs: 45_000, talkMs: 0, ending: { how: 'ringTimeout', code: null } };
  const code = kind < 0.75 ? 486 : kind < 0.9 ? 480 : 404;
  return { ringMs: throws.between(1_500, 9_000), talkMs: 0, ending: { how: 'refused', code } };
};

const minutesOf = (talkMs: number): number => Math.ceil(talkMs / (UNIT_S * 1_000));

const seenCalls = (calls: readonly Seen[]): readonly CallsSeen[] => {
  const states = new Map<string, CallState>();
  const alike = new Map<string, CallsSeen>();
  for (const { callee, attempt, at, call } of calls) {
    const { state } = verdictOf(call.ending);
    states.set(`${callee} ${attempt}`, state);
    const before = states.get(`${callee} ${attempt - 1}`) ?? null;
    const [hour, province] = [Math.floor(at / HOUR_MS), PROVINCES[provinceOf(callee)]!];
    const key = `${before} ${state} ${hour} ${province}`;
    const known = alike.get(key) ?? { before, state, hour, province, calls: 0, seconds: 0, minutes: 0 };
    alike.set(key, {
      ...known,
      calls: known.calls + 1,
      seconds: known.seconds + (call.ringMs + call.talkMs) / 1_000,
      minutes: known.minutes + minutesOf(call.talkMs),
    });
  }
  return [...alike.values()];
};

const MONDAY = new Date('2026-11-23T01:00:00Z');
const rules: RulesInForce = {
  platform: { version: 1, rules: { ...usualPlatformRules, shifts: {} } },
  merchant: { version: 1, rules: { ...usualMerchantRules, calendar: plainCalendar(everyDay(540, 1_200)) } },
  task: { calendar: plainCalendar(usualWindows), caps: null },
  holidays: publishedHolidays,
};

interface DayAhead {
  readonly numbers: number;
  readonly channels: number;
  readonly callsPerSecond: number;
}

const listOf = ({ numbers, channels, callsPerSecond }: DayAhead): ListAhead => {
  const moment = momentIn('Asia/Shanghai', MONDAY);
  const each = PROVINCES.map((_, at) => {
    return Array.from({ length: numbers }, (_one, callee) => callee).filter(callee => provinceOf(callee) === at).length;
  });
  return {
    local: moment.local,
    openings: openingsOf(rules, moment),
    groups: PROVINCES.map(province => ({ practice: false, home: { province, zones: [] } })),
    waiting: each.map((of, group) => ({ group, tried: {}, last: null, inMinutes: 0, numbers: of })),
    calling: [],
    limit: channels,
    lines: [{ practice: false, channels, callsPerSecond, windows: null, isDown: false, price: PRICE }],
    retries,
    callsPerDay: CALLS_A_DAY,
  };
};

const lived = ({ numbers, channels, callsPerSecond }: DayAhead, town: Town): Day =>
  simulateDay({
    ...{ numbers, town, retries, startsAt: STARTS_AT, windows: usualWindows, weekday: 0, concurrency: channels },
    lines: [{ name: 'A', channels, callsPerSecond }],
    rules: { ...usualMerchantRules, caps: { ...usualMerchantRules.caps, perDay: CALLS_A_DAY }, channels },
  });

const truthOf = (day: Day, seen: readonly Seen[]) => ({
  calls: day.dialled,
  answered: day.calls.answered ?? 0,
  cost: seen.reduce((sum, { call }) => sum + costOf({ price: PRICE, unitS: UNIT_S }, call.talkMs), 0),
  end: day.finishedAt === null ? null : day.finishedAt - STARTS_AT,
});

const MINUTES_LEFT = 1_440 - STARTS_AT;

/** Of one day, whether the truth lies in each band. */
const heldOf = (told: WhatIf, truth: ReturnType<typeof truthOf>) => {
  const within = ({ low, high }: { readonly low: number; readonly high: number }, value: number): boolean =>
    low <= value && value <= high;
  const { today, end } = told;
  const endHeld = (): boolean => {
    if ('unknown' in end) return truth.end === null;
    if (truth.end === null) return end.high === null || end.high >= MINUTES_LEFT;
    return within({ low: end.low - 1, high: (end.high ?? Number.POSITIVE_INFINITY) + 1 }, truth.end);
  };
  return {
    calls: within({ low: Math.floor(today.calls.low), high: Math.ceil(today.calls.high) }, truth.calls),
    answered: within(today.answered, truth.answered),
    cost: within(today.cost, truth.cost),
    end: endHeld(),
  };
};

const dayOf = (seed: number) => {
  const throws = dice(seed);
  const habits = habitsOfTown(throws);
  const before: Seen[] = [];
  lived({ numbers: HISTORY, channels: 60, callsPerSecond: 10 }, townOf(habits, seed * 2 + 1, before));
  const ahead = {
    numbers: throws.between(NUMBERS.from, NUMBERS.to),
    channels: throws.between(15, 60),
    callsPerSecond: throws.pick([1, 3, 10]),
  };
  const told = whatIf(listOf(ahead), habitsOf(seenCalls(before)), seed);
  const seen: Seen[] = [];
  const day = lived(ahead, townOf(habits, seed * 2, seen));
  return heldOf(told, truthOf(day, seen));
};

interface WhatIfFigure {
  readonly held: Readonly<Record<'calls' | 'answered' | 'cost' | 'end', number>>;
  readonly seconds: number;
}

/** Processor seconds of telling a day of so many numbers. */
const costOfTelling = (): number => {
  const before: Seen[] = [];
  lived({ numbers: HISTORY, channels: 60, callsPerSecond: 10 }, townOf(habitsOfTown(dice(1)), 3, before));
  const list = listOf({ numbers: 100_000, channels: 300, callsPerSecond: 30 });
  const began = process.cpuUsage();
  whatIf(list, habitsOf(seenCalls(before)), 1);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
};

export const measureWhatIf = (): WhatIfFigure => {
  const days = Array.from({ length: DAYS }, (_, seed) => dayOf(seed + 1));
  const count = (of: keyof (typeof days)[number]): number => days.filter(day => day[of]).length;
  return {
    held: { calls: count('calls'), answered: count('answered'), cost: count('cost'), end: count('end') },
    seconds: costOfTelling(),
  };
};

export const whatIfSamples = (all: readonly WhatIfFigure[]): Sample[] => {
  const held = (zh: string, en: string, of: keyof WhatIfFigure['held']): Sample => ({
    zh: `预演 50 天：${zh}落在八成区间内的天数（35–45）`,
    en: `50 days told: of so many the ${en} in the 80 % band (35–45)`,
    unit: '',
    digits: 0,
    values: all.map(figure => figure.held[of]),
  });
  return [
    held('呼叫数', 'calls lie', 'calls'),
    held('接通数', 'answered calls lie', 'answered'),
    held('费用', 'cost lies', 'cost'),
    held('拨完时间', 'end lies', 'end'),
    {
      zh: '预演 10 万个号码的一天（不超过 2 秒）',
      en: 'a day of 100,000 numbers told (at most 2 s)',
      unit: 's',
      digits: 2,
      values: all.map(({ seconds }) => seconds),
    },
  ];
};
