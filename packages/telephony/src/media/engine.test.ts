import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dice } from '@lianxian/core/kit';
import { afterEach, expect, test } from 'vitest';
import { openFarEnd, virtualClock } from '../../test/far-end.ts';
import { alawToUlaw, decodeAlaw } from '../audio/g711.ts';
import { openParcels } from '../net/parcels.ts';
import { parseRtcp } from '../rtcp/packet.ts';
import { buildRtp } from '../rtp/packet.ts';
import { createMediaEngine, type MediaEngineOptions } from './engine.ts';
import { NoPortLeft } from './sockets.ts';
import type { MediaLeg, MediaLegOptions, MediaSignal } from './types.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const farEnd = async (host?: string) => {
  const far = await openFarEnd(host);
  cleanups.push(far.close);
  return far;
};

const house = (options: Partial<MediaEngineOptions> = {}) => {
  const clock = virtualClock();
  const engine = createMediaEngine({ ports: null, clock, ...options });
  cleanups.push(engine.close);
  const open = async (onSignal: (signal: MediaSignal) => void = () => {}, more: Partial<MediaLegOptions> = {}) => {
    const signals: MediaSignal[] = [];
    const waiting: { type: MediaSignal['type']; done: (signal: MediaSignal) => void }[] = [];
    const wants = { localHost: '127.0.0.1', realTimeText: false, voiceActivity: true, ...more };
    const leg = await engine.open(wants, signal => {
      signals.push(signal);
      for (const { type, done } of waiting) if (type === signal.type) done(signal);
      onSignal(signal);
    });
    const next = (type: MediaSignal['type']) => new Promise<MediaSignal>(done => waiting.push({ type, done }));
    return { leg, signals, next, port: leg.local.audio.port };
  };
  return { clock, engine, open };
};

const prompt = (byte: number, frames: number): Uint8Array => new Uint8Array(frames * 160).fill(byte);

test('from connect on a frame leaves every 20 ms: silence, the prompt, silence, in one unbroken stream', async () => {
  const far = await farEnd();
  const { clock, open } = house();
  const { leg, signals } = await open();
  clock.pass(100);
  leg.connect(far.remote());
  clock.pass(40);
  leg.play(1, prompt(0x11, 3));
  clock.pass(100);
  const packets = await far.got(7);
  expect(packets.map(packet => packet.payload[0])).toEqual([0xd5, 0xd5, 0x11, 0x11, 0x11, 0xd5, 0xd5]);
  expect(packets.map(packet => packet.marker)).toEqual([true, false, false, false, false, false, false]);
  const [first] = packets;
  for (const [n, packet] of packets.entries()) {
    expect(packet).toMatchObject({ payloadType: 8, ssrc: first!.ssrc, sequence: (first!.sequence + n) & 0xffff });
    expect(packet.timestamp).toBe((first!.timestamp + n * 160) >>> 0);
  }
  expect(signals).toMatchObject([{ type: 'played', id: 1, heardMs: 60, complete: true }]);
});

