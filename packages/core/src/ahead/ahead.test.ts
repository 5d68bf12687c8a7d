import { expect, test } from 'vitest';
import { dice } from '../kit/index.ts';
import { homeOfLane, type LocalMinute, lanes, openingsOf, type WeekWindows } from '../rules/index.ts';
import { moment, rulesWith } from '../rules/rules.test-data.ts';
import { retryableStates } from '../task/index.ts';
import { goAhead, habitsOf, type ListAhead } from './index.ts';
import type { Work } from './list.ts';
import type { Outcomes, Prospects } from './prospects.ts';
import { type Known, type SimulatedList, simulated } from './simulated-list.test-data.ts';

const always: WeekWindows = Array.from({ length: 7 }, () => [{ from: 0, to: 1_440 }]);
const legal = { from: 540, to: 1_200 };
const fresh = { group: lanes.ordinary, inMinutes: 0, tried: {}, last: null } as const;
/** In the week of Monday, 23 November 2026. */
const hours = (windows: WeekWindows, { weekday, minute }: LocalMinute) => {
  const time = [Math.floor(minute / 60), minute % 60].map(part => String(part).padStart(2, '0')).join(':');
  const local = moment(`2026-11-${23 + weekday} ${time}`);
  return { local: { weekday, minute }, openings: openingsOf(rulesWith({ legal, windows }), local) };
};
const prospects = (seconds: number, first: Outcomes, after: Prospects['after']): Prospects => ({
  seconds: { answered: seconds, other: seconds },
  minutes: 1,
  first,
  after,
  hours: [],
  provinces: new Map(),
});
interface ForecastTask extends ListAhead {
  readonly prospects: Prospects;
}
const forecast = ({ prospects: of, ...list }: ForecastTask, work?: Work) =>
  goAhead(list, { prospects: of, ...(work && { work }) }).end;
const plain: ForecastTask = {
  ...hours(always, { weekday: 0, minute: 600 }),
  groups: Object.values(lanes).map(lane => ({ practice: lane === lanes.practice, home: homeOfLane(lane) })),
  waiting: [{ ...fresh, numbers: 120 }],
  calling: [],
  limit: 10,
  lines: [{ practice: false, channels: 10, callsPerSecond: 50, windows: null, isDown: false, price: 1_000 }],
  prospects: prospects(60, { answered: 1 }, { busy: { answered: 1 }, noAnswer: { answered: 1 } }),
  retries: {},
  callsPerDay: null,
};

test.each<readonly [string, Partial<ForecastTask>, unknown]>([
  ['120 numbers, ten at once, a minute each', {}, { minutes: 12, lineDown: false }],
  ['nobody is left', { waiting: [] }, { minutes: 0, lineDown: false }],
  [
    'the last ones are being called',
    { waiting: [], calling: [{ ...fresh, numbers: 3 }] },
    { minutes: 1, lineDown: false },
  ],
  [
    'the line starts one call every six seconds',
    { lines: [{ ...plain.lines[0]!, callsPerSecond: 1 / 6 }] },
    { minutes: 12, lineDown: false },
  ],
  [
    'it is 19:50: ten minutes today, the rest tomorrow from nine',
    hours(always, { weekday: 0, minute: 1_190 }),
    { minutes: 792, lineDown: false },
  ],
  [
    'the line calls from ten alone',
    {
      ...hours(always, { weekday: 0, minute: 570 }),
      lines: [{ ...plain.lines[0]!, windows: Array.from({ length: 7 }, () => [{ from: 600, to: 1_200 }]) }],
    },
    { minutes: 42, lineDown: false },
  ],
  [
    'Xinjiang is called from eleven',
    { waiting: [{ ...fresh, group: lanes.west, numbers: 10 }] },
    { minutes: 61, lineDown: false },
  ],
  [
    'one waits for its redial',
    { waiting: [{ ...fresh, inMinutes: 90, tried: { noAnswer: 1 }, last: 'noAnswer', numbers: 1 }] },
    { minutes: 91, lineDown: false },
  ],
  [
    'everybody is busy once and called again after a quarter of an hour',
    {
      prospects: { ...plain.prospects, first: { busy: 1 } },
      retries: { busy: { times: 1, afterMinutes: 15 } },
    },
    { minutes: 28, lineDown: false },
  ],
  [
    'everybody is busy once and called again from six in the evening',
    {
      prospects: { ...plain.prospects, first: { busy: 1 } },
      retries: { busy: { times: 1, afterMinutes: 15, at: { from: 1_080, to: 1_200 } } },
    },
    { minutes: 492, lineDown: false },
  ],
  [
    'everybody is busy twice, and nobody is called more than twice a day: the third time is tomorrow from nine',
    {
      prospects: { ...plain.prospects, first: { busy: 1 }, after: { busy: { busy: 1 } } },
      retries: { busy: { times: 2, afterMinutes: 15 } },
      callsPerDay: 2,
    },
    { minutes: 1_392, lineDown: false },
  ],
  ['no line works', { lines: [{ ...plain.lines[0]!, isDown: true }] }, { unknown: 'lineDown' }],
  [
    'one of two lines works',
    { lines: [plain.lines[0]!, { ...plain.lines[0]!, isDown: true }] },
    { minutes: 12, lineDown: true },
  ],
  [
    'it is never open',
    hours(
      Array.from({ length: 7 }, () => []),
      plain.local,
    ),
    { unknown: 'neverOpen' },
  ],
  ['there are more than a fortnight’s', { waiting: [{ ...fresh, numbers: 1_000_000 }] }, { unknown: 'tooFar' }],
  [
    'practice numbers know no hours',
    {
      ...hours(always, { weekday: 0, minute: 120 }),
      waiting: [{ ...fresh, group: lanes.practice, numbers: 20 }],
      lines: [{ ...plain.lines[0]!, practice: true }],
    },
    { minutes: 2, lineDown: false },
  ],
])('%s', (_, over, expected) => {
  expect(forecast({ ...plain, ...over })).toEqual(expected);
});

