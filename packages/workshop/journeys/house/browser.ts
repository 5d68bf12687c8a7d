import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { chromiumArgs, chromiumFile } from '../../../../scripts/chromium.ts';

/** Without Chromium the scenes in the browser are left out; the runner says so, and with CI it is a failure there. */
export const chromiumIsThere = chromiumFile !== undefined;

interface BrowserWish {
  /** What starts it; absent: the system's own. */
  readonly file?: string;
  /** A certificate that it takes though nobody vouches for it: its key, SHA-256 of its SPKI in base64. */
  readonly trusts?: string;
}

/** A microphone is there and allowed in every page; what it hears is `voice`, a WAV file played over and over. */
export const openBrowser = (voice?: string, { file, trusts }: BrowserWish = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: file ?? chromiumFile ?? '',
    args: [
      ...(trusts === undefined ? [] : [`--ignore-certificate-errors-spki-list=${trusts}`]),
      ...chromiumArgs,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      ...(voice === undefined ? [] : [`--use-file-for-fake-audio-capture=${voice}`]),
    ],
  });

/** A stretch of sound without a seam, as the loudspeaker got it. */
export interface Heard {
  /** Of its end, by the wall clock. */
  readonly at: number;
  /** One voice at {@link HEARD_HZ}. */
  readonly samples: readonly number[];
}

/** As recordings are. */
const HEARD_HZ = 8_000;

export interface TappedPage {
  readonly page: Page;
  /** What the loudspeaker got so far, a stretch twice a second while there is something to hear and the page has the time. */
  readonly heard: () => Promise<readonly Heard[]>;
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
  await page.addInitScript(tapLoudspeaker, HEARD_HZ);
  return {
    page,
    complaints,
    heard: () => page.evaluate(() => (globalThis as unknown as { heard: Heard[] }).heard),
  };
};

/** Runs in the page, before its own scripts. */
const tapLoudspeaker = (rate: number): void => {
  const heard: { at: number; samples: number[] }[] = [];
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
    // The longest it remembers: some 0.7 s, by the clock of the sound itself.
    ear.fftSize = 32_768;
    taps.set(context, ear);
    const samples = new Float32Array(ear.fftSize);
    setInterval(() => {
      ear.getFloatTimeDomainData(samples);
      if (samples.every(sample => Math.abs(sample) < 0.01)) return;
      const step = context.sampleRate / rate;
      const at = Date.now();
      const meanOf = (_: unknown, n: number) => {
        const part = samples.subarray(Math.floor(n * step), Math.floor((n + 1) * step));
        return part.reduce((sum, sample) => sum + sample, 0) / part.length;
      };
      if (heard.length < 200)
        heard.push({ at, samples: Array.from({ length: Math.floor(samples.length / step) }, meanOf) });
    }, 500);
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
