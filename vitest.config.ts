import { defineConfig } from 'vitest/config';

/** Kinds of test by suffix (house §6): what a test needs decides its project, not where it lies. */
const suffixes = { slice: 'slice', interop: 'interop', journey: 'journey' } as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'fast',
          include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'packages/workshop/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...Object.values(suffixes).map(s => `**/*.${s}.test.ts`)],
        },
      },
      ...Object.values(suffixes).map(name => ({
        test: { name, include: [`packages/**/*.${name}.test.ts`], fileParallelism: false, testTimeout: 60_000, hookTimeout: 120_000 },
      })),
    ],
  },
});
