import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineProject } from 'vitest/config';
import { chromiumArgs, chromiumFile } from '../../scripts/chromium.ts';
import { lighter } from './lighter.ts';
import { pageHouseProxy } from './page-house.proxy.ts';

/** A seat's telephone hears a tone, and nobody is asked whether it may. */
const microphone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

/**
 * Page tests: the app in a real Chromium, over the web process on real PostgreSQL (`page-house.setup.ts`).
 */
export default defineProject({
  root: import.meta.dirname,
  resolve: { alias: lighter },
  plugins: [react(), pageHouseProxy()],
  optimizeDeps: {
    include: [
      '@base-ui/react/button',
      '@base-ui/react/switch',
      '@dagrejs/dagre',
      '@tanstack/react-query',
      '@xyflow/react',
      'axe-core',
      'echarts/charts',
      'echarts/components',
      'echarts/core',
      'echarts/renderers',
      'i18next',
      'jssip',
      'lean-qr',
      'lucide-react',
      'micromark',
      'micromark-extension-gfm',
      'react',
      'react-dom',
      'react-dom/client',
      'react-hook-form',
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
    globalSetup: ['./page-house.setup.ts'],
    // One page for the files of a worker, as loading the app anew for each took more than half of their time.
    isolate: false,
    setupFiles: ['./src/testing/begin-anew.setup.ts'],
    sequence: { groupOrder: 6 },
    maxWorkers: 2,
    include: ['src/**/*.page.test.tsx'],
    // The first opening of a file waits for the dev server (`testing/show-page.tsx`); nothing else waits so long.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // A busy machine takes its time.
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // The dev server makes the libraries ready before the browser has anything to open.
      connectTimeout: 180_000,
      viewport: { width: 1440, height: 900 },
      provider: playwright({
        launchOptions: { executablePath: chromiumFile ?? '', args: [...chromiumArgs, ...microphone] },
        contextOptions: { reducedMotion: 'reduce' },
        actionTimeout: 30_000,
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
