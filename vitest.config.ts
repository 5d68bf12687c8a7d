import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { chromiumFile } from './scripts/chromium.ts';

/**
 * Kinds of test by suffix (docs/rules.md#tests): what a test needs decides its project, not where it lies. They run one
 * after another, since a loaded machine is no witness for calls; but slices, and houses in which nothing is measured,
 * mostly wait for real time to pass, and share the machine: two houses at a time, for each is a dozen processes.
 */
const kinds = ['slice', 'house', 'interop', 'alone', 'journey'] as const;
const atOnce: Readonly<Record<string, number>> = { slice: 5, house: 2 };

/** Files that wait longest go first: one that began last would keep the others' workers idle. */
const slices = [
  ...['security', 'deaths', 'backup', 'preview', 'sip', 'seat-calls', 'workers', 'whole-call', 'hearing', 'people'],
  ...['plan-voice', 'guessing', 'from-calls'],
];
const longest = slices.map(name => `/${name}.slice.test`);
const rank = ({ moduleId }: TestSpecification): number => {
  const place = longest.findIndex(part => moduleId.includes(part));
  return place < 0 ? longest.length : place;
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

/** On a busy machine ten seconds are soon over; what promises to be quicker is measured against a floor of its own run. */
const patience = { expect: { poll: { timeout: 30_000 } } };

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'fast',
          include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'packages/workshop/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...kinds.map(kind => `**/*.${kind}.test.ts`)],
          // These share nothing that outlives a test: what the packages read when they are loaded is loaded once a worker.
          isolate: false,
          maxWorkers: '100%',
          setupFiles: ['./scripts/one-seed.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          ...patience,
          sequence: { groupOrder: 0 },
        },
      },
      ...kinds.map((name, index) => ({
        test: {
          name,
          include: [`packages/**/*.${name}.test.ts`],
          // The others come one file after another. Interop and what stands alone count time and want the whole machine.
          maxWorkers: atOnce[name] ?? 1,
          // What the packages read when they are loaded is loaded once a worker, not once a file.
          isolate: name !== 'slice',
          // A dozen processes that a busy machine loads one after another; each wait within a test has its own limit.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          ...patience,
          // Processes that a test starts are compiled once.
          env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node') },
          sequence: { groupOrder: index + 1 },
          ...(name === 'slice'
            ? { globalSetup: ['packages/server/test/database.setup.ts', 'packages/server/test/prompts.setup.ts'] }
            : {}),
        },
      })),
      ...(chromiumFile ? ['packages/web/vitest.page.config.ts'] : []),
    ],
  },
});
