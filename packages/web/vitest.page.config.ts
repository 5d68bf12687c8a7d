import { existsSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineProject } from 'vitest/config';

/** The system's Chromium: none is downloaded. `CHROMIUM` names another one. */
const chromium = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(path => path !== undefined && existsSync(path));

const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Page tests: the app in a real Chromium over the fake server of `src/testing`. */
export default defineProject({
  root: import.meta.dirname,
  plugins: [react()],
  optimizeDeps: {
    include: [
      '@tanstack/react-query',
      'antd',
      'antd/locale/zh_CN',
      'axe-core',
      'i18next',
      'lucide-react',
      'react',
      'react-dom',
      'react-dom/client',
      'react-i18next',
      'react-router',
      'react/jsx-dev-runtime',
      'vitest-browser-react',
      'wavesurfer.js',
      'zod',
      'zustand',
    ],
  },
  test: {
    name: 'page',
    include: ['src/**/*.page.test.tsx'],
    testTimeout: 15_000,
    // The first page of a run waits for the dev server to transform it.
    expect: { poll: { timeout: 8_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1440, height: 900 },
      provider: playwright({
        launchOptions: { ...(chromium ? { executablePath: chromium } : {}), args: quietFlags },
        contextOptions: { reducedMotion: 'reduce' },
        actionTimeout: 5_000,
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
