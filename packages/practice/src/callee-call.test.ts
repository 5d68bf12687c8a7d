import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dice } from '@lianxian/core/kit';
import {
  type Address,
  createMediaEngine,
  decodeWav,
  encodeAlaw,
  type MediaEngine,
  type MediaSignal,
  type RemoteMedia,
  tone,
} from '@lianxian/telephony';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCalleeCall } from './callee-call.ts';

let engine: MediaEngine;
let folder: string;
beforeEach(async () => {
  engine = createMediaEngine({ ports: null });
  folder = await mkdtemp(join(tmpdir(), 'callee-'));
});
afterEach(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const towards = (audio: Address, text: Address | undefined): RemoteMedia => ({
  audio: { address: audio, codec: 'PCMA', payloadType: 8, telephoneEvent: 101, direction: 'sendrecv' },
  ...(text ? { text: { address: text, t140: 98, red: null } } : {}),
});

const beep = (hz: number, ms: number, level = 0.25) => encodeAlaw(tone([hz], ms, level));

/** How strong one frequency is, of 32,767. */
const amplitudeAt = (samples: Int16Array, hz: number): number => {
  let re = 0;
  let im = 0;
  samples.forEach((sample, i) => {
    re += sample * Math.cos((2 * Math.PI * hz * i) / 8000);
    im += sample * Math.sin((2 * Math.PI * hz * i) / 8000);
  });
  return (2 * Math.hypot(re, im)) / samples.length;
};

/** A robot leg and a callee leg, connected to each other over loopback; all that the robot hears is kept. */
const talk = async () => {
  const heard: MediaSignal[] = [];
  const waiting: { want: (signal: MediaSignal) => boolean; done: () => void }[] = [];
  const options = { localHost: '127.0.0.1', realTimeText: true, voiceActivity: true };
  const robot = await engine.open(options, signal => {
    heard.push(signal);
    for (const each of waiting) if (each.want(signal)) each.done();
  });
  let call: ReturnType<typeof createCalleeCall> | undefined;
  const callee = await engine.open(options, signal => call?.hear(signal));
  robot.connect(towards(callee.local.audio, callee.local.text));
  callee.connect(towards(robot.local.audio, robot.local.text));
  const hungUp = Promise.withResolvers<void>();
  call = createCalleeCall({
    media: callee,
    part: { next: () => ({ text: '行，可以。', last: true }) },
    voice: async () => beep(500, 400),
    pilotHz: 3000,
    chance: dice(1),
    hangUp: hungUp.resolve,
    onTrouble: because => expect.unreachable(because),
  });
  const until = (want: (signal: MediaSignal) => boolean) =>
    new Promise<void>(done => {
      waiting.push({ want, done });
    });
  return { robot, heard, call, hungUp: hungUp.promise, until };
};

describe('a callee on the phone', () => {
  it('answers the robot aloud, sends its words meanwhile, a separator at the end, and hangs up', async () => {
    const { robot, heard, call, hungUp, until } = await talk();
    robot.play(1, beep(400, 300));
    const separator = until(signal => signal.type === 'text' && signal.text.endsWith('\u2028'));
    await hungUp;
    await separator;
    call.end();
    const text = heard.flatMap(signal => (signal.type === 'text' ? [signal.text] : [])).join('');
    expect(text).toBe('行，可以。\u2028');
    const order = heard.map(signal => signal.type);
    expect(order.indexOf('played')).toBeLessThan(order.indexOf('speaking'));
  });

  it('carries its pilot in all that it sends, also while it is quiet', async () => {
    const { robot, call, until } = await talk();
    const file = join(folder, 'pilot.wav');
    robot.startRecording(file);
    const heardOut = until(signal => signal.type === 'played');
    robot.play(1, beep(400, 500, 0.0005));
    await heardOut;
    call.end();
    await robot.close();
    const wave = decodeWav(await readFile(file));
    if (typeof wave === 'string') throw new Error(wave);
    const middle = wave.channels[0]!.subarray(800, 3200);
    expect(amplitudeAt(middle, 3000)).toBeGreaterThan(100);
    expect(amplitudeAt(middle, 3150)).toBeLessThan(20);
  });
});
