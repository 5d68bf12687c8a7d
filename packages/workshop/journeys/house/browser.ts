import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { chromiumArgs, chromiumFile } from '../../../../scripts/chromium.ts';

/** Without Chromium the scenes in the browser are left out; the runner says so, and with CI it is a failure there. */
export const chromiumIsThere = chromiumFile !== undefined;

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumFile ?? '', args: chromiumArgs });

export interface Loudness {
  /** Wall clock. */
  readonly at: number;
  readonly rms: number;
}

export interface TappedPage {
  readonly page: Page;
  /** What the loudspeaker got so far, in steps of 20 ms. */
  readonly loudness: () => Promise<readonly Loudness[]>;
  /** Errors of scripts and of the console. */
  readonly complaints: readonly string[];
}

/** Of whatever a page is waited for: a hang, not slowness. */
const STEP_LIMIT_MS = 60_000;

export const openPage = async (browser: Browser, width: number): Promise<TappedPage> => {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(STEP_LIMIT_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', error => complaints.push(String(error)));
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.addInitScript(tapLoudspeaker);
  return {
    page,
    complaints,
    loudness: () => page.evaluate(() => (globalThis as unknown as { heard: Loudness[] }).heard),
  };
};

/** Runs in the page, before its own scripts. */
const tapLoudspeaker = (): void => {
  const heard: { at: number; rms: number }[] = [];
  Object.assign(globalThis, { heard });
  const connect = AudioNode.prototype.connect as (
    this: AudioNode,
    target: AudioNode | AudioParam,
    ...rest: number[]
  ) => AudioNode;
  const taps = new WeakMap<BaseAudioContext, AnalyserNode>();
  /** One ear a context: whatever goes to its loudspeaker goes there as well. */
  const earOf = (context: BaseAudioContext): AnalyserNode => {
    const there = taps.get(context);
    if (there) return there;
    const ear = context.createAnalyser();
    ear.fftSize = 1024;
    taps.set(context, ear);
    const samples = new Float32Array(ear.fftSize);
    setInterval(() => {
      ear.getFloatTimeDomainData(samples);
      const rms = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
      if (heard.length < 20_000) heard.push({ at: Date.now(), rms });
    }, 20);
    return ear;
  };
  AudioNode.prototype.connect = function (this: AudioNode, target: AudioNode | AudioParam, ...rest: number[]) {
    const result = connect.call(this, target, ...rest);
    if (target instanceof AudioDestinationNode) connect.call(this, earOf(this.context));
    return result;
  } as typeof AudioNode.prototype.connect;
};

/** The first that is seen: pages of other tabs are still there, hidden. */
export const shown = (locator: Locator): Locator => locator.filter({ visible: true }).first();

/** The waveform draws itself anew a moment after its width changed. */
const REDRAWN_MS = 300;

const WIDTHS = [1200, 1440];

const takePictures = async (page: Page, folder: string, name: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const before = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(REDRAWN_MS);
    await page.screenshot({ path: join(folder, `${name}-${width}.png`) });
  }
  if (before) await page.setViewportSize(before);
};

/** For people to look at, where a folder is named to them (ARTIFACTS): each takes a second. Never compared, never committed. */
export const picture = async (page: Page, name: string): Promise<void> => {
  if (process.env.ARTIFACTS) await takePictures(page, process.env.ARTIFACTS, name);
};

/** What a page looked like when its step failed. */
export const pictureOfFailure = (page: Page, name: string): Promise<void> =>
  takePictures(page, process.env.ARTIFACTS ?? join(tmpdir(), 'lianxian-artifacts'), `failed-${name}`);
