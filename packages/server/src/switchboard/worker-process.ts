import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type FromWorker, PLANS_BYTES, type ToWorker, type WorkerSettings } from '../media-worker/messages.ts';
import { openByteCache } from '../platform/byte-cache.ts';

/**
 * One media worker as calls sees it: a forked child, a channel, and which legs live in it. It is ready when it says
 * so; it is gone when its process has ended or its channel broke, whichever is noticed first.
 */
export interface WorkerProcess {
  readonly pid: number | undefined;
  readonly ready: Promise<void>;
  readonly isReady: () => boolean;
  /** Legs that live in it. */
  readonly legs: Set<string>;
  /** Resident memory as it last told, in bytes. */
  readonly memory: () => number;
  readonly send: (message: ToWorker) => void;
  /** Before every `open`: sends its plan unless the worker still has it (both sides keep `PLANS_BYTES`, in the order of use). */
  readonly teachPlan: (message: Extract<ToWorker, { type: 'plan' }>) => void;
  /** Ends it as if it had died: `onGone` hears of it. */
  readonly kill: () => void;
  /** Breaks the channel: the worker closes its recordings and exits. Resolves when it has ended; killed after `limitMs`. */
  readonly stop: (limitMs: number) => Promise<void>;
}

/** What a worker says of a leg. */
export type LegMessage = Exclude<FromWorker, { type: 'ready' | 'vitals' | 'defect' }>;

export interface WorkerListener {
  readonly onMessage: (message: LegMessage) => void;
  /** It serves on, but nobody can say how well. */
  readonly onDefect: (because: string) => void;
  /** Once, whatever ended it; not after `stop`. */
  readonly onGone: (because: string) => void;
}

const entry = fileURLToPath(new URL('../media-worker/main.ts', import.meta.url));
/** Node and a few modules load in well under a second; a machine under load may need many times that. */
const START_LIMIT_MS = 20_000;

/**
 * What packets leave behind dies at once; a larger young space would only keep it around: 230 KiB of resident memory a
 * call instead of 150, for the same processor time.
 */
const YOUNG_SPACE = '--max-semi-space-size=4';

export const startWorkerProcess = (settings: WorkerSettings, listener: WorkerListener): WorkerProcess => {
  const child: ChildProcess = fork(entry, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: process.env,
    execArgv: [...process.execArgv, YOUNG_SPACE],
  });
  const plans = openByteCache<true>(PLANS_BYTES);
  let gone = false;
  let isReady = false;
  let memory = 0;
  let becomeReady: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const ready = new Promise<void>((resolve, reject) => {
    becomeReady = resolve;
    fail = reject;
  });
  // Who needs it awaits it; a worker that dies unready is reported by onGone as well.
  ready.catch(() => undefined);

  const leave = (because: string): void => {
    clearTimeout(startLimit);
    fail(new Error(because));
    if (gone) return;
    gone = true;
    listener.onGone(because);
  };
  const startLimit = setTimeout(() => {
    child.kill('SIGKILL');
    leave('media worker did not get ready');
  }, START_LIMIT_MS);

  child.on('message', message => {
    const told = message as FromWorker;
    if (told.type === 'ready') {
      clearTimeout(startLimit);
      isReady = true;
      becomeReady();
    } else if (told.type === 'vitals') {
      memory = told.memory;
    } else if (told.type === 'defect') {
      listener.onDefect(told.because);
    } else if (!gone) listener.onMessage(told);
  });
  child.on('error', error => leave(error.message));
  child.on('disconnect', () => leave('media worker lost its channel'));
  child.on('exit', (code, signal) => leave(`media worker ended (${signal ?? code})`));

  const send = (message: ToWorker): void => {
    // A full channel or a dying child: its end is noticed by the events above.
    if (child.connected) child.send(message, () => undefined);
  };
  send({ type: 'start', settings });

  return {
    pid: child.pid,
    ready,
    isReady: () => isReady && !gone,
    legs: new Set(),
    memory: () => memory,
    kill: () => void child.kill('SIGKILL'),
    send,
    teachPlan: message => {
      if (plans.find(message.key)) return;
      plans.keep(message.key, true, message.compiled.byteLength);
      send(message);
    },
    stop: async limitMs => {
      gone = true;
      clearTimeout(startLimit);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise<void>(resolve => {
        child.once('exit', () => resolve());
      });
      if (child.connected) child.disconnect();
      const limit = setTimeout(() => child.kill('SIGKILL'), limitMs);
      await ended;
      clearTimeout(limit);
    },
  };
};
