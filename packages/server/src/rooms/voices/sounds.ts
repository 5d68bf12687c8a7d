import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { voiceLimits } from '@lianxian/contract';
import { refuse } from '../../platform/http/index.ts';
import type { MadeSound, SoundFault } from './make-sound.ts';

/** At once, each in a thread of its own; and how many more may wait. */
const MOST_THREADS = 2;
const MOST_WAITING = 50;
/** Five minutes at 384 kHz take some seconds; longer is a file that fools the reader. */
const LIMIT_MS = 20_000;

export interface Sounds {
  /** The file at `path` as telephone sound. @throws a refusal that says what is wrong with it. */
  readonly make: (path: string) => Promise<MadeSound>;
}

/** One file at a time. A thread that died or hung is gone, and its file is none that can be read. */
const startThread = () => {
  const thread = new Worker(new URL('./sound.thread.ts', import.meta.url));
  thread.unref();
  let lives = true;
  let answer: (made: MadeSound | SoundFault) => void = () => undefined;
  const over = (): void => {
    lives = false;
    answer('soundNotAudio');
  };
  thread.on('message', (made: MadeSound | SoundFault) => answer(made));
  thread.on('error', over);
  thread.on('exit', over);
  return {
    lives: () => lives,
    make: async (bytes: Uint8Array): Promise<MadeSound | SoundFault> => {
      const limit = setTimeout(() => void thread.terminate(), LIMIT_MS);
      try {
        return await new Promise(resolve => {
          answer = resolve;
          thread.postMessage(bytes);
        });
      } finally {
        clearTimeout(limit);
      }
    },
  };
};
type Thread = ReturnType<typeof startThread>;

/** Threads start with the first files and stay; they end with the process. */
export const openSounds = (): Sounds => {
  const idle: Thread[] = [];
  let running = 0;
  const waiting: (() => void)[] = [];

  const turn = async (): Promise<Thread> => {
    if (running >= MOST_THREADS) {
      if (waiting.length >= MOST_WAITING) throw refuse('soundBusy');
      await new Promise<void>(go => waiting.push(go));
    } else running += 1;
    return idle.pop() ?? startThread();
  };
  const over = (thread: Thread): void => {
    if (thread.lives()) idle.push(thread);
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };

  return {
    make: async path => {
      const thread = await turn();
      try {
        const made = await thread.make(await readFile(path));
        if (typeof made !== 'string') return made;
        throw made === 'soundTooLong' ? refuse(made, { minutes: voiceLimits.soundMinutes }) : refuse(made);
      } finally {
        over(thread);
      }
    },
  };
};
