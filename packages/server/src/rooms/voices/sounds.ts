import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { voiceLimits } from '@lianxian/contract';
import { refuse } from '../../platform/http/index.ts';
import type { MadeSound, SoundFault } from './sound.policy.ts';

/** At once, each in a thread of its own; and how many more may wait. */
const MOST_THREADS = 2;
const MOST_WAITING = 50;
/** Five minutes at 384 kHz take some seconds; longer is a file that fools the reader. */
const LIMIT_MS = 20_000;

export interface Sounds {
  /** The file at `path` as telephone sound. @throws a refusal that says what is wrong with it. */
  readonly make: (path: string) => Promise<MadeSound>;
}

const inThread = (bytes: Uint8Array): Promise<MadeSound | SoundFault> =>
  new Promise(resolve => {
    const thread = new Worker(new URL('./sound.thread.ts', import.meta.url), { workerData: bytes });
    const limit = setTimeout(() => void thread.terminate(), LIMIT_MS);
    let result: MadeSound | SoundFault = 'soundNotAudio';
    thread.once('message', made => {
      result = made;
    });
    // A file that broke the reader is none that can be read; `exit` follows.
    thread.once('error', () => undefined);
    thread.once('exit', () => {
      clearTimeout(limit);
      resolve(result);
    });
  });

export const openSounds = (): Sounds => {
  let running = 0;
  const waiting: (() => void)[] = [];

  const turn = async (): Promise<void> => {
    if (running < MOST_THREADS) {
      running += 1;
      return;
    }
    if (waiting.length >= MOST_WAITING) throw refuse('soundBusy');
    await new Promise<void>(go => waiting.push(go));
  };
  const over = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };

  return {
    make: async path => {
      await turn();
      try {
        const made = await inThread(await readFile(path));
        if (typeof made !== 'string') return made;
        throw made === 'soundTooLong' ? refuse(made, { minutes: voiceLimits.soundMinutes }) : refuse(made);
      } finally {
        over();
      }
    },
  };
};
