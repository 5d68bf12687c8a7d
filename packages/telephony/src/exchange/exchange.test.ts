import { afterEach, expect, test } from 'vitest';
import { openExchange } from './exchange.ts';
import type { ExchangeOptions } from './options.ts';
import type { Exchange, IncomingLeg, LegSignal, MediaHost, RemoteMedia, Trunk } from './types.ts';

/** A media host that hands out made-up ports and remembers what it was told. */
const noteMedia = () => {
  const connected: { leg: string; remote: RemoteMedia; phase: string }[] = [];
  const open = new Set<string>();
  let port = 30_000;
  const host: MediaHost = {
    open: async (leg, wants) => {
      open.add(leg);
      port += 4;
      const audio = { host: wants.localHost, port };
      return wants.realTimeText ? { audio, text: { host: wants.localHost, port: port + 2 } } : { audio };
    },
    connect: (leg, remote, phase) => void connected.push({ leg, remote, phase }),
    close: leg => void open.delete(leg),
  };
  return { host, connected, open };
};

/** The signals of one leg, and a way to wait for one of a type. */
const noteSignals = () => {
  const seen: LegSignal[] = [];
  const waiting: { type: string; settle: (signal: LegSignal) => void }[] = [];
  return {
    seen,
    on: (signal: LegSignal) => {
      seen.push(signal);
      for (const each of waiting.filter(one => one.type === signal.type)) each.settle(signal);
    },
    next: <Type extends LegSignal['type']>(type: Type): Promise<Extract<LegSignal, { type: Type }>> => {
      type Wanted = Extract<LegSignal, { type: Type }>;
      const already = seen.find((signal): signal is Wanted => signal.type === type);
      if (already !== undefined) return Promise.resolve(already);
      return new Promise(settle => waiting.push({ type, settle: signal => settle(signal as Wanted) }));
    },
  };
};

const opened: Exchange[] = [];
const open = async (options: Partial<ExchangeOptions> & { media: MediaHost }) => {
  const exchange = await openExchange({ bind: '127.0.0.1', port: 0, publicIp: null, ...options });
  opened.push(exchange);
  return exchange;
};

afterEach(async () => {
  await Promise.all(opened.splice(0).map(exchange => exchange.close()));
});

const trunkTo = (exchange: Exchange, more: Partial<Trunk> = {}): Trunk => ({
  target: exchange.localAddress,
  loopback: true,
  realTimeText: true,
  ...more,
});

const pair = async (onCall: (leg: IncomingLeg) => void, options: Partial<ExchangeOptions> = {}) => {
  const aliceMedia = noteMedia();
  const bobMedia = noteMedia();
  const alice = await open({ media: aliceMedia.host });
  const bob = await open({ media: bobMedia.host, ...options });
  const bobSignals = noteSignals();
  bob.onIncoming(leg => {
    onCall(leg);
    return bobSignals.on;
  });
  const aliceSignals = noteSignals();
  const dial = (trunk: Partial<Trunk> = {}, ringTimeoutMs = 5_000) =>
    alice.dial(
      { leg: 'a1', trunk: trunkTo(bob, trunk), to: '15400000001', from: '057188880000', ringTimeoutMs },
      aliceSignals.on,
    );
  return { alice, bob, aliceMedia, bobMedia, aliceSignals, bobSignals, dial };
};

test('a call over real UDP is dialled, rings, is answered and hung up by the caller', async () => {
  let called: IncomingLeg | null = null;
  const scene = await pair(leg => {
    called = leg;
    leg.progress(180, false);
    leg.answer();
  });
  scene.dial();
  const { dialog } = await scene.aliceSignals.next('answered');
  await scene.bobSignals.next('answered');
  expect(called).toMatchObject({ to: '15400000001', from: '057188880000' });
  expect(scene.aliceMedia.connected.at(-1)?.remote).toMatchObject({
    audio: { codec: 'PCMA', payloadType: 8, telephoneEvent: 101, direction: 'sendrecv' },
    text: { t140: 98, red: 99 },
  });
  expect(scene.bobMedia.connected.at(-1)).toMatchObject({ phase: 'confirmed' });
  expect(dialog.loopback).toBe(true);
  scene.alice.hangUp('a1');
  expect((await scene.aliceSignals.next('ended')).ending.how).toBe('byUs');
  expect((await scene.bobSignals.next('ended')).ending.how).toBe('byThem');
  expect(scene.aliceMedia.open.size + scene.bobMedia.open.size).toBe(0);
  expect(scene.aliceSignals.seen.map(signal => signal.type)).toEqual(['dialled', 'provisional', 'answered', 'ended']);
});

test('the called side hangs up', async () => {
  const scene = await pair(leg => leg.answer());
  scene.dial();
  await scene.bobSignals.next('answered');
  scene.bob.hangUp([...scene.bobMedia.open][0]!);
  expect((await scene.aliceSignals.next('ended')).ending.how).toBe('byThem');
  expect((await scene.bobSignals.next('ended')).ending.how).toBe('byUs');
});
