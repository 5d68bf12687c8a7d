import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { cpuSecondsOf, pidsBelow } from './cpu.ts';
import { openPacingGround, type PacingGround } from './pacing-ground.ts';
import { createRecorder, type Recording } from './recorded.ts';

/** Attempts of a house, and the same statements sent by a bare loop: each on a ground of its own, made in the same way. */
export interface Attempts {
  readonly recording: Recording;
  /** When it was measured, on the recording's clock. */
  readonly from: number;
  readonly until: number;
  readonly attempts: number;
  readonly spent: Spent;
}

/** Processor time, ms an attempt. */
export interface Spent {
  /** Of the process that asks. */
  readonly processMs: number;
  /** Of all processes of the database. */
  readonly databaseMs: number;
}

const NUMBERS = 10_000;
const WARM_MS = 12_000;

/** Of all processes of the database, so far. */
export const databaseSeconds = async ({ postmaster }: Pick<PacingGround, 'postmaster'>): Promise<number> =>
  pidsBelow(await postmaster()).reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);

/** Of this process, so far. */
export const ownSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Calls of a recording that were claimed between. */
const claimedBetween = ({ texts, units }: Recording, from: number, until: number): number => {
  const claims = new Set(texts.flatMap((text, n) => (/set stage = 'dialling', owner/.test(text) ? [n] : [])));
  return units
    .filter(({ endedOn }) => endedOn >= from && endedOn < until)
    .flatMap(({ sent }) => sent)
    .reduce((sum, { text, rows }) => sum + (claims.has(text) ? (rows ?? 0) : 0), 0);
};

/** A house dials for so long; everybody is busy. */
export const houseAttempts = async (seconds: number): Promise<Attempts> => {
  const ground = await openPacingGround();
  const recorder = createRecorder();
  try {
    const task = await ground.task('fresh', NUMBERS);
    const running = await ground.run(task, 0, recorder.watch);
    while ((await running.placed()) === 0) await delay(100);
    await delay(WARM_MS);
    const before = { on: performance.now(), own: ownSeconds(), database: await databaseSeconds(ground) };
    await delay(seconds * 1_000);
    const after = { on: performance.now(), own: ownSeconds(), database: await databaseSeconds(ground) };
    await running.stop();
    const recording = recorder.recording();
    const [from, until] = [before.on, after.on];
    const attempts = claimedBetween(recording, from, until);
    const spent = {
      processMs: (1_000 * (after.own - before.own)) / attempts,
      databaseMs: (1_000 * (after.database - before.database)) / attempts,
    };
    return { recording, from, until, attempts, spent };
  } finally {
    await ground.close();
  }
};

const bareTold = z.object({ cpuSeconds: z.number(), sent: z.number(), strayed: z.number() });
/** Of statements that touched other rows than the house's did: a lease is renewed by the clock. */
const MOST_STRAYED = 0.02;

/** What it says next. */
const saidBy = async (bare: ChildProcess): Promise<unknown> => {
  const died = once(bare, 'exit').then(() => {
    throw new Error('the bare loop died');
  });
  const [told] = await Promise.race([once(bare, 'message'), died]);
  return told;
};

const loop = async (bare: ChildProcess, ground: PacingGround, { file, from }: { file: string; from: number }) => {
  bare.send({ databaseUrl: ground.url, file, from });
  await saidBy(bare);
  const before = await databaseSeconds(ground);
  bare.send('go');
  const told = await saidBy(bare);
  const database = (await databaseSeconds(ground)) - before;
  const { cpuSeconds, sent, strayed } = bareTold.parse(told);
  if (strayed > MOST_STRAYED * sent) throw new Error(`${strayed} of ${sent} statements did something else`);
  return { cpuSeconds, database };
};

const toSend = ({ texts, phones, units }: Recording, until: number, text: (of: string) => string): Recording => {
  const told = texts.map(text);
  const sent = units
    .filter(({ endedOn }) => endedOn < until)
    .map(({ endedOn, sent: of }) => ({
      endedOn,
      sent: of.map(one => (told[one.text] === texts[one.text] ? one : { ...one, rows: null })),
    }));
  return { texts: told, units: sent, phones };
};

/** The same statements, to a database like the house's. @param text what is sent in place of each. */
export const bareAttempts = async (
  { recording, from, until, attempts }: Attempts,
  text: (of: string) => string = same => same,
): Promise<Spent> => {
  const ground = await openPacingGround();
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-attempt-'));
  const bare = fork(fileURLToPath(new URL('./attempt-bare.ts', import.meta.url)));
  try {
    const task = await ground.task('fresh', NUMBERS);
    await ground.sql("update task set state = 'running' where id = $1", task);
    const file = join(folder, 'recording.json');
    await writeFile(file, JSON.stringify(toSend(recording, until, text)));
    const { cpuSeconds, database } = await loop(bare, ground, { file, from });
    return { processMs: (1_000 * cpuSeconds) / attempts, databaseMs: (1_000 * database) / attempts };
  } finally {
    bare.kill();
    await rm(folder, { recursive: true, force: true });
    await ground.close();
  }
};
