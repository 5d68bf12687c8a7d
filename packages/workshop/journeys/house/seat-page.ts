import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { spokenTone, toneDb } from '../../src/sound/index.ts';
import { until } from './api.ts';
import { openBrowser, openPage } from './browser.ts';

/** What seats of a test say: below the callees' own tones. */
export const SEAT_HZ = 1_000;
const EAR_HZ = 8_000;
const HEARD_LIMIT_MS = 20_000;

/** A browser of seats: all of their microphones hear the same, `hz`. */
export const openSeatBrowser = async ({
  hz = SEAT_HZ,
  ...wish
}: Parameters<typeof openBrowser>[1] & { readonly hz?: number } = {}): Promise<Browser> => {
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-voice-'));
  const voice = join(folder, 'seat.wav');
  await writeFile(voice, spokenTone({ hz, saysMs: 1_000, pauseMs: 1_500 }));
  const browser = await openBrowser(voice, wish);
  browser.on('disconnected', () => void rm(folder, { recursive: true, force: true }));
  return browser;
};

export const openSeatPage = async (browser: Browser): Promise<Page> => {
  const { page } = await openPage(browser, 1440);
  await page.context().addInitScript(listenToLegs, EAR_HZ);
  return page;
};

/** Another tab of the same browser. */
export const openTab = async (context: BrowserContext, address: string): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(address);
  return page;
};

/** Runs in the page, before its own scripts: an ear at the last sound that came over a connection. */
const listenToLegs = (rate: number): void => {
  const Plain = globalThis.RTCPeerConnection;
  class Tapped extends Plain {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      this.addEventListener('track', ({ track }) => {
        const context = new AudioContext({ sampleRate: rate });
        const ear = context.createAnalyser();
        // A quarter of a second.
        ear.fftSize = 2_048;
        context.createMediaStreamSource(new MediaStream([track])).connect(ear);
        const samples = new Float32Array(ear.fftSize);
        Object.assign(globalThis, {
          hearNow: () => {
            ear.getFloatTimeDomainData(samples);
            return Array.from(samples);
          },
        });
      });
    }
  }
  globalThis.RTCPeerConnection = Tapped;
};

/** The last quarter second of what came to the page; empty where nothing ever did. */
const hearNow = async (page: Page): Promise<Float32Array> =>
  Float32Array.from(
    await page.evaluate(() => (globalThis as unknown as { hearNow?: () => number[] }).hearNow?.() ?? []),
  );

const BESIDE_HZ = 60;
const LEAST_DB = -65;
const MARGIN_DB = 10;

/** Does the tone stand out in what comes now? */
export const hears = async (page: Page, hz: number): Promise<boolean> => {
  const now = await hearNow(page);
  const beside = Math.max(...[-BESIDE_HZ, BESIDE_HZ].map(off => toneDb(now, hz + off, EAR_HZ)));
  return toneDb(now, hz, EAR_HZ) > Math.max(beside + MARGIN_DB, LEAST_DB);
};

export const heard = (page: Page, hz: number): Promise<true> =>
  until(`a tone of ${hz} Hz in the page`, HEARD_LIMIT_MS, async () => (await hears(page, hz)) || null);
