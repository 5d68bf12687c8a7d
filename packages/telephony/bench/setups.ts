/**
 * `node bench/setups.ts <port> <a second> <seconds> [media]`: calls a SIP server on 127.0.0.1 at that rate, hangs each up
 * as soon as it is answered, and prints what a set-up cost this process. With `media`, each call opens its RTP ports and
 * sends until the BYE; without, SIP alone.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { openExchange } from '../src/exchange/exchange.ts';
import { createMediaEngine } from '../src/media/engine.ts';
import { createMediaHost, type MediaHost } from '../src/media/host.ts';

const [port, rate, seconds] = process.argv.slice(2, 5).map(Number) as [number, number, number];
const withMedia = process.argv[5] === 'media';

let lastPort = 40_000;
/** Ports that nobody opens: what SIP costs without media. */
const noMedia: MediaHost = {
  open: async (_leg, { localHost }) => {
    lastPort = lastPort >= 60_000 ? 40_002 : lastPort + 2;
    return { audio: { host: localHost, port: lastPort } };
  },
  connect: () => undefined,
  close: () => undefined,
};
/** A range as a house has one: below the system's own, and enough for calls whose ports rest. */
const engine = createMediaEngine({ ports: { from: 20_000, to: 31_999 } });
const ignore = (): void => undefined;
const media = withMedia ? createMediaHost(engine, { voiceActivity: true }, ignore, ignore) : noMedia;
const exchange = await openExchange({ bind: '127.0.0.1', port: 0, publicIp: null, media });

const waits: number[] = [];
let failed = 0;
let ended = 0;

const call = (leg: string): void => {
  let dialledAt = 0;
  let answered = false;
  const trunk = { target: { host: '127.0.0.1', port }, loopback: false, realTimeText: false };
  exchange.dial({ leg, trunk, to: '13812345678', from: '02100000000', ringTimeoutMs: 20_000 }, signal => {
    if (signal.type === 'dialled') dialledAt = signal.at;
    if (signal.type === 'answered') {
      answered = true;
      waits.push(signal.at - dialledAt);
      exchange.hangUp(leg);
    }
    if (signal.type !== 'ended') return;
    ended += 1;
    if (!answered) failed += 1;
  });
};

const run = async (from: number, wanted: number): Promise<void> => {
  const startedAt = performance.now();
  for (let placed = 0; placed < wanted; ) {
    const due = Math.min(wanted, Math.ceil(((performance.now() - startedAt) / 1_000) * rate));
    while (placed < due) call(`${from + placed++}`);
    await delay(10);
  }
};

const allEnded = async (wanted: number): Promise<void> => {
  for (let tries = 0; ended < wanted && tries < 1_500; tries += 1) await delay(20);
};

// The first second warms the code.
await run(0, rate);
await allEnded(rate);
waits.length = 0;
const before = process.cpuUsage();
const startedAt = performance.now();
await run(rate, rate * seconds);
const tookS = (performance.now() - startedAt) / 1_000;
await allEnded(rate * (seconds + 1));
const { user, system } = process.cpuUsage(before);
const sorted = waits.toSorted((a, b) => a - b);
process.stdout.write(
  `${JSON.stringify({
    setups: rate * seconds,
    perSecond: (rate * seconds) / tookS,
    failed: failed + rate * (seconds + 1) - ended,
    cpuMsPerSetup: (user + system) / 1_000 / (rate * seconds),
    waitP95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? null,
  })}\n`,
);
process.exit(0);
