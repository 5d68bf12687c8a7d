import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { stolenSeconds } from './cpu.ts';
import type { Sample } from './figures.ts';
import { type Lane, openPacingGround, type PacingGround, RATE, type Running } from './pacing-ground.ts';

/**
 * How many calls a second a task of a million numbers starts over a line of 50, counted as they are placed, over a minute,
 * after the first seconds: in each lane, with so many of its numbers dialled before. Beside it, in the same minute, the same
 * over a list of some thousand in a database of its own: what else the machine has to do slows down both.
 */
interface PacingFigure {
  readonly lane: Lane;
  readonly numbers: number;
  readonly dialled: number;
  readonly roundTripMs: number;
  readonly seconds: number;
  readonly callsPerSecond: number;
  /** From the order to run until its first call. */
  readonly beganMs: number;
  /** Of the short list beside it. */
  readonly shortCallsPerSecond: number;
  readonly stolenSeconds: number;
  /** Of the machine's last minute at its end. */
  readonly load: number;
}

interface PacingWish {
  readonly seconds: number;
  /** Of the list and its dialled parts; 1: a million numbers. */
  readonly scale: number;
  /** Every lane at every part of the list, instead of one part of each lane beside the first. */
  readonly whole: boolean;
}

const FAR_MS = 2;
const WARM_MS = 3_000;
const SHORT = 1_000;
const LONG = 1_000_000;
const DIALLED = [0, 20_000, 380_000, 990_000] as const;
/** Lanes beside the first: in the middle of the list. */
const MIDDLE = [380_000] as const;

const hasBegun = async ({ placed }: Running, before: number): Promise<void> => {
  while ((await placed()) === before) await delay(100);
};

type Counted = Pick<
  PacingFigure,
  'beganMs' | 'seconds' | 'callsPerSecond' | 'shortCallsPerSecond' | 'stolenSeconds' | 'load'
>;

const countBoth = async (long: Running, short: Running, seconds: number): Promise<Omit<Counted, 'beganMs'>> => {
  await delay(WARM_MS);
  const count = () => Promise.all([long.placed(), short.placed()]);
  const stolen = stolenSeconds();
  const [before, since] = [await count(), performance.now()];
  await delay(seconds * 1_000);
  const [after, until] = [await count(), performance.now()];
  const took = (until - since) / 1_000;
  return {
    seconds: took,
    callsPerSecond: (after[0] - before[0]) / took,
    shortCallsPerSecond: (after[1] - before[1]) / took,
    stolenSeconds: stolenSeconds() - stolen,
    load: loadavg()[0] ?? 0,
  };
};

interface Grounds {
  readonly long: PacingGround;
  readonly short: PacingGround;
  readonly wish: PacingWish;
}

const measureRun = async ({ long, short, wish }: Grounds, task: string, roundTripMs: number): Promise<Counted> => {
  const few = SHORT + Math.ceil((wish.seconds + 2 * (WARM_MS / 1_000)) * RATE);
  const beside = await short.task('fresh', few);
  const placedBefore = await long.placed(task);
  const since = performance.now();
  const running = [await long.run(task, roundTripMs)];
  try {
    await hasBegun(running[0]!, placedBefore);
    const beganMs = performance.now() - since;
    running.push(await short.run(beside, roundTripMs));
    await hasBegun(running[1]!, 0);
    return { beganMs, ...(await countBoth(running[0]!, running[1]!, wish.seconds)) };
  } finally {
    for (const each of running) await each.stop();
  }
};

const measureLane = async (grounds: Grounds, lane: Lane): Promise<readonly PacingFigure[]> => {
  const { long, wish } = grounds;
  const numbers = Math.round(LONG * wish.scale);
  const task = await long.task(lane, numbers);
  const all: PacingFigure[] = [];
  for (const part of lane === 'fresh' || wish.whole ? DIALLED : MIDDLE) {
    const dialled = Math.round(part * wish.scale);
    await long.dialTo(task, dialled);
    for (const roundTripMs of [0, FAR_MS]) {
      const run = { lane, numbers, dialled, roundTripMs, ...(await measureRun(grounds, task, roundTripMs)) };
      process.stdout.write(`${told(run)}\n`);
      all.push(run);
    }
  }
  return all;
};

