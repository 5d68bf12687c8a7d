import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@lianxian/contract';
import { z } from 'zod';
import { callAtAnyHour } from '../../journeys/house/any-hour.ts';
import { type Api, signIn, until } from '../../journeys/house/api.ts';
import { practiceGround, saveLine } from '../../journeys/house/calls.ts';
import { type House, startHouse } from '../../journeys/house/house.ts';
import { cpuOfHouse, stolenSeconds } from './cpu.ts';

const portTold = z.object({ port: z.number() });
const gapFigures = z.object({
  packets: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  worstMs: z.number(),
  over40: z.number(),
});
const stateTold = z.object({
  invited: z.number(),
  live: z.number(),
  callSeconds: z.number(),
  received: z.number(),
  gaps: gapFigures,
  turns: z
    .object({
      stopMs: z.array(z.number()),
      answerMs: z.array(z.number()),
      notStopped: z.number(),
      notAnswered: z.number(),
    })
    .nullable(),
});

export interface HouseFigure {
  readonly calls: number;
  readonly seconds: number;
  readonly callMinutes: number;
  readonly cpuSeconds: number;
  readonly cpuSecondsPerCallMinute: number;
  readonly stolenSeconds: number;
  /** Share of the packets due to the far end that it got. */
  readonly delivered: number;
  /** Between packets as they reached the far end. */
  readonly gaps: z.infer<typeof gapFigures>;
  readonly byProcess: Readonly<Record<string, number>>;
}

export const WARM_MS = 5_000;
export const RAMP_LIMIT_MS = 120_000;
const TOP_UP_MS = 200;
/** New calls at each look: a burst of INVITEs is another bench. */
const TOP_UP = 8;

export const askFarEnd = async (far: ChildProcess, restart = false): Promise<z.infer<typeof stateTold>> => {
  far.send({ restart });
  const [state] = await once(far, 'message');
  return stateTold.parse(state);
};

/** Keeps `wanted` calls alive until it is stopped: those that end are followed by new ones. */
export const keepCalls = (api: Api, far: ChildProcess, wanted: number, ids: { planId: string; lineId: string }) => {
  let isOver = false;
  let placed = 0;
  let live = 0;
  const run = (async () => {
    const invitedBefore = (await askFarEnd(far)).invited;
    while (!isOver) {
      const state = await askFarEnd(far);
      live = state.live;
      const underWay = placed - (state.invited - invitedBefore);
      const missing = Math.min(wanted - live - underWay, TOP_UP);
      for (let n = 0; n < missing && !isOver; n += 1) {
        placed += 1;
        await api.call(endpoints.call.place, { ...ids, phone: `139${String(placed).padStart(8, '0')}` });
      }
      await delay(TOP_UP_MS);
    }
  })();
  // Told by `stop`; a ramp that never comes up is told by its own limit first.
  run.catch(() => undefined);
  return {
    live: () => live,
    stop: async () => {
      isOver = true;
      await run;
    },
  };
};

export interface BenchHouse {
  readonly house: House;
  readonly far: ChildProcess;
  readonly api: Api;
  readonly ids: { readonly planId: string; readonly lineId: string };
  readonly stop: () => Promise<void>;
}

/** A house of its own with a line to the bench's far end; `farEnd` are that one's arguments. */
export const openBenchHouse = async (
  settings: Readonly<Record<string, string>> = {},
  farEnd: readonly string[] = [],
): Promise<BenchHouse> => {
  // The journeys' houses have a hundred ports each; a bench has many calls and the machine for itself.
  // When it is told to stop nobody waits for the talks of its far end.
  const own = { PRACTICE: 'off', LOG_LEVEL: 'warn', RTP_PORTS: '20000-23999', DRAIN_SECONDS: '0' };
  const house = await startHouse({ ...own, ...settings });
  const far = fork(fileURLToPath(new URL('./far-end.ts', import.meta.url)), farEnd);
  const stop = async (): Promise<void> => {
    far.kill();
    await house.stop();
  };
  try {
    const { port } = portTold.parse((await once(far, 'message'))[0]);
    const api = await signIn(house);
    const { planId } = await practiceGround(api);
    const lineId = await saveLine(api, { address: `127.0.0.1:${port}`, channels: 1_000, callsPerSecond: 200 });
    await callAtAnyHour(house, api, { channels: 1_000 });
    return { house, far, api, ids: { planId, lineId }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Holds `calls` calls in a house of its own for `seconds` and counts what all its processes but the database took. */
export const measureHouse = async (calls: number, seconds: number): Promise<HouseFigure> => {
  const { house, far, api, ids, stop } = await openBenchHouse();
  try {
    const kept = keepCalls(api, far, calls, ids);
    await until(`${calls} live calls`, RAMP_LIMIT_MS, () => (kept.live() >= calls * 0.98 ? true : null));
    await delay(WARM_MS);
    const [cpu, stolen, state, since] = [
      cpuOfHouse(house.supervisorPid),
      stolenSeconds(),
      await askFarEnd(far, true),
      performance.now(),
    ];
    await delay(seconds * 1_000);
    const [cpuEnd, stolenEnd, end] = [cpuOfHouse(house.supervisorPid), stolenSeconds(), await askFarEnd(far)];
    const elapsed = (performance.now() - since) / 1_000;
    await kept.stop();
    const byProcess = Object.fromEntries([...cpuEnd].map(([name, total]) => [name, total - (cpu.get(name) ?? 0)]));
    const cpuSeconds = Object.values(byProcess).reduce((sum, each) => sum + each, 0);
    const callSeconds = end.callSeconds - state.callSeconds;
    return {
      calls,
      seconds: elapsed,
      callMinutes: callSeconds / 60,
      cpuSeconds,
      cpuSecondsPerCallMinute: cpuSeconds / (callSeconds / 60),
      stolenSeconds: stolenEnd - stolen,
      delivered: (end.received - state.received) / (callSeconds * 50),
      gaps: end.gaps,
      byProcess,
    };
  } finally {
    await stop();
  }
};
