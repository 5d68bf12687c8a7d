import { setTimeout as delay } from 'node:timers/promises';
import { endpoints } from '@lianxian/contract';
import { until } from '../../../journeys/house/api.ts';
import { descriptorsOf, pidsOfHouse, residentKib, stolenSeconds } from '../cpu.ts';
import { keepCalls, openBenchHouse } from '../house-calls.ts';

/**
 * Many calls for a long time: how many were not answered though the far end answers all, and whether resident memory and
 * open descriptors of the calls process and its workers grow (slope of a straight line through samples, start-up left
 * out).
 */
interface SoakFigure {
  readonly calls: number;
  readonly minutes: number;
  readonly ended: number;
  readonly failed: number;
  readonly kibPerMinute: number;
  readonly descriptorsPerMinute: number;
  /** Over the last three quarters of the run, as a share of what there was at their beginning, by the same line. */
  readonly memoryGrown: number;
  readonly descriptorsGrown: number;
  readonly residentMib: readonly number[];
  readonly stolenSeconds: number;
}

const SAMPLE_MS = 15_000;
const WARM_MS = 120_000;
const RAMP_LIMIT_MS = 180_000;

interface Sample {
  readonly minute: number;
  readonly kib: number;
  readonly descriptors: number;
}

const slope = (samples: readonly Sample[], of: (sample: Sample) => number): number => {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(of))];
  const shared = samples.reduce((sum, each) => sum + (each.minute - x) * (of(each) - y), 0);
  return shared / samples.reduce((sum, each) => sum + (each.minute - x) ** 2, 0);
};

const grown = (all: readonly Sample[], of: (sample: Sample) => number): number => {
  const samples = all.slice(Math.floor(all.length / 4));
  const mean = samples.reduce((sum, each) => sum + of(each), 0) / samples.length;
  const growth = slope(samples, of) * ((samples.at(-1)?.minute ?? 0) - (samples[0]?.minute ?? 0));
  return growth / (mean - growth / 2);
};

export const measureSoak = async (calls: number, minutes: number): Promise<SoakFigure> => {
  const bench = await openBenchHouse();
  const { house, far, api, ids } = bench;
  const stolen = stolenSeconds();
  const sample = (since: number): Sample => {
    const pids = pidsOfHouse(house.supervisorPid, /--role calls|media-worker\//);
    return {
      minute: (performance.now() - since) / 60_000,
      kib: pids.reduce((sum, pid) => sum + residentKib(pid), 0),
      descriptors: pids.reduce((sum, pid) => sum + descriptorsOf(pid), 0),
    };
  };
  const total = async (filter: { readonly states?: 'answered'[] } = {}): Promise<number> =>
    (await api.call(endpoints.call.list, { limit: 1, ...filter })).total;
  try {
    const kept = keepCalls(api, far, calls, ids);
    await until(`${calls} live calls`, RAMP_LIMIT_MS, () => (kept.live() >= calls * 0.98 ? true : null));
    await delay(WARM_MS);
    const since = performance.now();
    const samples: Sample[] = [];
    while (performance.now() - since < minutes * 60_000) {
      samples.push(sample(since));
      await delay(SAMPLE_MS);
    }
    await kept.stop();
    // The calls that live are ended by us: none of them failed.
    const before = { all: await total(), answered: await total({ states: ['answered'] }) };
    const failed = before.all - kept.live() - before.answered;
    await api.call(endpoints.task.stopAll, {});
    return {
      calls,
      minutes,
      ended: before.all - kept.live(),
      failed: Math.max(0, failed),
      kibPerMinute: slope(samples, ({ kib }) => kib),
      descriptorsPerMinute: slope(samples, ({ descriptors }) => descriptors),
      memoryGrown: grown(samples, ({ kib }) => kib),
      descriptorsGrown: grown(samples, ({ descriptors }) => descriptors),
      residentMib: samples.map(({ kib }) => Math.round(kib / 1_024)),
      stolenSeconds: stolenSeconds() - stolen,
    };
  } finally {
    await bench.stop();
  }
};