const told = (run: PacingFigure): string =>
  `${run.lane}, ${run.numbers} numbers, ${run.dialled} dialled, +${run.roundTripMs} ms: ${run.callsPerSecond.toFixed(1)} calls a second, the first after ${(run.beganMs / 1_000).toFixed(1)} s, short list beside it ${run.shortCallsPerSecond.toFixed(1)}; stolen ${run.stolenSeconds.toFixed(2)} s, load ${run.load.toFixed(1)}`;

export const measurePacing = async (wish: PacingWish): Promise<readonly PacingFigure[]> => {
  const all: PacingFigure[] = [];
  for (const lane of ['fresh', 'retry', 'west', 'practice'] as const) {
    const [long, short] = await Promise.all([openPacingGround(), openPacingGround()]);
    try {
      all.push(...(await measureLane({ long, short, wish }, lane)));
    } finally {
      await Promise.all([long.close(), short.close()]);
    }
  }
  return all;
};

/** Of the short list's rate. */
const LEAST_SHARE = 0.95;

/** A sentence for each run that fell behind the short list. */
export const fellBehind = (all: readonly PacingFigure[]): readonly string[] =>
  all
    .filter(run => !(run.callsPerSecond >= LEAST_SHARE * run.shortCallsPerSecond))
    .map(
      run =>
        `${run.lane}, ${run.dialled} dialled, +${run.roundTripMs} ms: ${run.callsPerSecond.toFixed(1)} calls a second, a short list ${run.shortCallsPerSecond.toFixed(1)}`,
    );

const laneWords: Readonly<Record<Lane, readonly [zh: string, en: string]>> = {
  fresh: ['新号码', 'fresh numbers'],
  retry: ['到时间的重拨', 'retries that are due'],
  west: ['西部号码', 'numbers of the far west'],
  practice: ['练习号码', 'practice numbers'],
};

const loadsOf = (all: readonly PacingFigure[]): string => {
  const loads = all.map(({ load }) => load);
  return `${Math.min(...loads).toFixed(1)}–${Math.max(...loads).toFixed(1)}`;
};

/** One value a part of the list that was dialled before. */
export const pacingSamples = (all: readonly PacingFigure[]): readonly Sample[] => [
  {
    zh: `每秒 ${RATE} 通的线路，百万号码的任务：一分钟里每秒呼出，全部情形，机器同时的负载 ${loadsOf(all)}`,
    en: `a line of ${RATE} calls a second, a task of a million numbers: calls started a second over a minute, in all cases, at a load of ${loadsOf(all)} of the machine`,
    unit: '',
    digits: 1,
    values: all.map(run => run.callsPerSecond),
  },
  ...[...Map.groupBy(all, run => `${run.lane} ${run.roundTripMs}`).values()].map(sampleOf),
];

const sampleOf = (runs: readonly PacingFigure[]): Sample => {
  const { lane = 'fresh', roundTripMs = 0 } = runs[0] ?? {};
  const [zh, en] = laneWords[lane];
  const dialled = runs.map(run => run.dialled.toLocaleString('en')).join(' / ');
  return {
    zh: `${zh}，已拨 ${dialled}，数据库远 ${roundTripMs} ms：占同时拨一千来个号码的任务的百分比（至少 95）`,
    en: `${en}, ${dialled} dialled, the database ${roundTripMs} ms away: of a task of some thousand numbers in the same minute (at least 95)`,
    unit: '%',
    digits: 1,
    values: runs.map(run => (100 * run.callsPerSecond) / run.shortCallsPerSecond),
  };
};
