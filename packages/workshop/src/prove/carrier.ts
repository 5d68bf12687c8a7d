import { fork } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Said } from '@lianxian/core/simulation';
import { z } from 'zod';

/** A practice carrier of its own: it keeps ringing and talking while the house dies around it. */
export interface Carrier {
  readonly port: number;
  /** What whoever has this number said so far, and meant by it. */
  readonly saidBy: (number: string) => readonly Said[];
  readonly close: () => Promise<void>;
}

const repository = resolve(import.meta.dirname, '../../../..');
const ready = z.object({ type: z.literal('ready'), port: z.number() });
const told = z.object({ type: z.literal('said'), number: z.string(), said: z.custom<Said>() });
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 6_000;

interface Wanted {
  readonly ringMs: string;
  /** Keeps the callees' voices for the next one; without it they are made anew. */
  readonly cacheDir?: string;
  /** Whether it tells what its callees say. */
  readonly tells?: boolean;
  /** Whether a tone of their own is under their voices. */
  readonly pilot?: boolean;
}

export const openCarrier = async ({ ringMs, cacheDir, tells = false, pilot = false }: Wanted): Promise<Carrier> => {
  const folder = cacheDir ?? (await mkdtemp(join(tmpdir(), 'lianxian-carrier-')));
  await mkdir(folder, { recursive: true });
  const child = fork(join(repository, 'packages/practice/src/main.ts'), {
    env: {
      ...process.env,
      PRACTICE_SIP_PORT: '0',
      PRACTICE_SEED: '1',
      PRACTICE_RING_MS: ringMs,
      PRACTICE_MAX_CALLS: '1000',
      PRACTICE_CACHE_DIR: folder,
      PRACTICE_TELLS: tells ? 'on' : 'off',
      PRACTICE_PILOT: pilot ? 'on' : 'off',
      VOICE_COMMAND: JSON.stringify([process.execPath, join(repository, 'packages/voice/src/main.ts')]),
    },
  });
  const port = await new Promise<number>((done, failed) => {
    const late = setTimeout(() => failed(new Error('the practice carrier did not start')), START_LIMIT_MS);
    child.once('message', message => {
      clearTimeout(late);
      done(ready.parse(message).port);
    });
    child.once('exit', code => failed(new Error(`the practice carrier ended with code ${code}`)));
  });
  const saidBy = new Map<string, Said[]>();
  child.on('message', message => {
    const { number, said } = told.parse(message);
    saidBy.set(number, saidBy.get(number) ?? []);
    saidBy.get(number)!.push(said);
  });
  return {
    port,
    saidBy: number => saidBy.get(number) ?? [],
    close: async () => {
      const ended = new Promise<void>(done => child.once('exit', () => done()));
      if (child.connected) child.disconnect();
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      if (child.exitCode === null && child.signalCode === null) await ended;
      clearTimeout(late);
      if (cacheDir === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
};
