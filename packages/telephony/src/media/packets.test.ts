import { afterEach, expect, test } from 'vitest';
import { openFarEnd, virtualClock } from '../../test/far-end.ts';
import { decodeAlaw } from '../audio/g711.ts';
import { keyTone } from '../audio/tone.ts';
import { buildRtcp } from '../rtcp/packet.ts';
import type { RemoteMedia } from '../sdp/media.ts';
import { createMediaEngine } from './engine.ts';
import type { MediaLeg, MediaLegOptions, MediaSignal } from './types.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const farEnd = async () => {
  const far = await openFarEnd();
  cleanups.push(far.close);
  return far;
};

const house = () => {
  const clock = virtualClock();
  const engine = createMediaEngine({ ports: null, clock });
  cleanups.push(engine.close);
  const open = async (more: Partial<MediaLegOptions> = {}) => {
    const signals: MediaSignal[] = [];
    const leg = await engine.open(
      { localHost: '127.0.0.1', realTimeText: false, voiceActivity: true, ...more },
      signal => signals.push(signal),
    );
    const keys = (): string => signals.map(signal => (signal.type === 'key' ? signal.key : '')).join('');
    const types = (): string => signals.map(signal => signal.type).join(' ');
    return { leg, signals, keys, types, port: leg.local.audio.port };
  };
  /** Time passes frame by frame, and what was sent arrives in between. */
  const pass = async (ms: number): Promise<void> => {
    for (let done = 0; done < ms; done += 20) {
      clock.pass(20);
      await arrived();
    }
  };
  return { clock, open, pass };
};

/** The loop has had its chance to take what loopback holds; what must have come is waited for by `until`. */
const arrived = async (): Promise<void> => {
  for (let round = 0; round < 3; round += 1) await new Promise(done => setImmediate(done));
};

const until = async (holds: () => boolean): Promise<void> => {
  for (let round = 0; round < 5_000 && !holds(); round += 1) await new Promise(done => setImmediate(done));
  expect(holds()).toBe(true);
};

const towards = (leg: MediaLeg, more: Partial<RemoteMedia['audio']> = {}): RemoteMedia => ({
  audio: {
    address: leg.local.audio,
    codec: 'PCMA',
    payloadType: 8,
    telephoneEvent: 101,
    direction: 'sendrecv',
    ...(leg.local.crypto ? { crypto: leg.local.crypto } : {}),
    ...more,
  },
});

test('two legs report to each other from the ports above: round trip, what each hears of the other, a score', async () => {
  const { open, pass } = house();
  const [us, them] = [await open(), await open()];
  us.leg.connect(towards(them.leg));
  them.leg.connect(towards(us.leg));
  await pass(16_000);
  for (const { leg } of [us, them]) {
    const facts = leg.facts();
    expect(facts).toMatchObject({ remote: { lostPerMille: 0 }, packetsLost: 0, lostPerMille: 0, doubled: 0 });
    expect(facts.roundTripMs).toBeLessThan(60);
    expect(facts.mos).toBeGreaterThan(4.2);
    expect(facts.bytesSent).toBe(facts.packetsSent * 160);
  }
});

