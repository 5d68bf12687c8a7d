import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { Refusal } from './http/refusal.ts';

/** Behind whatever answers somebody: a page costs a few ms, a plan may cost half a second. */
const NICE = 5;

/** What a thread of the bench says of a piece of work: the answer, its refusal or what went wrong, and the processor time it took. */
export interface FromBench {
  /** First of all: the program is loaded. */
  readonly isReady?: true;
  readonly answer?: unknown;
  readonly refused?: Pick<Refusal, 'key' | 'values'>;
  readonly failed?: string;
  readonly cpuMs?: number;
}

/** The program of a bench's thread: one piece of work after the other. */
export const serveBench = <Work>(perform: (work: Work) => unknown): void => {
  goBehind();
  parentPort?.on('message', async (work: Work) => {
    const before = process.threadCpuUsage();
    const told = await attempt(() => perform(work));
    const { user, system } = process.threadCpuUsage(before);
    tell({ ...told, cpuMs: (user + system) / 1_000 });
  });
  tell({ isReady: true });
};

/** Linux schedules threads: this one alone gives way. Elsewhere it would be the whole process. */
const goBehind = (): void => {
  if (process.platform === 'linux' && getPriority() < NICE) setPriority(NICE);
};

const tell = (message: FromBench): void => parentPort?.postMessage(message);

const attempt = async (perform: () => unknown): Promise<Pick<FromBench, 'answer' | 'refused' | 'failed'>> => {
  try {
    return { answer: await perform() };
  } catch (error) {
    if (error instanceof Refusal) return { refused: { key: error.key, values: error.values } };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};