test('a stalled loop makes up for five frames at most and skips the rest in time, not in sequence', async () => {
  const far = await farEnd();
  const { clock, open } = house();
  const { leg } = await open();
  leg.connect(far.remote());
  clock.pass(40);
  clock.stall(2_000);
  clock.pass(20);
  const packets = await far.got(8);
  expect(packets).toHaveLength(8);
  const [first] = packets;
  expect(packets.map(packet => (packet.sequence - first!.sequence) & 0xffff)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(packets.map(packet => ((packet.timestamp - first!.timestamp) >>> 0) / 160)).toEqual([
    0, 1, 97, 98, 99, 100, 101, 102,
  ]);
});

test('an interrupted prompt says how much was heard, and what waited behind it was not', async () => {
  const far = await farEnd();
  const { clock, open } = house();
  const { leg, signals } = await open();
  leg.connect(far.remote());
  leg.play(1, prompt(0x11, 50));
  leg.play(2, prompt(0x22, 50));
  clock.pass(200);
  leg.stopPlaying();
  expect(signals).toMatchObject([
    { id: 1, heardMs: 200, complete: false },
    { id: 2, heardMs: 0, complete: false },
  ]);
});

test('µ-law is spoken and understood where it was agreed', async () => {
  const far = await farEnd();
  const { clock, open } = house();
  const { leg, next, port } = await open();
  leg.connect(far.remote({ codec: 'PCMU', payloadType: 0 }));
  leg.play(1, prompt(0x11, 1));
  clock.pass(20);
  const [packet] = await far.got(1);
  expect(packet).toMatchObject({ payloadType: 0 });
  expect(packet!.payload[0]).toBe(alawToUlaw[0x11]);
  const first = next('firstPacket');
  far.send(port, { payloadType: 0 });
  await first;
  expect(leg.facts()).toMatchObject({ codec: 'PCMU', packetsReceived: 1, packetsSent: 1 });
});

test('a far end behind a translation is learnt by five packets in a row; who is elsewhere is neither heard nor sent to', async () => {
  const [claimed, real, stranger] = [await farEnd(), await farEnd(), await farEnd()];
  const { clock, open } = house();
  const { leg, next, port } = await open();
  leg.connect(claimed.remote());
  const first = next('firstPacket');
  real.send(port, Uint8Array.of(1, 2, 3));
  stranger.send(port, { payloadType: 77 });
  for (let sequence = 1; sequence <= 4; sequence += 1) stranger.send(port, { sequence });
  clock.pass(20);
  await claimed.got(1);
  for (let sequence = 1; sequence <= 5; sequence += 1) real.send(port, { sequence });
  await first;
  clock.pass(20);
  await real.got(1);
  stranger.send(port, { payloadType: 101, payload: Uint8Array.of(1, 10, 0, 160), timestamp: 5 });
  const key = next('key');
  real.send(port, { payloadType: 101, payload: Uint8Array.of(7, 10, 0, 160), timestamp: 9, sequence: 6 });
  expect(await key).toMatchObject({ key: '7' });
  expect(leg.facts().packetsReceived).toBe(2);
  expect([claimed.received.length, stranger.received.length]).toEqual([1, 0]);
});

test('sound goes to the address of the SDP, however many a stranger sends before it is heard', async () => {
  const far = await farEnd();
  const elsewhere = await farEnd('127.0.0.9');
  const { clock, open } = house();
  const { leg, next, port } = await open();
  leg.connect(far.remote());
  for (let sequence = 1; sequence <= 50; sequence += 1) elsewhere.send(port, { sequence, ssrc: 66 });
  const key = next('key');
  far.send(port, { payloadType: 101, payload: Uint8Array.of(4, 10, 0, 160), timestamp: 9 });
  expect(await key).toMatchObject({ key: '4' });
  clock.pass(20);
  await far.got(1);
  expect(leg.facts(), 'none of his').toMatchObject({ packetsReceived: 1, packetsRefused: 50 });
  expect(elsewhere.received).toHaveLength(0);
});

test('early media may come from one place and the answer from another', async () => {
  const [early, confirmed] = [await farEnd(), await farEnd()];
  const { clock, open } = house();
  const { leg, next, port } = await open();
  leg.connect(early.remote());
  const first = next('firstPacket');
  early.send(port, {});
  await first;
  leg.connect(confirmed.remote());
  clock.pass(20);
  await confirmed.got(1);
  const key = next('key');
  confirmed.send(port, { payloadType: 101, payload: Uint8Array.of(3, 10, 0, 160), ssrc: 2 });
  expect(await key).toMatchObject({ key: '3' });
  clock.pass(20);
  const packets = await confirmed.got(2);
  expect((packets[1]!.sequence - packets[0]!.sequence) & 0xffff).toBe(1);
  expect(early.received).toHaveLength(0);
});

test('nothing is heard before connect', async () => {
  const far = await farEnd();
  const { open } = house();
  const { leg, signals, port, next } = await open();
  far.send(port, {});
  leg.connect(far.remote());
  const first = next('firstPacket');
  far.send(port, { sequence: 2 });
  await first;
  expect(signals).toHaveLength(1);
  expect(leg.facts().packetsReceived).toBeLessThanOrEqual(2);
});

test('who falls silent for twenty seconds has vanished, once; holding is not vanishing', async () => {
  const far = await farEnd();
  const { clock, open } = house();
  const { leg, signals } = await open();
  leg.connect(far.remote());
  clock.pass(19_900);
  expect(signals).toEqual([]);
  clock.pass(10_000);
  expect(signals).toMatchObject([{ type: 'vanished' }]);
  const held = await open();
  held.leg.connect(far.remote({ direction: 'recvonly' }));
  clock.pass(30_000);
  held.leg.connect(far.remote());
  clock.pass(19_900);
  expect(held.signals).toEqual([]);
  clock.pass(200);
  expect(held.signals).toMatchObject([{ type: 'vanished' }]);
});

test('nobody is missed while the machine stood still: who speaks again afterwards has never been away', async () => {
  const far = await farEnd();
  const { clock, open } = house();
  const { leg, signals } = await open();
  leg.connect(far.remote());
  clock.pass(10_000);
  clock.stall(60_000);
  clock.stall(60_000);
  clock.pass(9_000);
  expect(signals).toEqual([]);
  clock.pass(1_000);
  expect(signals).toMatchObject([{ type: 'vanished' }]);
});

test('a far end that does not want to hear gets nothing, and its prompt waits', async () => {
  const far = await farEnd();
  const { clock, open } = house();
  const { leg, signals } = await open();
  leg.connect(far.remote({ direction: 'inactive' }));
  leg.play(1, prompt(0x11, 2));
  clock.pass(200);
  expect(signals).toEqual([]);
  leg.connect(far.remote());
  clock.pass(80);
  const packets = await far.got(4);
  expect(packets.map(packet => packet.payload[0])).toEqual([0x11, 0x11, 0xd5, 0xd5]);
});

test('keys leave as telephone-events, or in band where none were agreed', async () => {
  const [far, plain] = [await farEnd(), await farEnd()];
  const { clock, open } = house();
  const byEvent = await open();
  byEvent.leg.connect(far.remote());
  byEvent.leg.sendKeys('5');
  clock.pass(140);
  const events = (await far.got(9)).filter(packet => packet.payloadType === 101);
  expect(events).toHaveLength(7);
  expect(new Set(events.map(packet => packet.timestamp)).size).toBe(1);
  expect(events.filter(packet => packet.payload[1]! & 0x80)).toHaveLength(3);
  const inBand = await open();
  inBand.leg.connect(plain.remote({ telephoneEvent: null }));
  inBand.leg.sendKeys('5');
  clock.pass(100);
  const sound = await plain.got(5);
  expect(Math.max(...decodeAlaw(sound[2]!.payload))).toBeGreaterThan(5_000);
  expect(inBand.signals).toEqual([]);
});

test('a handler that throws harms no other leg', async () => {
  const [one, two] = [await farEnd(), await farEnd()];
  const defects: unknown[] = [];
  const { clock, open } = house({ onDefect: error => defects.push(error) });
  const bad = await open(() => {
    throw new Error('handler');
  });
  const good = await open();
  bad.leg.connect(one.remote());
  good.leg.connect(two.remote());
  bad.leg.play(1, prompt(0x11, 1));
  good.leg.play(2, prompt(0x22, 1));
  clock.pass(60);
  expect(defects).toHaveLength(1);
  expect(good.signals).toMatchObject([{ type: 'played', id: 2 }]);
  await one.got(3);
});

test('a far end that is gone, and garbage at the port, harm nobody', async () => {
  const far = await farEnd();
  const { clock, open } = house();
  const { leg, next, port } = await open();
  leg.connect(far.remote());
  const first = next('firstPacket');
  far.send(port, {});
  await first;
  const seed = 99;
  const chance = dice(seed);
  for (let n = 0; n < 200; n += 1) {
    const bytes = Uint8Array.from({ length: chance.between(0, 60) }, () => chance.between(0, 255));
    if (bytes.length > 1 && n % 2) bytes.set([0x80, chance.pick([8, 0, 101, 13, 100])]);
    far.send(port, bytes);
  }
  const key = next('key');
  far.send(port, { payloadType: 101, payload: Uint8Array.of(4, 10, 0, 160), timestamp: 70, ssrc: 123 });
  await key;
  const gone = await openFarEnd();
  gone.close();
  const other = await open();
  other.leg.connect(gone.remote());
  for (let n = 0; n < 10; n += 1) {
    clock.pass(20);
    await new Promise(done => setImmediate(done));
  }
  expect(other.leg.facts().packetsSent).toBe(10);
});

test('ports come from the range, the next free one when one is taken, and none left is a refusal', async () => {
  const taken = createSocket('udp4');
  taken.bind(0, '127.0.0.1');
  await once(taken, 'listening');
  cleanups.push(() => taken.close());
  const at = taken.address().port & ~1;
  const { engine } = house({ ports: { from: at, to: at + 4 } });
  const wants = { localHost: '127.0.0.1', realTimeText: false, voiceActivity: false };
  const opened: number[] = [];
  let refusal: unknown = null;
  while (refusal === null && opened.length < 4) {
    const outcome = await engine.open(wants, () => {}).catch((error: unknown) => error);
    if (outcome instanceof Error) refusal = outcome;
    else opened.push((outcome as MediaLeg).local.audio.port);
  }
  expect(refusal).toBeInstanceOf(NoPortLeft);
  expect(opened).not.toContain(taken.address().port);
  for (const port of opened) expect(port % 2).toBe(0);
});

test('an address that is not ours is refused and takes no port', async () => {
  const { engine } = house();
  const wants = { localHost: '203.0.113.9', realTimeText: true, voiceActivity: false };
  await expect(engine.open(wants, () => {})).rejects.toThrow();
  expect(engine.legs()).toBe(0);
});

test('the SDP says the public address, except on loopback', async () => {
  const { engine, open } = house({ publicHost: '203.0.113.9' });
  expect((await open()).leg.local.audio.host).toBe('127.0.0.1');
  const wants = { localHost: '0.0.0.0', realTimeText: true, voiceActivity: false };
  const { local } = await engine.open(wants, () => {});
  expect([local.audio.host, local.text?.host]).toEqual(['203.0.113.9', '203.0.113.9']);
});

test('closing twice is closing once, and a closed leg is silent', async () => {
  const far = await farEnd();
  const { clock, engine, open } = house();
  const { leg } = await open();
  leg.connect(far.remote());
  clock.pass(20);
  await far.got(1);
  expect(await leg.close()).toEqual(await leg.close());
  leg.play(1, prompt(0x11, 1));
  clock.pass(100);
  expect([engine.legs(), far.received.length]).toEqual([0, 1]);
});

test('a recording that is stopped keeps what it has, and the leg goes on without it', async () => {
  const far = await farEnd();
  const { clock, open } = house();
  const { leg } = await open();
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-stopped-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  leg.connect(far.remote());
  leg.startRecording(join(folder, 'call.wav'));
  clock.pass(1_000);
  leg.stopRecording();
  leg.startRecording(join(folder, 'second.wav'));
  clock.pass(1_000);
  const facts = await leg.close();
  expect(facts.recording).toMatchObject({ file: join(folder, 'call.wav'), durationMs: 1_000 });
  expect(facts.packetsSent).toBeGreaterThan(90);
});

test('a leg whose packets come in parcels is one like any other: sound and RTCP come and go, its goodbye too', async () => {
  const gate = await openParcels();
  cleanups.push(() => gate.close());
  const far = await farEnd();
  const { clock, open } = house();
  const { leg, next } = await open(undefined, { parcels: true });
  const { port, leg: number = 0 } = leg.local.audio;
  const near = { host: '127.0.0.1', port };
  const came = { sound: 0, control: 0 };
  const saidGoodbye = Promise.withResolvers<void>();
  gate.join(near, number, packet => {
    const said = parseRtcp(packet);
    if (typeof said === 'string') came.sound += 1;
    else came.control += 1;
    if (typeof said !== 'string' && said.bye) saidGoodbye.resolve();
  });
  leg.connect({ audio: { ...far.remote().audio, address: gate.address, rtcp: gate.address } });
  const heard = next('firstPacket');
  gate.send(
    near,
    number,
    buildRtp({ marker: false, payloadType: 8, sequence: 7, timestamp: 0, ssrc: 9, payload: prompt(0x11, 1) }),
  );
  await heard;
  clock.pass(10_000);
  expect((await leg.close()).packetsReceived).toBe(1);
  await saidGoodbye.promise;
  expect(came.sound).toBe(500);
  expect(came.control).toBeGreaterThan(1);
});
