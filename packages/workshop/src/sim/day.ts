import {
  type CalleeBecause,
  type CallState,
  capped,
  createTimeline,
  decide,
  type Instant,
  instant,
  type MerchantRules,
  openingsOf,
  type PacingSnapshot,
  plainCalendar,
  publishedHolidays,
  type RetryRules,
  type RulesInForce,
  stepTask,
  type TaskEvent,
  type TaskStanding,
  unknownHome,
  usualPlatformRules,
  verdictOf,
  type WeekWindows,
} from '@lianxian/core';
import { createHours, type Hour } from './hours.ts';
import { createLinePace, type LinePace, type SimulatedLine } from './line-pace.ts';
import { createList, type NumberList } from './list.ts';
import type { SimulatedCall, Town } from './town.ts';

export interface DayOptions {
  readonly numbers: number;
  readonly town: Town;
  readonly lines: readonly SimulatedLine[];
  /** Calls of the task at once. */
  readonly concurrency: number;
  readonly windows: WeekWindows;
  readonly retries: RetryRules;
  readonly rules: MerchantRules;
  /** 0 is Monday; the task is started at this minute of it. */
  readonly weekday: number;
  readonly startsAt: number;
}

export interface Day {
  readonly hours: readonly Readonly<Hour>[];
  readonly standing: TaskStanding;
  /** The minute in which the last number was settled; null: some are left for another day. */
  readonly finishedAt: number | null;
  readonly dialled: number;
  /** How the calls came out, and why numbers are done with or wait. */
  readonly calls: Readonly<Partial<Record<CallState, number>>>;
  readonly numbers: Readonly<Record<string, number>>;
  /** The most at once, and the most starts of a line within a second. */
  readonly most: {
    readonly live: number;
    readonly lines: readonly { readonly live: number; readonly starts: number }[];
  };
}

type DayEvent =
  | { readonly type: 'look' }
  | { readonly type: 'over'; readonly callee: number; readonly line: number; readonly call: SimulatedCall };

interface LineOfDay extends SimulatedLine {
  readonly pace: LinePace;
  live: number;
  most: number;
  mostStarts: number;
  /** Starts of the last second. */
  starts: number[];
}

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** As the house looks at a task. */
const LOOK_EVERY_MS = 2_000;
const RATE_LOOK_MS = 100;
/** Room of nodes and money are not what a day is tried for. */
const UNBOUNDED = 1_000_000;

/** A day of one task over virtual time: core's pacing, hours, caps and machines; what a call comes to is the town's. */
export const simulateDay = (options: DayOptions): Day => {
  const day = createDay(options);
  day.timeline.setTimer('look', { type: 'look' }, instant(options.startsAt * MINUTE_MS));
  for (;;) {
    const next = day.timeline.next(instant(DAY_MS));
    const now = day.timeline.now();
    day.hours.pass(now, liveOf(day));
    if (next === null) break;
    if (next.event.type === 'over') over(day, next.event, now);
    look(day, now);
    if (day.standing.state === 'finished') break;
  }
  return told(day);
};

/** The platform's usual rules, the merchant's and the task's. */
const rulesOf = ({ rules, windows }: DayOptions): RulesInForce => ({
  platform: { version: 0, rules: usualPlatformRules },
  merchant: { version: 0, rules },
  task: { calendar: plainCalendar(windows), caps: null },
  holidays: publishedHolidays,
});

/** A day of an ordinary week, its first minute. */
const midnightOf = (weekday: number) => ({ date: `2026-11-${23 + weekday}`, weekday, minute: 0 });

const createDay = (options: DayOptions) => ({
  options,
  rules: rulesOf(options),
  openings: openingsOf(rulesOf(options), {
    local: midnightOf(options.weekday),
    clockOf: () => midnightOf(options.weekday),
  }),
  timeline: createTimeline<DayEvent>(),
  list: createList(options.numbers, options.retries) as NumberList,
  hours: createHours(),
  lines: options.lines.map((line): LineOfDay => {
    return { ...line, pace: createLinePace(line), live: 0, most: 0, mostStarts: 0, starts: [] };
  }),
  standing: { state: 'running', because: '' } as TaskStanding,
  calls: {} as Partial<Record<CallState, number>>,
  mostLive: 0,
  finishedAt: null as number | null,
});
type DayState = ReturnType<typeof createDay>;

const liveOf = ({ lines }: DayState): number => lines.reduce((sum, { live }) => sum + live, 0);

const over = (day: DayState, { callee, line, call }: Extract<DayEvent, { type: 'over' }>, now: Instant): void => {
  const verdict = verdictOf(call.ending);
  const hour = day.hours.of(now);
  day.lines[line]!.live--;
  day.calls[verdict.state] = (day.calls[verdict.state] ?? 0) + 1;
  if (verdict.state === 'answered') hour.answered++;
  const hungUpBy = verdict.state === 'answered' ? 'callee' : 'nobody';
  const after = day.list.step(callee, { type: 'ended', verdict, level: null, hungUpBy, minute: minuteOf(now) }, now);
  if (after.state === 'settled') hour.settled++;
};

