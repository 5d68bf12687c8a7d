import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFarEnd } from '../../test/far-end.ts';
import { startFastTime } from '../../test/fast-time.ts';
import { heardOf } from '../../test/hearing.ts';
import { encodeAlaw } from '../audio/g711.ts';
import { tone } from '../audio/tone.ts';
import { decodeWav } from '../audio/wav.ts';
import type { Codec, RemoteMedia } from '../sdp/media.ts';
import { createBridge } from './bridge.ts';
import { createMediaEngine } from './engine.ts';
import { createMixer } from './mixer.ts';
import { createMusic } from './music.ts';
import type { MediaEngine, MediaLeg } from './types.ts';

/** Engines that talk over loopback in virtual time: the house, and a far end for each of its legs. */
const cleanups: (() => unknown)[] = [];
beforeEach(() => {
  cleanups.push(startFastTime().stop);
});
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const pilots = [440, 700, 1_000, 1_500];
const wait = (ms: number): Promise<void> => new Promise(done => setTimeout(done, ms));

const remoteOf = (leg: MediaLeg, codec: Codec): RemoteMedia => ({
  audio: {
    address: leg.local.audio,
    codec,
    payloadType: codec === 'PCMA' ? 8 : 0,
    telephoneEvent: 101,
    direction: 'sendrecv',
  },
});

const openEngine = (): MediaEngine => {
  const engine = createMediaEngine({ ports: null });
  cleanups.push(engine.close);
  return engine;
};

const openFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'bridge-'));
  cleanups.push(() => rm(folder, { recursive: true }));
  return folder;
};

/** The prompt whose end a test waits for. */
const LAST_PROMPT = 9;

const wants = { localHost: '127.0.0.1', realTimeText: false, voiceActivity: false };

/** A telephone that says its pilot tone all the time, at the other end of a leg of the house; both are recorded. */
const openCall = async (house: MediaEngine, folder: string, hertz: number, codec: Codec) => {
  const ended = Promise.withResolvers<void>();
  const near = await house.open(wants, signal => {
    if (signal.type === 'played' && signal.id === LAST_PROMPT) ended.resolve();
  });
  const far = await openEngine().open(wants, () => {});
  const recordedSince = performance.now();
  near.startRecording(join(folder, `near-${hertz}.wav`));
  far.startRecording(join(folder, `far-${hertz}.wav`));
  near.connect(remoteOf(far, codec));
  far.connect(remoteOf(near, codec));
  far.play(1, encodeAlaw(tone([hertz], 20_000, 0.2)));
  /** What each recording's sides hold: [left, right] of ours, [left, right] of theirs. */
  const heard = async () => {
    const files = [(await near.close()).recording!.file, (await far.close()).recording!.file];
    return Promise.all(
      files.map(async file => {
        const sound = decodeWav(await readFile(file));
        if (typeof sound === 'string') throw new Error(sound);
        return sound.channels.map(channel => heardOf(channel!, pilots));
      }),
    );
  };
  return { leg: near, heard, recordedSince, played: ended.promise };
};

test('two bridged legs hear each other through a translation of the law, and each recording holds its own leg', async () => {
  const folder = await openFolder();
  const house = openEngine();
  const one = await openCall(house, folder, 440, 'PCMA');
  const other = await openCall(house, folder, 1_000, 'PCMU');
  const bridge = createBridge(one.leg, other.leg);
  await wait(700);
  bridge.close();
  expect(await one.heard()).toEqual([
    [[440], [1_000]],
    [[1_000], [440]],
  ]);
  expect(await other.heard()).toEqual([
    [[1_000], [440]],
    [[440], [1_000]],
  ]);
});

