import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Address,
  createMediaEngine,
  createMediaHost,
  decodeAlaw,
  encodeAlaw,
  type IncomingLeg,
  type LegSignal,
  openExchange,
  pcmWavHeader,
  type Trunk,
  tone,
  type WebRtcHost,
} from '@lianxian/telephony';
import { chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { chromiumArgs, chromiumFile } from '../../../../scripts/chromium.ts';
import { certificate } from '../../../telephony/test/certificate.ts';
import { familyOf, findBelow } from '../../journeys/house/processes.ts';
import { goBy } from '../../src/prove/seats/translation.ts';

/** What the browser's microphone hears all the time, and what our side says: two tones no one takes for another. */
export const MICROPHONE_HZ = 1_000;
export const HOUSE_HZ = 440;
const PASSWORD = 'wind-und-wetter';
const REALM = 'seats.test';
const LOOPBACK = '127.0.0.1';
const ALAW_SILENCE = 0xd5;

/** The page with both telephones as one script. */
const bundle = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, 'page.js'), formats: ['iife'], name: 'page' },
    },
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
  });
  const [first] = [built].flat();
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('the page was not bundled');
  return chunk.code;
};

/** On http://127.0.0.1 a browser gives its microphone without a certificate. */
const servePage = async () => {
  const script = await bundle();
  const server = createServer((request, response) => {
    const isScript = request.url === '/phone.js';
    response.setHeader('content-type', `text/${isScript ? 'javascript' : 'html'}; charset=utf-8`);
    response.end(isScript ? script : '<!doctype html><title>phone</title><script src="/phone.js"></script>');
  });
  await new Promise<void>(settle => server.listen(0, LOOPBACK, settle));
  return {
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise<void>(settle => server.close(() => settle())),
  };
};

/** The certificate of `wss`, as a browser is told to take it though nobody vouches for it. */
const trusted = createHash('sha256')
  .update(new X509Certificate(certificate.cert).publicKey.export({ type: 'spki', format: 'der' }))
  .digest('base64');

/** A Chromium whose microphone hears a tone. */
const openBrowser = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'microphone-'));
  const file = join(folder, 'tone.wav');
  const sound = tone([MICROPHONE_HZ], 60_000, 0.4);
  writeFileSync(
    file,
    Buffer.concat([pcmWavHeader({ channels: 1, sampleRate: 8_000 }, sound.byteLength), Buffer.from(sound.buffer)]),
  );
  const microphone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  const browser = await chromium.launch({
    ...(chromiumFile === undefined ? {} : { executablePath: chromiumFile }),
    args: [
      ...chromiumArgs,
      ...microphone,
      `--use-file-for-fake-audio-capture=${file}`,
      `--ignore-certificate-errors-spki-list=${trusted}`,
    ],
  });
  return {
    browser,
    pids: async () => familyOf((await findBelow(process.pid, file)) ?? raise('no browser runs')),
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true });
    },
  };
};

interface CallOfPage {
  readonly is: 'new' | 'progress' | 'accepted' | 'confirmed' | 'failed' | 'ended';
  readonly cause: string | null;
  readonly headers: Readonly<Record<string, string | null>>;
}

/** A page with a telephone in it. */
export interface PhonePage {
  readonly page: Page;
  /** Registers `seat.<n>`; `with_` is what speaks SIP there. */
  readonly register: (seat: number, by: 'jssip' | 'sipjs', password?: string) => Promise<void>;
  readonly isRegistered: () => Promise<boolean>;
  readonly closed: () => Promise<number>;
  readonly events: () => Promise<readonly string[]>;
  readonly call: (to: string, headers?: readonly string[]) => Promise<void>;
  /** Calls of the page in the order they began. */
  readonly calls: () => Promise<readonly CallOfPage[]>;
  readonly hangUp: (index: number) => Promise<void>;
  readonly hold: (index: number, on: boolean) => Promise<void>;
  readonly keys: (index: number, keys: string) => Promise<void>;
  /** The loudest frequency that it hears now; 0: silence. */
  readonly pitch: (index: number) => Promise<number>;
  readonly codec: (index: number) => Promise<string | null>;
}

