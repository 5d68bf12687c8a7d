import { defineConfig } from 'vitest/config';
import { chromiumFile } from './scripts/chromium.ts';

/**
 * Kinds of test by suffix (house §6): what a test needs decides its project, not where it lies. They run one kind after
 * another, since a loaded machine is no witness for calls.
 */
const kinds = ['slice', 'interop', 'journey'] as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'fast',
          include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'packages/workshop/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...kinds.map(kind => `**/*.${kind}.test.ts`)],
          sequence: { groupOrder: 0 },
        },
      },
      ...kinds.map((name, index) => ({
        test: {
          name,
          include: [`packages/**/*.${name}.test.ts`],
          // A slice mostly waits for real time to pass in a call; interop and journeys want the machine for themselves.
          fileParallelism: name === 'slice',
          ...(name === 'slice' ? { maxWorkers: 3 } : {}),
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: index + 1 },
          ...(name === 'slice' ? { globalSetup: ['packages/server/test/database.setup.ts'] } : {}),
        },
      })),
      ...(chromiumFile ? ['packages/web/vitest.page.config.ts'] : []),
    ],
  },
});
