import { setTimeout as pauseFor } from 'node:timers/promises';
import type { WorkerListener, WorkerProcess } from './worker-process.ts';

/**
 * As many workers as the calls fill, the fullest first, and one warm spare beyond them. One that dies is replaced, after
 * a pause when it died young, so that nothing is started in a circle.
 */
export interface WorkerPool {
  /** One with room; after a death there may be none for a moment. Rejects when none comes within `limitMs`. */
  readonly take: (limitMs: number) => Promise<WorkerProcess>;
  /** Calls have been given out: starts another worker when the spare is used up. */
  readonly keepSpare: () => void;
  readonly all: () => readonly WorkerProcess[];
  readonly close: (limitMs: number) => Promise<void>;
}

export interface WorkerPoolOptions {
  readonly callsPerWorker: number;
  /** `index` counts all workers ever started. */
  readonly start: (index: number, onGone: WorkerListener['onGone']) => WorkerProcess;
  readonly onGone: (worker: WorkerProcess, because: string) => void;
}

const RESTART_PAUSE_MS = 1_000;
const LOOK_AGAIN_MS = 50;

export const createWorkerPool = ({ callsPerWorker, start, onGone }: WorkerPoolOptions): WorkerPool => {
  const workers = new Set<WorkerProcess>();
  let closing = false;
  let started = 0;
  let pause: NodeJS.Timeout | null = null;

  const add = (): void => {
    const startedAt = performance.now();
    const worker = start(started++, because => {
      workers.delete(worker);
      if (closing) return;
      onGone(worker, because);
      const livedMs = performance.now() - startedAt;
      pause ??= setTimeout(
        () => {
          pause = null;
          keepSpare();
        },
        livedMs > RESTART_PAUSE_MS ? 0 : RESTART_PAUSE_MS,
      );
    });
    workers.add(worker);
  };

  const keepSpare = (): void => {
    if (closing) return;
    const idle = [...workers].filter(worker => worker.calls.size === 0).length;
    const free = [...workers].reduce((sum, worker) => sum + callsPerWorker - worker.calls.size, 0);
    if (idle === 0 || free < callsPerWorker) add();
  };

  const fullestWithRoom = (): WorkerProcess | undefined =>
    [...workers]
      .filter(worker => worker.calls.size < callsPerWorker)
      .reduce<WorkerProcess | undefined>(
        (best, worker) => (best === undefined || worker.calls.size > best.calls.size ? worker : best),
        undefined,
      );

  add();
  add();

  return {
    take: async limitMs => {
      const until = performance.now() + limitMs;
      for (;;) {
        const worker = fullestWithRoom();
        if (worker) return worker;
        if (closing || performance.now() > until) throw new Error('no media worker has room');
        await pauseFor(LOOK_AGAIN_MS);
      }
    },
    keepSpare,
    all: () => [...workers],
    close: async limitMs => {
      closing = true;
      if (pause) clearTimeout(pause);
      await Promise.all([...workers].map(worker => worker.stop(limitMs)));
    },
  };
};
