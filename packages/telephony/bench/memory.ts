/**
 * `node --expose-gc bench/memory.ts [from] [to]`: memory and descriptors of a call, as the slope of this process between
 * so many calls and so many, each with sockets, recording, voice activity and a prompt that plays, after `seconds` of
 * sound from a far end in another process.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeAlaw } from '../src/audio/g711.ts';
import { tone } from '../src/audio/tone.ts';
import { openEngineLoop } from './engine-loop.ts';

const [from, to] = [Number(process.argv[2] ?? 50), Number(process.argv[3] ?? 200)];
const SETTLE_MS = 6_000;

const look = async () => {
  for (let round = 0; round < 4; round += 1) {
    globalThis.gc?.();
    await new Promise(done => setTimeout(done, 100));
  }
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  return { rss, heapUsed, external, arrayBuffers, descriptors: (await readdir('/proc/self/fd')).length };
};

type Seen = Awaited<ReturnType<typeof look>>;

const prompt = encodeAlaw(tone([300, 440], 10_000));
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const opened: { readonly near: Awaited<ReturnType<typeof openEngineLoop>>; readonly far: ReturnType<typeof fork> }[] =
  [];

const add = async (calls: number): Promise<void> => {
  const near = await openEngineLoop(calls, join(folder, String(opened.length)));
  const far = fork(new URL('./far-end.ts', import.meta.url));
  far.send({ ports: near.ports });
  const [{ ports }] = (await once(far, 'message')) as [{ readonly ports: readonly number[] }];
  await near.start(ports, prompt);
  opened.push({ near, far });
  await new Promise(done => setTimeout(done, SETTLE_MS));
};

await add(10);
const empty = await look();
await add(from - 10);
const few = await look();
await add(to - from);
const many = await look();
const closeAll = async (): Promise<void> => {
  for (const { near, far } of opened.splice(0)) {
    await near.stop();
    far.kill();
  }
};
await closeAll();
const after = await look();
await rm(folder, { recursive: true, force: true });

const perCall = (key: keyof Seen): number => Math.round(((many[key] - few[key]) / (to - from) / 1_024) * 10) / 10;
const slope = { rssKiB: perCall('rss'), heapKiB: perCall('heapUsed'), externalKiB: perCall('external') };
const descriptors = (many.descriptors - few.descriptors) / (to - from);
process.stdout.write(`${JSON.stringify({ from, to, slope, descriptors, empty, few, many, after }, null, 2)}\n`);
process.exit(0);
