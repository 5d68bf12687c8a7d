import { existsSync } from 'node:fs';

/** The system's Chromium: none is downloaded. `CHROMIUM` names another one; undefined where there is none. */
export const findChromium = (): string | undefined =>
  [
    ...(process.env.CHROMIUM ? [process.env.CHROMIUM] : []),
    ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  ].find(existsSync);

export const chromiumFile = findChromium();

/** The browser speaks to nobody but the page it tests, and sounds without a click. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  '--lang=zh-CN',
];
