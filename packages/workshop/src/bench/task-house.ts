import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@lianxian/contract';
import { z } from 'zod';
import { callAtAnyHour } from '../../journeys/house/any-hour.ts';
import { type Api, signIn, until } from '../../journeys/house/api.ts';
import { saveLine } from '../../journeys/house/calls.ts';
import { type House, startHouse } from '../../journeys/house/house.ts';
import { draftTask, startTask } from '../../journeys/house/tasks.ts';
import { cpuOfHouse, stolenSeconds } from './cpu.ts';
import { measureBoard, type PageFigure } from './live-board.ts';

const portTold = z.object({ port: z.number() });
const stateTold = z.object({ live: z.number(), callSeconds: z.number() });

export interface TaskFigure {
  readonly calls: number;
  readonly cpuSecondsPerCallMinute: number;
  readonly stolenSeconds: number;
  readonly byProcess: Readonly<Record<string, number>>;
  readonly page: PageFigure;
}

const RAMP_LIMIT_MS = 120_000;
const WARM_MS = 5_000;

const ask = async (far: ChildProcess): Promise<z.infer<typeof stateTold>> => {
  far.send({});
  const [state] = await once(far, 'message');
  return stateTold.parse(state);
};

/** A task over an ordinary line to the bench's far end: every limit of such a line is checked, and its hours are open. */
const startOver = async (
  house: House,
  api: Api,
  { far, calls }: { readonly far: number; readonly calls: number },
): Promise<string> => {
  const lineId = await saveLine(api, { address: `127.0.0.1:${far}`, channels: 2 * calls, callsPerSecond: 20 });
  await callAtAnyHour(house, api, { channels: 2 * calls });
  const { list } = await api.call(endpoints.port.list, {});
  const port = list.find(row => row.lineId === lineId);
  if (port === undefined) throw new Error('a saved line made no port');
  const phones = Array.from({ length: 30 * calls }, (_, n) => `139${String(n + 1).padStart(8, '0')}`);
  const task = await draftTask(api, phones, { ports: [{ portId: port.id, channels: calls }], concurrency: calls });
  await startTask(api, task);
  return task;
};

/**
 * A task holds `calls` calls in a house of its own: what all its processes but the database took a call-minute while
 * nobody looks, then what its board costs a browser that does.
 */
export const measureTask = async (calls: number, seconds: number): Promise<TaskFigure> => {
  const house: House = await startHouse({ PRACTICE: 'off', LOG_LEVEL: 'warn', RTP_PORTS: '20000-23999' });
  const far = fork(fileURLToPath(new URL('./far-end.ts', import.meta.url)));
  try {
    const { port } = portTold.parse((await once(far, 'message'))[0]);
    const api = await signIn(house);
    const task = await startOver(house, api, { far: port, calls });
    await until(`${calls} live calls`, RAMP_LIMIT_MS, async () =>
      (await ask(far)).live >= calls * 0.98 ? true : null,
    );
    await delay(WARM_MS);
    const [cpu, stolen, state] = [cpuOfHouse(house.supervisorPid), stolenSeconds(), await ask(far)];
    await delay(seconds * 1_000);
    const [cpuEnd, stolenEnd, end] = [cpuOfHouse(house.supervisorPid), stolenSeconds(), await ask(far)];
    const byProcess = Object.fromEntries([...cpuEnd].map(([name, total]) => [name, total - (cpu.get(name) ?? 0)]));
    const cpuSeconds = Object.values(byProcess).reduce((sum, each) => sum + each, 0);
    return {
      calls,
      cpuSecondsPerCallMinute: cpuSeconds / ((end.callSeconds - state.callSeconds) / 60),
      stolenSeconds: stolenEnd - stolen,
      byProcess,
      page: await measureBoard(house, api, task, seconds),
    };
  } finally {
    far.kill();
    await house.stop();
  }
};