test('three in a mixer: a customer hears the seat, the seat also who whispers, who whispers hears both', async () => {
  const folder = await openFolder();
  const house = openEngine();
  const customer = await openCall(house, folder, 440, 'PCMA');
  const seat = await openCall(house, folder, 700, 'PCMU');
  const supervisor = await openCall(house, folder, 1_500, 'PCMA');
  const mixer = createMixer(house);
  for (const { leg } of [customer, seat, supervisor]) mixer.join(leg);
  mixer.conference();
  mixer.hears(customer.leg, supervisor.leg, false);
  await wait(700);
  mixer.close();
  const ofFar = async (call: typeof customer) => (await call.heard())[1]![0];
  expect(await ofFar(customer)).toEqual([700]);
  expect(await ofFar(seat)).toEqual([440, 1_500]);
  expect(await ofFar(supervisor)).toEqual([440, 700]);
});

test('handed over from prompt to music to a seat to a mixer: the far end sees one stream without a gap', async () => {
  const folder = await openFolder();
  const house = openEngine();
  const far = await openFarEnd();
  cleanups.push(far.close);
  const seat = await openCall(house, folder, 700, 'PCMU');
  const leg = await house.open(wants, () => {});
  leg.connect(far.remote());
  leg.play(1, encodeAlaw(tone([440], 200)));
  leg.splice(createMusic());
  await wait(400);
  const bridge = createBridge(leg, seat.leg);
  await wait(300);
  const mixer = createMixer(house);
  for (const each of [leg, seat.leg]) mixer.join(each);
  mixer.conference();
  bridge.close();
  await wait(300);
  mixer.close();
  const packets = await far.got(50);
  const [first] = packets;
  for (const [n, packet] of packets.entries()) {
    expect(packet.ssrc).toBe(first!.ssrc);
    expect((packet.sequence - first!.sequence) & 0xffff).toBe(n);
  }
  const times = packets.map(({ timestamp }) => ((timestamp - first!.timestamp) >>> 0) / 160);
  // A stall of a busy machine beyond 100 ms skips in time; else each frame follows the one before.
  expect(times.filter((at, n) => n > 0 && at - times[n - 1]! !== 1).length).toBeLessThan(3);
});

test('what is said while the recording rests is silence on it, and its length is the call’s', async () => {
  const folder = await openFolder();
  const call = await openCall(openEngine(), folder, 440, 'PCMA');
  call.leg.pauseRecording();
  call.leg.play(1, encodeAlaw(tone([1_000], 300)));
  call.leg.play(LAST_PROMPT, new Uint8Array(160).fill(0xd5));
  await call.played;
  call.leg.resumeRecording();
  call.leg.play(2, encodeAlaw(tone([1_500], 300)));
  await wait(400);
  const leastMs = performance.now() - call.recordedSince;
  const [[left, right]] = (await call.heard()) as [[number[], number[]]];
  const mostMs = performance.now() - call.recordedSince;
  expect([left, right]).toEqual([[440], [1_500]]);
  const { durationMs } = call.leg.facts().recording!;
  expect(durationMs).toBeGreaterThan(leastMs - 20);
  expect(durationMs).toBeLessThan(mostMs + 20);
});

test('keys of a far end are gathered into a number, and closing the leg ends the wait', async () => {
  const [us, them] = [openEngine(), openEngine()];
  const [leg, far] = [await us.open(wants, () => {}), await them.open(wants, () => {})];
  leg.connect(remoteOf(far, 'PCMA'));
  far.connect(remoteOf(leg, 'PCMA'));
  const number = leg.collect({ max: 6, terminators: '#', firstTimeoutMs: 5_000, betweenTimeoutMs: 5_000 });
  far.sendKeys('204#');
  expect(await number).toEqual({ keys: '204', by: 'terminator' });
  const none = leg.collect({ max: 6, firstTimeoutMs: 40, betweenTimeoutMs: 5_000 });
  expect(await none).toEqual({ keys: '', by: 'firstTimeout' });
  const [replaced, waiting] = [
    leg.collect({ max: 1, firstTimeoutMs: 5_000, betweenTimeoutMs: 1 }),
    leg.collect({ max: 1, firstTimeoutMs: 5_000, betweenTimeoutMs: 1 }),
  ];
  expect(await replaced).toEqual({ keys: '', by: 'replaced' });
  await leg.close();
  expect(await waiting).toEqual({ keys: '', by: 'closed' });
});
