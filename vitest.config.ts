import { existsSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

/**
 * Kinds of test by suffix (house §6): what a test needs decides its project, not where it lies. They run one kind after
 * another, since a loaded machine is no witness for calls.
 */
const kinds = ['slice', 'interop', 'journey'] as const;
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

/** The browser speaks to nobody but the page it tests. */
const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

const page = {
  plugins: [react()],
  test: {
    name: 'page',
    include: ['packages/web/src/**/*.page.test.tsx'],
    testTimeout: 20_000,
    sequence: { groupOrder: 2 },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1440, height: 900 },
      provider: playwright({ launchOptions: { executablePath: chromium ?? '', args: chromiumArgs } }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
};

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
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: index === 0 ? 1 : index + 2 },
          ...(name === 'slice' ? { globalSetup: ['packages/server/test/database.setup.ts'] } : {}),
        },
      })),
      ...(chromium ? [page] : []),
    ],
  },
});
