import { setTimeout as delay } from 'node:timers/promises';
import { endpoints } from '@lianxian/contract';
import { until } from '../../../journeys/house/api.ts';
import { cpuOfHouse, stolenSeconds } from '../cpu.ts';
import type { Sample } from '../figures.ts';
import { askFarEnd, keepCalls, RAMP_LIMIT_MS, WARM_MS } from '../house-calls.ts';
import { onSeatGround, type SeatGround } from './ground.ts';

/**
 * What customers hear of seats: the gaps between the packets that come to them from a hundred robots, then from a hundred
 * seats that dialled them, in one house with two hundred seats registered, by turns. The far ends are processes of their own.
 */
interface LoadFigure {
  readonly robots: Heard;
  readonly seats: Heard;
  readonly stolenSeconds: number;
}

interface Heard {
  readonly p99Ms: number;
  readonly worstMs: number;
  readonly packets: number;
  readonly delivered: number;
  /** Of the house without its database, a call-minute. */
  readonly cpuSecondsPerCallMinute: number;
}

const [REGISTERED, CALLS] = [200, 100];
const SECONDS = 20;
/** Slower than a busy machine has to turn calls away. */
const DIAL_EVERY_MS = 250;
/** The issue's own bound. */
const MOST = 1.2;

const listen = async ({ far, house }: SeatGround): Promise<Heard> => {
  await delay(WARM_MS);
  const cpuNow = (): number => [...cpuOfHouse(house.supervisorPid).values()].reduce((sum, each) => sum + each, 0);
  const [before, cpu] = [await askFarEnd(far, true), cpuNow()];
  await delay(SECONDS * 1_000);
  const [after, cpuAfter] = [await askFarEnd(far), cpuNow()];
  const callSeconds = after.callSeconds - before.callSeconds;
  const { p99Ms, worstMs, packets } = after.gaps;
  const delivered = (after.received - before.received) / (callSeconds * 50);
  return { p99Ms, worstMs, packets, delivered, cpuSecondsPerCallMinute: (60 * (cpuAfter - cpu)) / callSeconds };
};

const noCall = ({ far }: SeatGround): Promise<true> =>
  until('no live call', RAMP_LIMIT_MS, async () => ((await askFarEnd(far)).live === 0 ? true : null));

const withRobots = async (ground: SeatGround): Promise<Heard> => {
  const { api, far, ids } = ground;
  const kept = keepCalls(api, far, CALLS, ids);
  await until(`${CALLS} robots' calls`, RAMP_LIMIT_MS, () => (kept.live() >= CALLS ? true : null));
  const heard = await listen(ground);
  await kept.stop();
  await api.call(endpoints.task.stopAll, {});
  await noCall(ground);
  return heard;
};

const withSeats = async (ground: SeatGround, turn: number): Promise<Heard> => {
  const { phones, far } = ground;
  const dialling: Promise<number>[] = [];
  for (let n = 0; n < CALLS; n += 1) {
    dialling.push(
      phones.order<number>({ type: 'dial', phone: n, to: `137${String(turn * CALLS + n).padStart(8, '0')}` }),
    );
    await delay(DIAL_EVERY_MS);
  }
  const failed = (await Promise.all(dialling)).filter(status => status !== 200);
  if (failed.length > 0)
    throw new Error(`${failed.length} seats did not get through: ${[...new Set(failed)].join(', ')}`);
  await until(`${CALLS} seats' calls`, RAMP_LIMIT_MS, async () =>
    (await askFarEnd(far)).live === CALLS ? true : null,
  );
  const heard = await listen(ground);
  for (let n = 0; n < CALLS; n += 1) await phones.order({ type: 'hangUp', phone: n });
  await noCall(ground);
  return heard;
};

export const measureSeatLoad = (rounds: number): Promise<LoadFigure[]> =>
  onSeatGround({ seats: REGISTERED }, async ground => {
    const all: LoadFigure[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const stolen = stolenSeconds();
      const robots = await withRobots(ground);
      const seats = await withSeats(ground, round);
      all.push({ robots, seats, stolenSeconds: stolenSeconds() - stolen });
      process.stdout.write(`round ${round + 1}, ${told(all.at(-1)!)}\n`);
    }
    return all;
  });

const told = ({ robots, seats, stolenSeconds: stolen }: LoadFigure): string => {
  const of = ({ p99Ms, worstMs, packets, delivered, cpuSecondsPerCallMinute }: Heard): string =>
    `gap p99 ${p99Ms.toFixed(2)} ms, worst ${worstMs.toFixed(1)} (${packets} packets, ${(100 * delivered).toFixed(2)} % came), ${cpuSecondsPerCallMinute.toFixed(3)} CPU s a call-minute`;
  return `${CALLS} robots: ${of(robots)}; ${CALLS} seats of ${REGISTERED}: ${of(seats)}; stolen ${stolen.toFixed(2)} s`;
};

const ratioOf = ({ robots, seats }: LoadFigure): number => seats.p99Ms / robots.p99Ms;

export const seatLoadTooDear = (all: readonly LoadFigure[]): readonly string[] =>
  all
    .map(ratioOf)
    .filter(ratio => !(ratio <= MOST))
    .map(ratio => `gaps at customers of seats are ${ratio.toFixed(2)} times those of robots`);

export const seatLoadSamples = (all: readonly LoadFigure[]): Sample[] => [
  {
    zh: `${CALLS} 路坐席通话（${REGISTERED} 个在线）：客户端包间隔 p99，与 ${CALLS} 路机器人通话之比（至多 ${MOST}）`,
    en: `${CALLS} seats' calls (${REGISTERED} registered): p99 of the gaps at customers, of that of ${CALLS} robots' calls (at most ${MOST})`,
    unit: '×',
    digits: 2,
    values: all.map(ratioOf),
  },
  {
    zh: `${CALLS} 路坐席通话：客户端包间隔 p99`,
    en: `${CALLS} seats' calls: p99 of the gaps at customers`,
    unit: 'ms',
    digits: 2,
    values: all.map(({ seats }) => seats.p99Ms),
  },
];