const move = (day: DayState, event: TaskEvent): void => {
  const step = stepTask(day.standing, event);
  if (step.kind === 'impossible') throw new Error(`the task cannot be told ${event}`);
  if (step.kind === 'moved') day.standing = step.state;
};

const minuteOf = (now: number): number => Math.min(1_439, Math.floor(now / MINUTE_MS));

/** One look at the task, as the house's runner does it. */
const look = (day: DayState, now: Instant): void => {
  const minute = minuteOf(now);
  if (day.list.settled() === day.options.numbers) {
    day.finishedAt = minute;
    move(day, 'allSettled');
    return;
  }
  const closed = day.openings.closedAt(unknownHome, minute);
  move(day, closed === null ? 'opened' : 'closed');
  if (day.standing.state !== 'running') {
    if (closed && closed.afterMinutes !== null) lookAt(day, closed.afterMinutes * MINUTE_MS);
    return;
  }
  const [decision] = decide(snapshotOf(day, now));
  if (decision === undefined) throw new Error('the only task was not decided upon');
  const { starts, because } = decision;
  for (const { port, count } of starts) dialOver(day, Number(port), count, now);
  const soonest = because === 'lineRate' ? Math.max(RATE_LOOK_MS, rateWaitMs(day, now)) : LOOK_EVERY_MS;
  lookAt(day, now + Math.min(LOOK_EVERY_MS, soonest));
};

const lookAt = (day: DayState, at: number): void => day.timeline.setTimer('look', { type: 'look' }, instant(at));
const rateWaitMs = ({ lines }: DayState, now: number): number => Math.min(...lines.map(({ pace }) => pace.waitMs(now)));

const snapshotOf = (day: DayState, now: number): PacingSnapshot => ({
  merchantLive: liveOf(day),
  merchantLimit: day.options.rules.channels,
  nodeRoom: UNBOUNDED,
  available: UNBOUNDED,
  tasks: [taskOf(day, now)],
});

/** It has the merchant to itself. */
const alone = { weight: 1, guaranteed: 0, used: 0, isStarved: false };
const taskOf = (day: DayState, now: number): PacingSnapshot['tasks'][number] => ({
  ...alone,
  taskLive: liveOf(day),
  taskLimit: day.options.concurrency,
  firstLeft: null,
  budget: null,
  due: { ordinary: day.list.due(now), practice: 0 },
  ports: day.lines.map(({ channels, live, pace }, at) => ({
    ...{ port: String(at), line: String(at), practice: false, shut: null, callers: null, hold: 0 },
    ...{ taskChannels: channels, taskLive: live, portChannels: channels, portLive: live },
    ...{ lineChannels: channels, lineLive: live, lineStarts: pace.startsAt(now) },
  })),
});

const dialOver = (day: DayState, line: number, count: number, now: Instant): void => {
  let dialled = 0;
  while (dialled < count) {
    const callee = day.list.take(now);
    if (callee === null) break;
    const { attempts } = day.list.at(callee);
    const own = { today: attempts, in7Days: attempts, in30Days: attempts, minutesSince: null };
    const local = { ...midnightOf(day.options.weekday), minute: minuteOf(now) };
    const cap = capped(day.rules, { own, all: null }, local);
    if (cap !== null) {
      day.list.step(callee, { type: 'putOff', ...cap }, now);
      continue;
    }
    dial(day, callee, line, now);
    dialled++;
  }
  started(day, line, dialled, now);
};

const dial = (day: DayState, callee: number, line: number, now: Instant): void => {
  const { attempts } = day.list.step(callee, { type: 'claimed' }, now);
  const call = day.options.town(callee, attempts, now);
  const hour = day.hours.of(now);
  hour.dialled++;
  if (attempts > 1) hour.retries++;
  day.timeline.post({ type: 'over', callee, line, call }, instant(now + call.ringMs + call.talkMs));
};

const started = (day: DayState, at: number, calls: number, now: number): void => {
  const line = day.lines[at]!;
  line.pace.started(now, calls);
  line.live += calls;
  line.most = Math.max(line.most, line.live);
  line.starts = [...line.starts.filter(start => start > now - 1_000), ...Array.from({ length: calls }, () => now)];
  line.mostStarts = Math.max(line.mostStarts, line.starts.length);
  day.mostLive = Math.max(day.mostLive, liveOf(day));
};

const told = ({ options, hours, standing, finishedAt, calls, list, lines, mostLive }: DayState): Day => {
  const numbers: Record<string, number> = {};
  for (let callee = 0; callee < options.numbers; callee++) {
    const { state, because } = list.at(callee);
    const why: CalleeBecause | 'fresh' | 'retry' | 'calling' = because || (state === 'settled' ? '' : state);
    numbers[why] = (numbers[why] ?? 0) + 1;
  }
  return {
    hours: hours.hours,
    standing,
    finishedAt,
    dialled: hours.hours.reduce((sum, { dialled }) => sum + dialled, 0),
    calls,
    numbers,
    most: { live: mostLive, lines: lines.map(({ most, mostStarts }) => ({ live: most, starts: mostStarts })) },
  };
};