test('ten outcomes that are each tried ten times again, of a million numbers: its work is bounded', () => {
  const retries = Object.fromEntries(retryableStates.map(state => [state, { times: 10, afterMinutes: 30 }]));
  const shares = Object.fromEntries(retryableStates.map(state => [state, 0.9 / retryableStates.length]));
  const waiting = Array.from({ length: 2_000 }, (_, n) => ({
    ...fresh,
    last: 'busy' as const,
    tried: { busy: 1 + (n % 10), noAnswer: Math.floor(n / 10) % 10, poweredOff: Math.floor(n / 100) % 10 },
    inMinutes: n % 600,
    numbers: 500,
  }));
  const work = { looks: 0 };
  const told = forecast(
    {
      ...plain,
      limit: 2_000,
      lines: [{ ...plain.lines[0]!, channels: 2_000 }],
      waiting: [...waiting, { ...fresh, numbers: 1_000_000 }],
      prospects: prospects(30, shares, Object.fromEntries(retryableStates.map(s => [s, shares]))),
      retries,
    },
    work,
  );
  expect(told).toMatchObject({ minutes: expect.any(Number) });
  // 3,300 steps, two countings of 250 ways to stand.
  expect(work.looks).toBeLessThan(3_300 * 2 * 250);
});

const days = (from: number, to: number): WeekWindows => Array.from({ length: 7 }, () => [{ from, to }]);
/** An hour without the line: soon after the start, or far enough on to lie across half-way of a list of some hours. */
const deadHourOf = (n: number): { from: number; to: number } | null => {
  if (n % 5 !== 0) return null;
  return n % 10 === 0 ? { from: 5, to: 65 } : { from: 60, to: 120 };
};
/** Thirty lists, each otherwise: redials, provinces, hours of task and line, a line that is dead for a while. */
const lists: readonly SimulatedList[] = Array.from({ length: 30 }, (_, n) => {
  const random = dice(1_000 + n);
  const line = { channels: random.between(15, 60), callsPerSecond: random.pick([0.5, 2, 10]), windows: null };
  const late = { channels: random.between(4, 20), callsPerSecond: 2, windows: days(600, 1_080) };
  return {
    seed: n,
    numbers: random.between(800, 6_000),
    westPercent: random.pick([0, 0, 10, 30]),
    limit: random.between(15, 80),
    lines: n % 3 === 0 ? [line, late] : [line],
    windows: random.pick([days(540, 1_200), days(540, 720), [...days(570, 1_140).slice(0, 5), [], []]]),
    legal,
    retries: random.pick([
      {},
      { noAnswer: { times: 1, afterMinutes: 120 }, busy: { times: 2, afterMinutes: 15 } },
      {
        noAnswer: { times: 2, afterMinutes: 30 },
        busy: { times: 1, afterMinutes: 10 },
        poweredOff: { times: 1, afterMinutes: 240 },
      },
    ]),
    begins: random.pick([545, 600, 700, 1_080]),
    dead: deadHourOf(n),
  };
});

/** What a board knows, as the forecast takes it. */
const taken = (list: SimulatedList, { second, calling, waiting, calls, isDead }: Known): ForecastTask => {
  const all = list.begins + Math.floor(second / 60);
  const seen = [...Map.groupBy(calls, ({ before, state }) => `${before} ${state}`).values()].map(some => ({
    before: some[0]!.before,
    state: some[0]!.state,
    hour: null,
    province: null,
    minutes: 0,
    calls: some.length,
    seconds: some.reduce((sum, call) => sum + call.seconds, 0),
  }));
  return {
    ...hours(list.windows, { weekday: Math.floor(all / 1_440) % 7, minute: all % 1_440 }),
    groups: plain.groups,
    waiting: waiting.map(({ lane, ...some }) => ({ ...some, group: lane })),
    calling: calling.map(({ lane, ...some }) => ({ ...some, group: lane })),
    limit: list.limit,
    lines: list.lines.map((line, n) => ({ ...line, practice: false, price: 0, isDown: isDead && n === 0 })),
    prospects: habitsOf(seen).prospects,
    retries: list.retries,
    callsPerDay: null,
  };
};

test('of thirty lists the end is told within 15 % of the time left, from half-way on, in twenty-seven', () => {
  const worst = lists.map(list => {
    const { endedAt, knownAt } = simulated(list);
    const looks = [0.5, 0.6, 0.7, 0.8, 0.9].map(part => Math.round(endedAt * part));
    const off = knownAt(looks).map(known => {
      const told = forecast(taken(list, known));
      const left = (endedAt - known.second) / 60;
      return 'minutes' in told ? (100 * Math.abs(told.minutes - left)) / left : 100;
    });
    return Math.round(Math.max(...off));
  });
  expect(worst.filter(percent => percent > 15).length, `worst of each: ${worst}`).toBeLessThanOrEqual(3);
}, 240_000);
