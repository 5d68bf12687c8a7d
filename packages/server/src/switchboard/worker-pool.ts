import { setTimeout as pauseFor } from 'node:timers/promises';
import type { WorkerListener, WorkerProcess } from './worker-process.ts';

/**
 * As many workers as the calls fill, the fullest first, and one warm spare beyond them. One that dies is replaced, after
 * a pause when it died young, so that nothing is started in a circle. What a peak started goes when it has rested: with
 * its memory and its descriptors, which a house that lives for months would else only gather.
 *
 *   starting → serving ─(restart, too old, too large, a defect, not needed)→ retiring: no new calls ─(its last call is over)→ stopped
 *
 * Invariants: a worker that retires drops no call; by a restart the old ones serve until a new one is ready, so that no
 * call waits for a start; one whose calls do not end within `DRAIN_LIMIT_MS` is stuck and is ended with them.
 */
export interface WorkerPool {
  /** Puts a call into one with room; after a death there may be none for a moment. Rejects when none comes within `limitMs`. */
  readonly take: (call: string, limitMs: number) => Promise<WorkerProcess>;
  /** The leg is over. */
  readonly release: (leg: string, worker: WorkerProcess) => void;
  /**
   * New workers for new calls; those of now end with their last call. Resolves when all of those are gone; rejects when no
   * new one gets ready, and the old ones serve on.
   */
  readonly restart: () => Promise<void>;
  readonly all: () => readonly WorkerProcess[];
  readonly close: (limitMs: number) => Promise<void>;
}

export interface WorkerPoolOptions {
  readonly callsPerWorker: number;
  /** A worker that served so many calls, or has so many bytes resident, retires. */
  readonly limits?: { readonly served: number; readonly memory: number };
  /** How long workers that nobody needs are kept; default a minute. */
  readonly restMs?: number;
  /** `index` counts all workers ever started. */
  readonly start: (index: number, listener: Omit<WorkerListener, 'onMessage'>) => WorkerProcess;
  readonly onGone: (worker: WorkerProcess, because: string) => void;
  /** A defect outside its calls: it retires. */
  readonly onDefect: (because: string) => void;
}

const RESTART_PAUSE_MS = 1_000;
const LOOK_AGAIN_MS = 50;
const STOP_LIMIT_MS = 5_000;
/** No conversation lasts an hour. */
const DRAIN_LIMIT_MS = 3_600_000;
/** Calls come in waves: a start costs more than a minute's rest. */
const REST_MS = 60_000;
/** One to serve and one spare, also of a house at rest. */
const FEWEST = 2;
/** A day of a busy worker; and some four times what 200 calls and a full prompt cache need. */
const LIMITS = { served: 20_000, memory: 1024 * 1024 * 1024 };

/** What the pool knows of a worker that is alive. */
interface Kept {
  served: number;
  retiring: { readonly limit: NodeJS.Timeout; readonly gone: PromiseWithResolvers<void> } | null;
}

export const createWorkerPool = (options: WorkerPoolOptions): WorkerPool => {
  const { callsPerWorker, limits = LIMITS, restMs = REST_MS, start, onGone, onDefect } = options;
  const workers = new Map<WorkerProcess, Kept>();
  let closing = false;
  let started = 0;
  let pause: NodeJS.Timeout | null = null;
  let rest: NodeJS.Timeout | null = null;

  const leave = (worker: WorkerProcess): void => {
    const retiring = workers.get(worker)?.retiring;
    workers.delete(worker);
    if (!retiring) return;
    clearTimeout(retiring.limit);
    retiring.gone.resolve();
  };

  const add = (): WorkerProcess => {
    const startedAt = performance.now();
    const gone = (because: string): void => {
      leave(worker);
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
    };
    const worker = start(started++, {
      onGone: gone,
      onDefect: because => {
        onDefect(because);
        void retire(worker);
        keepSpare();
      },
    });
    workers.set(worker, { served: 0, retiring: null });
    return worker;
  };

  const serving = (): WorkerProcess[] =>
    [...workers].filter(([, { retiring }]) => retiring === null).map(([worker]) => worker);

  const keepSpare = (): void => {
    if (closing) return;
    const idle = serving().filter(worker => worker.legs.size === 0).length;
    const free = serving().reduce((sum, worker) => sum + callsPerWorker - worker.legs.size, 0);
    if (idle === 0 || free < callsPerWorker) add();
  };

  const stopWhenEmpty = async (worker: WorkerProcess): Promise<void> => {
    if (worker.legs.size > 0 || !workers.get(worker)?.retiring) return;
    await worker.stop(STOP_LIMIT_MS);
    leave(worker);
  };

  /** Resolves when it is gone. */
  const retire = (worker: WorkerProcess): Promise<void> => {
    const kept = workers.get(worker);
    if (!kept) return Promise.resolve();
    kept.retiring ??= { limit: setTimeout(worker.kill, DRAIN_LIMIT_MS).unref(), gone: Promise.withResolvers<void>() };
    void stopWhenEmpty(worker);
    return kept.retiring.gone.promise;
  };

  const letGo = (): void => {
    rest = null;
    for (const worker of needless(serving())) void retire(worker);
  };

  const give = (call: string, worker: WorkerProcess): WorkerProcess => {
    worker.legs.add(call);
    const kept = workers.get(worker)!;
    kept.served += 1;
    if (kept.served >= limits.served || worker.memory() >= limits.memory) void retire(worker);
    keepSpare();
    return worker;
  };

  add();
  add();

  return {
    take: async (call, limitMs) => {
      const until = performance.now() + limitMs;
      for (;;) {
        const worker = fullest(serving().filter(({ legs }) => legs.size < callsPerWorker));
        // In the same turn, so that nobody stops it in between as one without calls.
        if (worker) return give(call, worker);
        if (closing || performance.now() > until) throw new Error('no media worker has room');
        await pauseFor(LOOK_AGAIN_MS);
      }
    },
    release: (leg, worker) => {
      worker.legs.delete(leg);
      void stopWhenEmpty(worker);
      if (!closing && serving().length > FEWEST) rest ??= setTimeout(letGo, restMs).unref();
    },
    restart: async () => {
      const old = serving();
      if (closing || old.length === 0) return;
      const fresh = [add(), add()];
      await Promise.any(fresh.map(worker => worker.ready));
      await Promise.all(old.map(retire));
    },
    all: () => [...workers.keys()],
    close: async limitMs => {
      closing = true;
      if (pause) clearTimeout(pause);
      if (rest) clearTimeout(rest);
      const all = [...workers.keys()];
      await Promise.all(all.map(worker => worker.stop(limitMs)));
      for (const worker of all) leave(worker);
    },
  };
};

/** Idle ones beyond the spare, as long as the others have room for a worker's worth of calls. */
const needless = (serving: readonly WorkerProcess[]): readonly WorkerProcess[] => {
  const idle = serving.filter(worker => worker.legs.size === 0 && worker.isReady());
  const most = Math.min(idle.length - 1, serving.length - FEWEST);
  return most > 0 ? idle.slice(-most) : [];
};

const fullest = (workers: readonly WorkerProcess[]): WorkerProcess | undefined =>
  workers.reduce<WorkerProcess | undefined>(
    (best, worker) => (best === undefined || comesFirst(worker, best) ? worker : best),
    undefined,
  );

/** Ready before starting, then the fuller one: calls gather, and the spare stays empty. */
const comesFirst = (one: WorkerProcess, other: WorkerProcess): boolean =>
  one.isReady() === other.isReady() ? one.legs.size > other.legs.size : one.isReady();
