import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { BoundedMap } from '@lianxian/core/kit';
import type { FromBench } from './bench-thread.ts';
import { Refusal } from './http/refusal.ts';
import { createKeyedQueue } from './keyed-queue.ts';

/**
 * Heavy work that somebody else's data asks for (making a plan ready, running talks through it), in threads: the loop that
 * asked goes on answering. What it may take is bounded from outside, where no plan reaches: a thread that takes too long or
 * too much memory is ended, with this work alone. Owners (merchants) take turns, one piece of work each at a time, and have
 * so much processor time a minute: who spends it waits, nobody else does.
 *
 *   asked ─refused: too many wait, time is spent
 *     └▶ waiting ─its owner's turn, a thread is free▶ running ─▶ answered │ ended: too long, too large │ failed
 */
export interface Bench {
  /**
   * `program` is a module that calls `serveBench`; `work` and the answer are plain data. Rejects with {@link BenchRefused},
   * with the refusal the program threw, or with what went wrong in it.
   */
  readonly run: <Answer>(program: URL, owner: string, work: unknown) => Promise<Answer>;
  /**
   * What an owner asks that is heavy outside of a thread as well (some MB read from the database or written to it): one at a
   * time of each owner, or whoever asks for much has the database work beside the thread. It may ask for a thread; for
   * another turn it would wait for ever.
   */
  readonly inTurn: <T>(owner: string, work: () => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

export class BenchRefused extends Error {
  override readonly name = 'BenchRefused';
  readonly because: 'busy' | 'spent' | 'tooHeavy';
  /** Until some of the time is given again. */
  readonly seconds: number;

  constructor(because: BenchRefused['because'], seconds = 0) {
    super(`the bench refused: ${because}`);
    this.because = because;
    this.seconds = seconds;
  }
}

export interface BenchOptions {
  /** At once; by default half of the processors, two at least: one owner's work never has all of them. */
  readonly threads?: number;
  readonly limits?: Partial<BenchLimits>;
}

interface BenchLimits {
  /** Of one piece of work. The largest plan that was ever published takes some 2 s; on a busy machine a multiple. */
  readonly ms: number;
  /** Of a thread, in MiB: that plan takes 150, the libraries 50. */
  readonly memory: number;
  /** That one owner may have waiting: a page asks for one or two things. */
  readonly waiting: number;
  /** Of processor time in ms an owner may take a minute; a test talk takes 20. */
  readonly minuteMs: number;
}

const LIMITS: BenchLimits = { ms: 20_000, memory: 512, waiting: 16, minuteMs: 20_000 };
const MINUTE_MS = 60_000;
/** A program and its libraries are loaded in a second; on a loaded machine in a multiple of it. */
const START_MS = 60_000;
/** What a thread has made ready is worth keeping while somebody works on it. */
const IDLE_MS = 120_000;
/** Owners whose minute is remembered; the oldest minute is forgotten first. */
const MOST_OWNERS = 10_000;

interface Job {
  readonly program: URL;
  readonly owner: string;
  readonly work: unknown;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

interface Idle {
  readonly thread: Thread;
  readonly limit: NodeJS.Timeout;
}

export const openBench = (options: BenchOptions = {}): Bench => {
  const limits = { ...LIMITS, ...options.limits };
  const most = options.threads ?? Math.max(2, Math.floor(availableParallelism() / 2));
  /** In the order of their turns. */
  const waiting = new Map<string, Job[]>();
  const running = new Map<string, Thread>();
  const idle = new Map<string, Idle[]>();
  const minutes = openMinutes(limits.minuteMs);
  const turns = createKeyedQueue(Number.POSITIVE_INFINITY);
  /** Whose turns wait or are under way, and how many. */
  const asked = new Map<string, number>();
  let closed = false;

  const take = (program: URL): Thread => {
    const free = idle.get(program.href)?.pop();
    if (!free) return startThread(program, limits.memory);
    clearTimeout(free.limit);
    return free.thread;
  };

  const rest = (program: URL, thread: Thread): void => {
    thread.worker.unref();
    const kept = idle.get(program.href) ?? [];
    const limit = setTimeout(() => {
      kept.splice(kept.indexOf(one), 1);
      void thread.worker.terminate();
    }, IDLE_MS).unref();
    const one = { thread, limit };
    kept.push(one);
    idle.set(program.href, kept);
  };

  const perform = async ({ program, owner, work, resolve, reject }: Job): Promise<void> => {
    const thread = take(program);
    thread.worker.ref();
    running.set(owner, thread);
    const { answer, cpuMs, lives } = await askThread(thread, work, limits.ms);
    minutes.spend(owner, cpuMs);
    running.delete(owner);
    // Who had his turn goes behind who waits.
    const left = waiting.get(owner);
    if (left && waiting.delete(owner)) waiting.set(owner, left);
    if (lives && !closed) rest(program, thread);
    else await thread.worker.terminate();
    if (answer instanceof Error) reject(answer);
    else resolve(answer as never);
    next();
  };

  const next = (): void => {
    for (const [owner, jobs] of waiting) {
      if (closed || running.size >= most) return;
      if (running.has(owner)) continue;
      waiting.delete(owner);
      const [job, ...others] = jobs;
      if (others.length > 0) waiting.set(owner, others);
      // A thread that the system does not give ends this work alone.
      if (job) perform(job).catch(job.reject);
    }
  };

  return {
    run: (program, owner, work) =>
      new Promise((resolve, reject) => {
        const before = waiting.get(owner) ?? [];
        const seconds = minutes.secondsToWait(owner);
        if (closed || before.length >= limits.waiting) return reject(new BenchRefused('busy'));
        if (seconds > 0) return reject(new BenchRefused('spent', seconds));
        waiting.set(owner, [...before, { program, owner, work, resolve, reject }]);
        next();
      }),
    inTurn: async (owner, work) => {
      const before = asked.get(owner) ?? 0;
      if (closed || before > limits.waiting) throw new BenchRefused('busy');
      asked.set(owner, before + 1);
      try {
        return await turns(owner, work);
      } finally {
        const left = (asked.get(owner) ?? 1) - 1;
        if (left === 0) asked.delete(owner);
        else asked.set(owner, left);
      }
    },
    close: async () => {
      closed = true;
      for (const { reject } of [...waiting.values()].flat()) reject(new BenchRefused('busy'));
      waiting.clear();
      const rested = [...idle.values()].flat();
      for (const { limit } of rested) clearTimeout(limit);
      await Promise.all(
        [...running.values(), ...rested.map(({ thread }) => thread)].map(({ worker }) => worker.terminate()),
      );
    },
  };
};

interface Answered {
  readonly answer: unknown;
  readonly cpuMs: number;
  readonly lives: boolean;
}

interface Thread {
  readonly worker: Worker;
  /** Its program is loaded: from then on the time of its work counts. */
  readonly ready: Promise<unknown>;
}

const startThread = (program: URL, memory: number): Thread => {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: memory } });
  return { worker, ready: new Promise(resolve => worker.once('message', resolve)) };
};

