import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFastTime } from '../../test/fast-time.ts';
import { encodeAlaw } from '../audio/g711.ts';
import { tone } from '../audio/tone.ts';
import { decodeWav } from '../audio/wav.ts';
import type { RemoteMedia } from '../sdp/media.ts';
import { createMediaEngine } from './engine.ts';
import type { MediaLeg, MediaSignal } from './types.ts';

/** Two engines that talk to each other over loopback, in virtual time. */
const cleanups: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  cleanups.push(startFastTime().stop);
});
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const side = async () => {
  const engine = createMediaEngine({ ports: null });
  cleanups.push(engine.close);
  const signals: MediaSignal[] = [];
  const waiting: { type: MediaSignal['type']; done: (signal: MediaSignal) => void }[] = [];
  const leg = await engine.open({ localHost: '127.0.0.1', realTimeText: true, voiceActivity: true }, signal => {
    signals.push(signal);
    for (const { type, done } of waiting) if (type === signal.type) done(signal);
  });
  const next = (type: MediaSignal['type']) => new Promise<MediaSignal>(done => waiting.push({ type, done }));
  return { leg, signals, next };
};

const remoteOf = (leg: MediaLeg, codec: 'PCMA' | 'PCMU'): RemoteMedia => ({
  audio: {
    address: leg.local.audio,
    codec,
    payloadType: codec === 'PCMA' ? 8 : 0,
    telephoneEvent: 101,
    direction: 'sendrecv',
  },
  text: { address: leg.local.text!, t140: 98, red: 100 },
});

const WINDOW_SAMPLES = 800;

/** The most of one frequency in any 100 ms of the sound, as amplitude (Goertzel). */
const amplitude = (sound: Int16Array, hertz: number): number => {
  let most = 0;
  for (let from = 0; from + WINDOW_SAMPLES <= sound.length; from += WINDOW_SAMPLES / 2) {
    let [re, im] = [0, 0];
    for (let n = 0; n < WINDOW_SAMPLES; n += 1) {
      re += sound[from + n]! * Math.cos((2 * Math.PI * hertz * n) / 8_000);
      im += sound[from + n]! * Math.sin((2 * Math.PI * hertz * n) / 8_000);
    }
    most = Math.max(most, (2 * Math.hypot(re, im)) / WINDOW_SAMPLES);
  }
  return most;
};

test.each(['PCMA', 'PCMU'] as const)(
  'a whole call over %s: sound, keys and text both ways, each side in its channel',
  async codec => {
    const folder = await mkdtemp(join(tmpdir(), 'media-'));
    cleanups.push(() => rm(folder, { recursive: true }));
    const file = join(folder, 'calls', 'one.wav');
    const [us, them] = [await side(), await side()];
    const startedAt = performance.now();
    us.leg.startRecording(file);
    us.leg.connect(remoteOf(them.leg, codec));
    them.leg.connect(remoteOf(us.leg, codec));
    us.leg.play(7, encodeAlaw(tone([440], 500)));
    them.leg.play(1, encodeAlaw(tone([1_000], 500)));
    const heard = [us.next('played'), us.next('speaking'), them.next('speaking'), us.next('quiet')];
    const text = us.next('text');
    them.leg.sendText('您好\u2028');
    expect(await text).toMatchObject({ text: '您好\u2028' });
    expect((await Promise.all(heard))[0]).toMatchObject({ id: 7, heardMs: 500, complete: true });
    const key = us.next('key');
    them.leg.sendKeys('#');
    expect(await key).toMatchObject({ key: '#' });
    const leastMs = performance.now() - startedAt;
    const facts = await us.leg.close();
    // Closing writes the file: real work, while virtual time goes on.
    const mostMs = performance.now() - startedAt;

    expect(facts.recording!.durationMs).toBeGreaterThan(leastMs - 20);
    expect(facts.recording!.durationMs).toBeLessThan(mostMs + 20);
    expect(facts).toMatchObject({ codec, packetsLost: 0 });
    const sound = decodeWav(await readFile(file));
    if (typeof sound === 'string') throw new Error(sound);
    const [left, right] = sound.channels;
    expect(amplitude(left!, 1_000)).toBeGreaterThan(5_000);
    expect(amplitude(left!, 440)).toBeLessThan(300);
    expect(amplitude(right!, 440)).toBeGreaterThan(5_000);
    expect(amplitude(right!, 1_000)).toBeLessThan(300);
  },
);
