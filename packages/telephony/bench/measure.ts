import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { encodeAlaw } from '../src/audio/g711.ts';
import { tone } from '../src/audio/tone.ts';
import type { GapFigures } from './gaps.ts';

/** What is measured: something that holds `ports.length` calls. */
export interface NearEnd {
  readonly ports: readonly number[];
  readonly start: (remotePorts: readonly number[], prompt: Uint8Array) => Promise<void>;
  /** Facts worth printing. */
  readonly stop: () => Promise<object | null>;
}

interface Figure {
  readonly calls: number;
  readonly seconds: number;
  /** User + system of this process alone. */
  readonly cpuSeconds: number;
  readonly cpuSecondsPerCallMinute: number;
  readonly coreShare: number;
  readonly loopDelayMs99: number;
  /** Share of the packets due to the far end that it got. */
  readonly delivered: number;
  /** Between the packets that the far end got. */
  readonly gaps: GapFigures;
  readonly facts: object | null;
}

const farEnd = new URL('./far-end.ts', import.meta.url);

/** Runs `calls` calls for `seconds` against a far end in another process. */
export const measure = async (
  open: (calls: number, folder: string) => Promise<NearEnd>,
  calls: number,
  seconds: number,
): Promise<Figure> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const far = fork(farEnd);
  try {
    const near = await open(calls, folder);
    far.send({ ports: near.ports });
    const [{ ports }] = (await once(far, 'message')) as [{ readonly ports: readonly number[] }];
    await near.start(ports, encodeAlaw(tone([300, 440], 10_000)));
    // The first second is start-up: files are made, code warms.
    await new Promise(done => setTimeout(done, 1_000));
    far.send({ restart: true });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const before = process.cpuUsage();
    const startedAt = performance.now();
    await new Promise(done => setTimeout(done, seconds * 1_000));
    const { user, system } = process.cpuUsage(before);
    const elapsed = (performance.now() - startedAt) / 1_000;
    delay.disable();
    const facts = await near.stop();
    far.send({ stop: true });
    const [{ received, gaps }] = (await once(far, 'message')) as [
      { readonly received: number; readonly gaps: GapFigures },
    ];
    const cpuSeconds = (user + system) / 1e6;
    return {
      calls,
      seconds: elapsed,
      cpuSeconds,
      cpuSecondsPerCallMinute: (cpuSeconds / (calls * elapsed)) * 60,
      coreShare: cpuSeconds / elapsed,
      loopDelayMs99: delay.percentile(99) / 1e6,
      delivered: received / (calls * 50 * (elapsed + 1)),
      gaps,
      facts,
    };
  } finally {
    far.kill();
    await rm(folder, { recursive: true, force: true });
  }
};