/** What came of it: the answer, or the error it ended with. A thread that had to be ended took all of its time. */
const askThread = ({ worker, ready }: Thread, work: unknown, limitMs: number): Promise<Answered> =>
  new Promise(resolve => {
    const over = (answered: Answered): void => {
      clearTimeout(limit);
      for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
      worker.on('error', () => undefined);
      resolve(answered);
    };
    const ended = (error: Error): void => over({ answer: error, cpuMs: limitMs, lives: false });
    let limit = setTimeout(() => ended(new BenchRefused('busy')), START_MS);
    worker.on('error', (error: NodeJS.ErrnoException) =>
      ended(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new BenchRefused('tooHeavy') : error),
    );
    worker.on('exit', () => ended(new BenchRefused('busy')));
    void ready.then(() => {
      clearTimeout(limit);
      limit = setTimeout(() => ended(new BenchRefused('tooHeavy')), limitMs);
      worker.on('message', (told: FromBench) => over({ answer: toldBy(told), cpuMs: told.cpuMs ?? 0, lives: true }));
      worker.postMessage(work);
    });
  });

const toldBy = ({ answer, refused, failed }: FromBench): unknown => {
  if (refused) return new Refusal(refused.key, refused.values);
  return failed === undefined ? answer : new Error(failed);
};

interface Minute {
  readonly endsAt: number;
  readonly spentMs: number;
}

/** What each owner took this minute, which begins with the first work. */
const openMinutes = (mostMs: number) => {
  const minutes = new BoundedMap<string, Minute>(MOST_OWNERS);
  const of = (owner: string): Minute => {
    const known = minutes.get(owner);
    const at = performance.now();
    return known && known.endsAt > at ? known : { endsAt: at + MINUTE_MS, spentMs: 0 };
  };
  return {
    spend: (owner: string, ms: number): void => {
      const minute = of(owner);
      minutes.set(owner, { ...minute, spentMs: minute.spentMs + ms });
    },
    secondsToWait: (owner: string): number => {
      const { endsAt, spentMs } = of(owner);
      return spentMs < mostMs ? 0 : Math.ceil((endsAt - performance.now()) / 1_000);
    },
  };
};
