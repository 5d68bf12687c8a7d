import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { encodeAlaw } from '../audio/g711.ts';
import { tone } from '../audio/tone.ts';
import { decodeWav } from '../audio/wav.ts';
import type { RemoteMedia } from '../exchange/types.ts';
import { createMediaEngine } from './engine.ts';
import type { MediaLeg, MediaSignal } from './types.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** Two legs of two engines that talk to each other over loopback. */
const pair = async (codec: 'PCMA' | 'PCMU' = 'PCMA') => {
  const side = async () => {
    const engine = createMediaEngine({ ports: null });
    cleanups.push(engine.close);
    const signals: MediaSignal[] = [];
    const waiting: { of: (signal: MediaSignal) => boolean; done: (signal: MediaSignal) => void }[] = [];
    const leg = await engine.open({ localHost: '127.0.0.1', realTimeText: true, voiceActivity: true }, signal => {
      signals.push(signal);
      for (const wait of waiting) if (wait.of(signal)) wait.done(signal);
    });
    const next = (type: MediaSignal['type']) =>
      new Promise<MediaSignal>(done => waiting.push({ of: signal => signal.type === type, done }));
    return { engine, leg, signals, next };
  };
  const remote = (leg: MediaLeg): RemoteMedia => ({
    audio: {
      address: leg.local.audio,
      codec,
      payloadType: codec === 'PCMA' ? 8 : 0,
      telephoneEvent: 101,
      direction: 'sendrecv',
    },
    text: { address: leg.local.text!, t140: 98, red: 100 },
  });
  const [us, them] = [await side(), await side()];
  return {
    us,
    them,
    connect: () => {
      us.leg.connect(remote(them.leg));
      them.leg.connect(remote(us.leg));
    },
  };
};

const temporary = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'media-'));
  cleanups.push(() => rm(folder, { recursive: true }));
  return folder;
};

test('a prompt is heard, keys and text arrive once, and both sides lie in the recording', async () => {
  const { us, them, connect } = await pair();
  const file = join(await temporary(), 'calls', 'one.wav');
  us.leg.startRecording(file);
  const startedAt = performance.now();
  connect();
  us.leg.play(7, encodeAlaw(tone([440], 400)));
  them.leg.play(1, encodeAlaw(tone([1000], 300)));
  const played = us.next('played');
  const speaking = us.next('speaking');
  await speaking;
  expect(await played).toMatchObject({ id: 7, heardMs: 400, complete: true });
  const key = us.next('key');
  them.leg.sendKeys('5');
  expect(await key).toMatchObject({ key: '5' });
  const text = us.next('text');
  them.leg.sendText('您好\u2028');
  expect(await text).toMatchObject({ text: '您好\u2028' });
  const wallMs = performance.now() - startedAt;
  const facts = await us.leg.close();
  expect(us.signals.filter(signal => signal.type === 'key')).toHaveLength(1);
  expect(Math.abs((facts.recording?.durationMs ?? 0) - wallMs)).toBeLessThan(20);
  const sound = decodeWav(await readFile(file));
  if (typeof sound === 'string') throw new Error(sound);
  expect(sound.channels).toHaveLength(2);
  expect(Math.max(...sound.channels[0]!)).toBeGreaterThan(5000);
  expect(Math.max(...sound.channels[1]!)).toBeGreaterThan(5000);
});