/** A call as the exchange sees it. */
interface LegOfHouse {
  readonly incoming: IncomingLeg | null;
  readonly signals: readonly LegSignal[];
  readonly is: () => LegSignal['type'] | null;
  /** Says the house's tone from now on. */
  readonly speak: () => void;
  /** How loud a frequency is in what comes during `ms`: 0…32767. */
  readonly hears: (hertz: number, ms?: number) => Promise<number>;
  readonly keys: readonly string[];
  /** That what comes of it broke off, and went on. */
  readonly breaks: readonly string[];
  readonly name: string;
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** An exchange with seats, its media in this process, and a Chromium. */
export const openStage = async (webRtc: WebRtcHost) => {
  const engine = createMediaEngine({ ports: null });
  const keys = new Map<string, string[]>();
  const breaks = new Map<string, string[]>();
  const media = createMediaHost(
    engine,
    { voiceActivity: false },
    (leg, signal) => {
      if (signal.type === 'key') keys.set(leg, [...(keys.get(leg) ?? []), signal.key]);
      if (signal.type === 'interrupted' || signal.type === 'resumed')
        breaks.set(leg, [...(breaks.get(leg) ?? []), signal.type]);
    },
    () => undefined,
  );
  const registered: string[] = [];
  const exchange = await openExchange({
    ...{ bind: LOOPBACK, port: 0, publicIp: null, media, webRtc, certificate },
    listeners: { ws: { host: LOOPBACK, port: 0 }, wss: { host: LOOPBACK, port: 0 } },
    registrar: {
      realm: REALM,
      accounts: { find: async name => (/^seat\.\d+$/.test(name) ? { account: name, password: PASSWORD } : null) },
      bindings: { save: async () => undefined, load: async () => [] },
      onRegistered: (account, { isNew }) => registered.push(`${account} ${isNew ? 'new' : 'again'}`),
      onUnregistered: account => registered.push(`${account} gone`),
    },
  });
  const [site, chrome] = await Promise.all([servePage(), openBrowser()]);
  let dialled = 0;

  const legOf = (
    name: string,
    incoming: IncomingLeg | null,
  ): LegOfHouse & { readonly hear: (s: LegSignal) => void } => {
    const signals: LegSignal[] = [];
    const at = () => media.leg(name) ?? raise('the leg has no media');
    return {
      ...{ name, incoming, signals },
      is: () => signals.at(-1)?.type ?? null,
      speak: () => at().play(1, encodeAlaw(tone([HOUSE_HZ], 60_000, 0.4))),
      hears: async (hertz, ms = 400) => {
        const tap = at().tap();
        const frames: Uint8Array[] = [];
        await new Promise<void>(settle => {
          const member = {
            frame: () => {
              const frame = new Uint8Array(160).fill(ALAW_SILENCE);
              tap.frame(frame, 0);
              frames.push(frame);
              if (frames.length * 20 < ms) return;
              engine.frameClock.leave(member);
              settle();
            },
          };
          engine.frameClock.join(member);
        });
        tap.close();
        return amplitude(decodeAlaw(Buffer.concat(frames)), hertz);
      },
      get keys() {
        return keys.get(name) ?? [];
      },
      get breaks() {
        return breaks.get(name) ?? [];
      },
      hear: signal => signals.push(signal),
    };
  };

  return {
    exchange,
    registered,
    bindings: exchange.bindingsOf,
    /** All processes of the browser stand still, as with a computer that sleeps, until it is woken. */
    sleep: async (): Promise<() => void> => {
      const pids = await chrome.pids();
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      return () => {
        for (const pid of pids) process.kill(pid, 'SIGCONT');
      };
    },
    /** The next call of a page; early media with these headers at once, answered when told. */
    nextCall: (): Promise<LegOfHouse> =>
      new Promise(settle =>
        exchange.onIncoming(incoming => {
          const leg = legOf(incoming.leg, incoming);
          settle(leg);
          return leg.hear;
        }),
      ),
    /** Calls the newest contact of a seat. */
    dial: (
      seat: number,
      more: { readonly from?: string; readonly headers?: Readonly<Record<string, string>> } = {},
    ) => {
      const binding = exchange.bindingsOf(`seat.${seat}`)[0] ?? raise('the seat is not registered');
      const leg = legOf(`out${dialled++}`, null);
      const trunk: Trunk = {
        ...{ target: binding.source, binding, webRtc: true, domain: REALM, loopback: false, realTimeText: false },
      };
      const headers = Object.entries(more.headers ?? {}).map(([name, value]) => ({ name, value }));
      const whom = { to: `seat.${seat}`, from: more.from ?? '13900000000', displayName: '张"三', headers };
      exchange.dial({ leg: leg.name, trunk, ...whom, ringTimeoutMs: 15_000 }, leg.hear);
      return leg;
    },
    /** Calls a telephone that is none of a browser. */
    dialPlain: (target: Address) => {
      const leg = legOf(`out${dialled++}`, null);
      const whom = { to: '13800000000', from: '4008', ringTimeoutMs: 15_000 };
      exchange.dial({ leg: leg.name, trunk: { target, loopback: false, realTimeText: false }, ...whom }, leg.hear);
      return leg;
    },
    /** `port`: of its WebSocket; absent: the exchange's own. `through`: the port of the gate, and of a translation before it. */
    openPage: async (
      port = exchange.listening('ws')?.port,
      by: 'ws' | 'wss' = 'ws',
      through?: readonly [theirs: number, ours: number],
    ): Promise<PhonePage> => {
      const page = await chrome.browser.newPage();
      if (through !== undefined) await page.addInitScript(goBy, through);
      await page.goto(site.url);
      const url = `${by}://${LOOPBACK}:${port}`;
      // biome-ignore lint/suspicious/noExplicitAny: what the page answers is typed by who asks.
      const ask = (what: string, ...given: readonly unknown[]): Promise<any> =>
        page.evaluate(`window.phone.${what}(...${JSON.stringify(given)})`);
      const state = () => ask('state');
      return {
        page,
        register: (seat, by, password = PASSWORD) =>
          ask('register', { by, url, account: `seat.${seat}`, domain: REALM, password }),
        isRegistered: async () => (await state()).registered,
        closed: async () => (await state()).closed,
        events: async () => (await state()).events,
        call: (to, headers = []) => ask('call', to, headers),
        calls: async () => (await state()).calls,
        hangUp: index => ask('hangUp', index),
        hold: (index, on) => ask('hold', index, on),
        keys: (index, pressed) => ask('keys', index, pressed),
        pitch: index => ask('pitch', index),
        codec: index => ask('codec', index),
      };
    },
    close: async () => {
      await Promise.all([chrome.close(), site.close()]);
      await exchange.close();
      await engine.close();
    },
  };
};

const raise = (because: string): never => {
  throw new Error(because);
};

/** Goertzel's sum, written out. */
const amplitude = (sound: Int16Array, hertz: number): number => {
  let [re, im] = [0, 0];
  sound.forEach((sample, n) => {
    re += sample * Math.cos((2 * Math.PI * hertz * n) / 8_000);
    im += sample * Math.sin((2 * Math.PI * hertz * n) / 8_000);
  });
  return (2 * Math.hypot(re, im)) / sound.length;
};
