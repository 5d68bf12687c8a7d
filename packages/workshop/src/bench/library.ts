import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { stolenSeconds } from './cpu.ts';
import type { Sample } from './figures.ts';

/**
 * What the list of common meanings and all weights (of dialogue acts, subjects, the wish not to be called) cost a process: time
 * until they can be asked, and memory beyond that of a process without them. The floor is all the processor time of the latter,
 * from its start. What Node compiles is kept from a run before, as it is for the processes of a house.
 */
const loaded = z.object({ wallMs: z.number(), cpuMs: z.number(), wholeCpuMs: z.number(), megabytes: z.number() });

interface LibraryFigure {
  readonly with: z.infer<typeof loaded>;
  readonly without: z.infer<typeof loaded>;
  readonly stolenSeconds: number;
}

/** Processes of each kind in a round, one after the other. */
const PROCESSES = 5;
const script = join(import.meta.dirname, 'library-process.ts');

export const measureLibrary = (rounds: number): readonly LibraryFigure[] => {
  const cache = mkdtempSync(join(tmpdir(), 'library-'));
  const run = (kind: 'with' | 'without'): z.infer<typeof loaded> => {
    const env = { ...process.env, NODE_COMPILE_CACHE: cache };
    return loaded.parse(
      JSON.parse(execFileSync(process.execPath, ['--expose-gc', script, kind], { encoding: 'utf8', env })),
    );
  };
  try {
    run('with');
    return Array.from({ length: rounds * PROCESSES }, () => {
      const before = stolenSeconds();
      return { without: run('without'), with: run('with'), stolenSeconds: stolenSeconds() - before };
    });
  } finally {
    rmSync(cache, { recursive: true });
  }
};

export const librarySamples = (all: readonly LibraryFigure[]): Sample[] => [
  {
    zh: '常用意思和全部权重，一个新进程装好的时间（至多 200）',
    en: 'common meanings and all weights, until a fresh process has them (at most 200)',
    unit: 'ms',
    digits: 0,
    values: all.map(figure => figure.with.wallMs),
  },
  {
    zh: '同上，处理器时间',
    en: 'the same, processor time',
    unit: 'ms',
    digits: 0,
    values: all.map(figure => figure.with.cpuMs),
  },
  {
    zh: '什么都不装的进程从启动算起的处理器时间',
    en: 'a process without them, processor time from its start',
    unit: 'ms',
    digits: 0,
    values: all.map(({ without }) => without.wholeCpuMs),
  },
  {
    zh: '装好的处理器时间，是启动一个进程的几倍',
    en: 'having them, ratio to starting a process, of processor time',
    unit: '×',
    digits: 1,
    values: all.map(figure => figure.with.cpuMs / figure.without.wholeCpuMs),
  },
  {
    zh: '常用意思和全部权重占的内存（至多 15）',
    en: 'common meanings and all weights, memory of a process (at most 15)',
    unit: 'MB',
    digits: 1,
    values: all.map(figure => figure.with.megabytes - figure.without.megabytes),
  },
];
