import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instant } from '@lianxian/core/kit';
import type { Persona, Said } from '@lianxian/core/simulation';
import {
  type Address,
  createMediaEngine,
  decodeWav,
  encodeAlaw,
  type LegSignal,
  type MediaEngine,
  type MediaSignal,
  type RemoteMedia,
  tone,
} from '@lianxian/telephony';
import { type FastTime, startFastTime } from '@lianxian/telephony/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCalleeCall } from './callee-call.ts';
import { createSounds } from './sounds.ts';

let time: FastTime;
let engine: MediaEngine;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'callee-'));
  time = startFastTime();
  engine = createMediaEngine({ ports: null });
});
afterEach(async () => {
  await engine.close();
  await time.stop();
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

const persona: Persona = {
  id: 'short',
  answering: { afterMs: { from: 50, to: 50 } },
  habits: [{ says: ['行，可以。'] }, { presses: '1' }, { hangsUp: true }],
  asksIntoSilence: ['喂？'],
};
/** A question for a telephone number as the robot's end writes it: a string of T.140 that nobody is shown. */
const asksForPhone = `\u0098^.${JSON.stringify({
  ...{ node: 'phone', plan: '预约', day: null, about: '电话', wants: { type: 'phone' }, ways: [], mayAsk: [] },
})}\u009c您的手机号是多少？`;
const answered: LegSignal = {
  type: 'answered',
  at: instant(0),
  dialog: {
    ...{
      callId: 'c',
      localTag: 'a',
      remoteTag: 'b',
      localUri: 'sip:a@b',
      remoteUri: 'sip:b@a',
      remoteTarget: 'sip:b@a',
    },
    ...{ routeSet: [], localSequence: 1, destination: { host: '127.0.0.1', port: 5060 }, loopback: true },
  },
};
const over: LegSignal = { type: 'ended', at: instant(0), ending: { how: 'byUs', code: null, reason: '' } };

/** A robot leg and a callee leg, connected to each other over loopback; all that the robot hears is kept. */
const talk = async (who: Persona = persona) => {
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
  const refused = Promise.withResolvers<void>();
  const told: string[] = [];
  const meant: Said['meant'][] = [];
  call = createCalleeCall({
    callee: { persona: who, manner: { speaker: 1, speed: 1, pitch: 1 }, pilotHz: 3000 },
    seed: 1,
    leg: {
      progress: (code, withMedia) => {
        told.push(`rings ${code}`);
        if (withMedia) setImmediate(() => call?.onEarlyMedia());
      },
      answer: () => {
        told.push('answers');
        setImmediate(() => call?.onLeg(answered));
      },
      refuse: code => {
        told.push(`refuses ${code}`);
        refused.resolve();
      },
    },
    media: () => callee,
    sounds: createSounds(async () => beep(500, 400)),
    hangUp: hungUp.resolve,
    onSaid: said => meant.push(said.meant),
    onTrouble: because => expect.unreachable(because),
  });
  const until = (want: (signal: MediaSignal) => boolean) =>
    new Promise<void>(done => {
      waiting.push({ want, done });
    });
  return { robot, heard, told, meant, call, hungUp: hungUp.promise, refused: refused.promise, until };
};

describe('a callee on the phone', () => {
  it('rings, answers, speaks with its words beside its voice, presses keys and hangs up', async () => {
    const { robot, heard, told, call, hungUp, until } = await talk();
    await until(signal => signal.type === 'speaking');
    const separator = until(signal => signal.type === 'text' && signal.text.endsWith('\u2028'));
    await until(signal => signal.type === 'quiet');
    await separator;
    robot.play(1, beep(400, 300));
    await until(signal => signal.type === 'key');
    robot.play(2, beep(400, 300));
    await hungUp;
    call.onLeg(over);
    expect(told).toEqual(['rings 180', 'answers']);
    const text = heard.flatMap(signal => (signal.type === 'text' ? [signal.text] : [])).join('');
    expect(text).toBe('行，可以。\u2028');
    expect(heard).toContainEqual(expect.objectContaining({ type: 'key', key: '1' }));
  });

  it('answers what the robot asks beside its words, in the words that arrive at the other end', async () => {
    const { robot, heard, meant, call, until } = await talk({
      ...persona,
      temper: 'willing',
      habits: [{ says: ['喂？'] }],
    });
    await until(signal => signal.type === 'text' && signal.text.endsWith('\u2028'));
    await until(signal => signal.type === 'quiet');
    robot.sendText(asksForPhone);
    const answered = until(signal => signal.type === 'text' && signal.text.endsWith('\u2028'));
    robot.play(1, beep(400, 900));
    await answered;
    call.onLeg(over);
    const [, said = ''] = heard
      .flatMap(signal => (signal.type === 'text' ? [signal.text] : []))
      .join('')
      .split('\u2028');
    expect(said.replace(/[^零一二三四五六七八九幺\d]/g, '').length).toBeGreaterThanOrEqual(11);
    expect(meant).toMatchObject([null, { type: 'answer', value: { of: 'digits' } }]);
  });

  it('carries its pilot in all that it sends, also while it is quiet', async () => {
    const { robot, call, until } = await talk();
    const file = join(folder, 'pilot.wav');
    robot.startRecording(file);
    const heardOut = until(signal => signal.type === 'played');
    robot.play(1, beep(400, 1200, 0.0005));
    await heardOut;
    call.onLeg(over);
    await robot.close();
    const wave = decodeWav(await readFile(file));
    if (typeof wave === 'string') throw new Error(wave);
    const middle = wave.channels[0]!.subarray(1200, 2800);
    expect(amplitudeAt(middle, 3000)).toBeGreaterThan(100);
    expect(amplitudeAt(middle, 3150)).toBeLessThan(20);
  });

  it('lets the network speak before it refuses, words beside it', async () => {
    const { heard, told, call, refused } = await talk({ ...persona, answering: { refuses: 480, announces: '已关机' } });
    await refused;
    call.onLeg(over);
    expect(told).toEqual(['rings 183', 'refuses 480']);
    expect(heard.map(({ type }) => type)).toContain('speaking');
    expect(heard.flatMap(signal => (signal.type === 'text' ? [signal.text] : [])).join('')).toBe('已关机\u2028');
  });

  it('plays its ringback until the answer, and its ambience from then on', async () => {
    const answering = { afterMs: { from: 700, to: 700 }, ringback: true } as const;
    const { robot, told, call, until } = await talk({
      ...persona,
      answering,
      inNoise: true,
      habits: [{ listens: true }],
    });
    const file = join(folder, 'ringback.wav');
    await until(signal => signal.type === 'firstPacket');
    robot.startRecording(file);
    await until(signal => signal.type === 'quiet');
    call.onLeg(over);
    await robot.close();
    expect(told).toEqual(['rings 183', 'answers']);
    const wave = decodeWav(await readFile(file));
    if (typeof wave === 'string') throw new Error(wave);
    const [left] = wave.channels;
    // The first note of the ringback is c″.
    expect(amplitudeAt(left!.subarray(0, 4_000), 523.25)).toBeGreaterThan(500);
    expect(amplitudeAt(left!.subarray(6_400, 10_400), 523.25)).toBeLessThan(100);
    expect(amplitudeAt(left!.subarray(6_400, 10_400), 3000)).toBeGreaterThan(100);
  });
});