test.each(['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const)(
  'over SRTP (%s) sound and keys come through, and nobody without the key is heard',
  async suite => {
    const { open, pass } = house();
    const [us, them, stranger] = [await open({ srtp: true }), await open({ srtp: true }), await farEnd()];
    expect(us.leg.local.crypto?.inline).not.toBe(them.leg.local.crypto?.inline);
    us.leg.connect(towards(them.leg, { crypto: { ...them.leg.local.crypto!, suite } }));
    them.leg.connect(towards(us.leg, { crypto: { ...us.leg.local.crypto!, suite } }));
    stranger.send(us.port, { payloadType: 101, payload: Uint8Array.of(9, 10, 0, 160), timestamp: 5 });
    them.leg.sendKeys('12#');
    await pass(12_000);
    await until(() => us.keys() === '12#');
    expect(us.leg.facts()).toMatchObject({ encrypted: true, packetsLost: 0 });
    expect(us.leg.facts().roundTripMs).not.toBeNull();
  },
);

test('where SRTP was wanted and no key came nothing is said or heard in the clear', async () => {
  const { open, pass } = house();
  const [us, far] = [await open({ srtp: true }), await farEnd()];
  us.leg.connect(far.remote());
  far.send(us.port, {});
  await pass(1_000);
  expect([far.received.length, us.signals.length, us.leg.facts().encrypted]).toEqual([0, 0, false]);
});

test('what leaves by SRTP is no sound to who listens on the line', async () => {
  const { open, pass } = house();
  const [us, far] = [await open({ srtp: true }), await farEnd()];
  us.leg.connect(far.remote({ crypto: us.leg.local.crypto! }));
  await pass(200);
  const [first, second] = await far.got(2);
  expect(first!.payload.length).toBe(170);
  expect(Buffer.from(first!.payload).equals(Buffer.from(second!.payload))).toBe(false);
});

test('who answers and is never heard has vanished after twenty seconds, and is told apart', async () => {
  const { open, pass } = house();
  const [us, far] = [await open(), await farEnd()];
  us.leg.connect(far.remote(), 'early');
  await pass(25_000);
  expect(us.signals).toEqual([]);
  us.leg.connect(far.remote(), 'confirmed');
  await pass(19_900);
  expect(us.signals).toEqual([]);
  await pass(200);
  expect(us.signals).toMatchObject([{ type: 'vanished', neverHeard: true }]);
});

test('RTCP alone is a sign of life, and so is comfort noise', async () => {
  const { open, pass } = house();
  const [byReports, byNoise, far] = [await open(), await open(), await farEnd()];
  byReports.leg.connect(far.remote());
  byNoise.leg.connect(far.remote());
  const report = buildRtcp({ ssrc: 9, sender: null, blocks: [], bye: false, cname: 'far' });
  for (let n = 0; n < 4; n += 1) {
    far.send(byReports.port + 1, report);
    far.send(byNoise.port, { payloadType: 13, sequence: n + 1, timestamp: n * 80_000, payload: Uint8Array.of(60) });
    await pass(10_000);
  }
  expect([byReports.types(), byNoise.types()]).toEqual(['', 'firstPacket']);
  await pass(11_000);
  expect(byReports.signals).toMatchObject([{ type: 'vanished', neverHeard: false }]);
  expect(byNoise.signals.at(-1)).toMatchObject({ type: 'vanished', neverHeard: false });
});

test.each([
  ['the port above', 1],
  ['the port of the sound', 0],
])('RTCP of a stranger at %s is no sign of life', async (_where, above) => {
  const { open, pass } = house();
  const [us, far] = [await open(), await farEnd()];
  us.leg.connect(far.remote({ address: { host: '127.0.0.9', port: far.port } }));
  const report = buildRtcp({ ssrc: 9, sender: null, blocks: [], bye: true, cname: 'stranger' });
  for (let n = 0; n < 3; n += 1) {
    far.send(us.port + above, report);
    await pass(10_000);
  }
  expect(us.signals).toMatchObject([{ type: 'vanished', neverHeard: true }]);
});

test('a far end that falls silent and comes back from another port is heard again; a stranger never is', async () => {
  const { open, pass } = house();
  const [us, far, moved] = [await open(), await farEnd(), await farEnd()];
  us.leg.connect(far.remote());
  const key = (code: number, sequence: number) => ({
    payloadType: 101,
    payload: Uint8Array.of(code, 0x80, 0, 160),
    timestamp: sequence * 160,
    sequence,
  });
  far.send(us.port, key(1, 1));
  await until(() => us.keys() === '1');
  moved.send(us.port, key(2, 2));
  await pass(1_000);
  expect(us.keys()).toBe('1');
  await pass(1_500);
  // Five in a row: the last of them is heard.
  for (let sequence = 3; sequence <= 7; sequence += 1) moved.send(us.port, key(3, sequence));
  await until(() => us.keys() === '13');
  const before = moved.received.length;
  await pass(40);
  await until(() => moved.received.length > before);
});

test('our stream goes on unbroken when a re-INVITE moves the far end in mid-call', async () => {
  const { open, pass } = house();
  const [us, far, moved] = [await open(), await farEnd(), await farEnd()];
  us.leg.connect(far.remote());
  await pass(100);
  const [last] = (await far.got(5)).slice(-1);
  us.leg.connect(moved.remote({ codec: 'PCMU', payloadType: 0 }));
  await pass(100);
  const [first] = await moved.got(5);
  expect(first).toMatchObject({ ssrc: last!.ssrc, payloadType: 0 });
  expect((first!.sequence - last!.sequence) & 0xffff).toBe(1);
  expect((first!.timestamp - last!.timestamp) >>> 0).toBe(160);
});

test('a key told by event and by SIP INFO is one press', async () => {
  const { open, pass } = house();
  const [us, far] = [await open(), await farEnd()];
  us.leg.connect(far.remote());
  far.send(us.port, { payloadType: 101, payload: Uint8Array.of(5, 0x80, 0, 160) });
  await until(() => us.keys() === '5');
  await pass(300);
  us.leg.heardKey('5');
  us.leg.heardKey('6');
  expect(us.keys()).toBe('56');
});

/** The sound of a key in packets of 20 ms. */
const pressed = (key: string, from: number) => {
  const sound = keyTone(key);
  return Array.from({ length: sound.length / 160 }, (_, n) => ({
    sequence: from + n,
    timestamp: (from + n) * 160,
    payload: sound.subarray(n * 160, n * 160 + 160),
  }));
};

test.each([
  ['no telephone-events were agreed', {}, { telephoneEvent: null }, '7'],
  ['the line says in band', { keys: 'inband' as const }, {}, '7'],
  ['telephone-events were agreed', {}, {}, ''],
])('a tone of a key where %s', async (_name, wants, more, keys) => {
  const { open, pass } = house();
  const [us, far] = [await open(wants), await farEnd()];
  us.leg.connect(far.remote(more));
  for (const packet of pressed('7', 1)) {
    far.send(us.port, packet);
    await pass(20);
  }
  await until(() => us.leg.facts().packetsReceived === 9);
  expect(us.keys()).toBe(keys);
});

test('a line whose keys are in band hears them so, whatever was agreed', async () => {
  const { open, pass } = house();
  const [us, far] = [await open({ keys: 'inband' }), await farEnd()];
  us.leg.connect(far.remote());
  us.leg.sendKeys('5');
  await pass(100);
  const packets = await far.got(5);
  expect(new Set(packets.map(packet => packet.payloadType))).toEqual(new Set([8]));
  expect(Math.max(...decodeAlaw(packets[2]!.payload))).toBeGreaterThan(5_000);
});
