import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { endpoints } from '@lianxian/contract';
import { z } from 'zod';
import { until } from '../../../journeys/house/api.ts';
import { descriptorsOf, pidsOfHouse, residentKib } from '../cpu.ts';
import { askFarEnd, keepCalls, openBenchHouse } from '../house-calls.ts';

/**
 * Memory of the calls process and its media workers: resident at 50 and at 200 calls, and what heap and external are
 * after all calls have ended and the collector was asked, against the same before. The processes run with Node's
 * inspector open on a free port, which is how the collector is asked; nothing of it is in the product.
 */
interface MemoryFigure {
  readonly kibPerCall: number;
  /** Heap and external of all these processes after the calls, against before; 1 is the same. */
  readonly keptRatio: number;
  readonly descriptorsPerCall: number;
  readonly residentKib: { readonly at50: number; readonly at200: number };
}

const [FEW, MANY] = [50, 200];
const STEADY_MS = 20_000;
const RAMP_LIMIT_MS = 120_000;
const INSPECTOR_LIMIT_MS = 2_000;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

const used = z.object({ result: z.object({ result: z.object({ value: z.number() }) }) });
const targets = z.array(z.object({ webSocketDebuggerUrl: z.string() })).min(1);

const listeningOf = (pid: number): readonly number[] => {
  const rows = execFileSync('ss', ['-ltnpH'], { encoding: 'utf8' }).split('\n');
  const ports = rows.filter(row => row.includes(`pid=${pid},`)).map(row => Number(/127\.0\.0\.1:(\d+)/.exec(row)?.[1]));
  return ports.filter(Number.isInteger);
};

/** Of a process with its inspector open, which may listen for others too. */
const inspectorOf = async (pid: number): Promise<string> => {
  for (const port of listeningOf(pid)) {
    const signal = AbortSignal.timeout(INSPECTOR_LIMIT_MS);
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`, { signal }).then(
      answered => answered.json(),
      () => null,
    );
    const found = targets.safeParse(answer);
    if (found.success) return found.data[0]!.webSocketDebuggerUrl;
  }
  throw new Error(`the inspector of process ${pid} is not found`);
};

/** Bytes of heap and external, the collector asked first; of a process with its inspector open. */
export const usedBytes = async (pid: number): Promise<number> => {
  const socket = new WebSocket(await inspectorOf(pid));
  await new Promise(done => socket.addEventListener('open', done, { once: true }));
  const ask = (id: number, method: string, params: object = {}): Promise<unknown> =>
    new Promise(done => {
      const hear = (event: MessageEvent<string>): void => {
        const answer = JSON.parse(event.data) as { readonly id?: number };
        if (answer.id !== id) return;
        socket.removeEventListener('message', hear);
        done(answer);
      };
      socket.addEventListener('message', hear);
      socket.send(JSON.stringify({ id, method, params }));
    });
  await ask(1, 'HeapProfiler.collectGarbage');
  const expression = 'process.memoryUsage().heapUsed + process.memoryUsage().external';
  const { result } = used.parse(await ask(2, 'Runtime.evaluate', { expression })).result;
  socket.close();
  return result.value;
};

export const measureMemory = async (): Promise<MemoryFigure> => {
  const bench = await openBenchHouse({ NODE_OPTIONS: '--inspect=127.0.0.1:0' });
  const { house, far, api, ids } = bench;
  const pids = () => pidsOfHouse(house.supervisorPid, /--role calls|media-worker\//);
  const hold = async <T>(calls: number, look: () => Promise<T>): Promise<T> => {
    const kept = keepCalls(api, far, calls, ids);
    try {
      await until(`${calls} live calls`, RAMP_LIMIT_MS, () => (kept.live() >= calls * 0.98 ? true : null));
      await delay(STEADY_MS);
      return await look();
    } finally {
      await kept.stop();
      await api.call(endpoints.task.stopAll, {});
      await until('no live call', RAMP_LIMIT_MS, async () => ((await askFarEnd(far)).live === 0 ? true : null));
    }
  };
  const look = async () => ({
    kib: sum(pids().map(residentKib)),
    descriptors: sum(pids().map(descriptorsOf)),
  });
  const rest = async (): Promise<number> => {
    await delay(STEADY_MS);
    return sum(await Promise.all(pids().map(usedBytes)));
  };
  try {
    // Code, prompts and pools come with the first calls and stay.
    await hold(MANY, look);
    const before = await rest();
    const few = await hold(FEW, look);
    const many = await hold(MANY, look);
    return {
      kibPerCall: (many.kib - few.kib) / (MANY - FEW),
      keptRatio: (await rest()) / before,
      descriptorsPerCall: (many.descriptors - few.descriptors) / (MANY - FEW),
      residentKib: { at50: few.kib, at200: many.kib },
    };
  } finally {
    await bench.stop();
  }
};
