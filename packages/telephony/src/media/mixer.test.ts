import { instant } from '@lianxian/core/kit';
import { afterEach, expect, test } from 'vitest';
import { virtualClock } from '../../test/far-end.ts';
import { heardOf, joined } from '../../test/hearing.ts';
import { encodeAlaw } from '../audio/g711.ts';
import { tone } from '../audio/tone.ts';
import { createFrameClock } from './frame-clock.ts';
import { createMixer, type MixedLeg } from './mixer.ts';
import type { SoundSource } from './types.ts';

/** Legs without sockets: each says a tone without end; what it is given to hear is kept, frame by frame. */
const pilots = [400, 700, 1_000, 1_300, 1_600, 1_900, 2_200, 2_500] as const;
const clock = virtualClock();
const frameClock = createFrameClock(clock);
const mixer = createMixer({ frameClock });
afterEach(() => mixer.close());

const person = (hertz: number, level = 0.25) => {
  const voice = encodeAlaw(tone([hertz], 4_000, level));
  let said = 160;
  let source: SoundSource | null = null;
  const leg: MixedLeg = {
    tap: () => ({
      frame: (target, at) => {
        target.set(voice.subarray(said, said + 160), at);
        said += 160;
        return said < voice.length;
      },
      close: () => {},
    }),
    splice: next => {
      source = next;
      return () => {
        if (source === next) source = null;
      };
    },
  };
  let frames: Uint8Array[] = [];
  frameClock.join({
    frame: () => {
      const frame = new Uint8Array(160).fill(0xd5);
      if (source && !source.frame(frame, 0)) frame.fill(0xd5);
      frames.push(frame);
    },
  });
  /** What was heard since the last time this was asked. */
  const heard = (): Int16Array => {
    const sound = joined(frames);
    frames = [];
    return sound;
  };
  return { leg, heard };
};

/** Passes 400 ms; who hears which tones then, the first frames (a change under way) left out. */
const hearings = (people: readonly ReturnType<typeof person>[]): number[][] => {
  clock.pass(40);
  for (const { heard } of people) heard();
  clock.pass(400);
  return people.map(({ heard }) => heardOf(heard(), pilots));
};

test('a supervisor listens, whispers and barges in; each hears whom the table says, nobody himself', () => {
  const [customer, seat, supervisor] = [person(400), person(700), person(1_000)];
  const all = [customer, seat, supervisor];
  for (const { leg } of all) mixer.join(leg);
  expect(hearings(all)).toEqual([[], [], []]);
  mixer.hears(customer.leg, seat.leg, true);
  mixer.hears(seat.leg, customer.leg, true);
  expect(hearings(all)).toEqual([[700], [400], []]);
  // Listen.
  mixer.hears(supervisor.leg, customer.leg, true);
  mixer.hears(supervisor.leg, seat.leg, true);
  expect(hearings(all)).toEqual([[700], [400], [400, 700]]);
  // Whisper.
  mixer.hears(seat.leg, supervisor.leg, true);
  expect(hearings(all)).toEqual([[700], [400, 1_000], [400, 700]]);
  // Barge.
  mixer.hears(customer.leg, supervisor.leg, true);
  expect(hearings(all)).toEqual([
    [700, 1_000],
    [400, 1_000],
    [400, 700],
  ]);
  mixer.hears(customer.leg, customer.leg, true);
  mixer.hears(customer.leg, supervisor.leg, false);
  mixer.leave(seat.leg);
  expect(hearings(all)).toEqual([[], [], [400]]);
});

test('eight in conference hear the seven others; a ninth is refused', () => {
  const all = pilots.map(hertz => person(hertz, 0.08));
  for (const { leg } of all) mixer.join(leg);
  mixer.conference();
  clock.pass(40);
  for (const { heard } of all) heard();
  clock.pass(400);
  for (const [n, { heard }] of all.entries())
    expect(heardOf(heard(), pilots, 1_000)).toEqual(pilots.filter((_, other) => other !== n));
  expect(() => mixer.join(person(300).leg)).toThrow(RangeError);
});

test('all at the top of their voices: the sum neither wraps nor reaches full scale', () => {
  const all = Array.from({ length: 8 }, () => person(500, 0.95));
  for (const { leg } of all) mixer.join(leg);
  mixer.conference();
  clock.pass(40);
  all[0]!.heard();
  clock.pass(200);
  const sound = all[0]!.heard();
  const loudest = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  expect(loudest).toBeGreaterThan(20_000);
  expect(loudest).toBeLessThan(32_767);
  // 500 Hz: eight samples up, eight down. A sum that wraps changes its sign in between.
  expect(sound.every((sample, n) => n % 8 === 0 || Math.sign(sample) === (n % 16 < 8 ? 1 : -1))).toBe(true);
});

test('who is switched on or off is faded over one frame: no click, and the others’ sound is not touched', () => {
  const [listener, one, two] = [person(400), person(300, 0.25), person(300, 0.25)];
  for (const { leg } of [listener, one, two]) mixer.join(leg);
  mixer.hears(listener.leg, one.leg, true);
  clock.pass(100);
  listener.heard();
  for (let change = 0; change < 10; change += 1) {
    mixer.hears(listener.leg, two.leg, change % 2 === 0);
    clock.pass(60);
  }
  const sound = listener.heard();
  const steepest = sound.reduce((most, sample, n) => Math.max(most, Math.abs(sample - (sound[n - 1] ?? sample))), 0);
  // Two sines of 8,192 at 300 Hz climb at most 2 × 1,930 a sample; A-law steps by at most 512 there.
  expect(steepest).toBeLessThan(2 * 1_930 + 1_024);
  expect(heardOf(sound, [300], 12_000)).toEqual([300]);
});

test('an empty mixer keeps no clock running', () => {
  const quiet = createFrameClock({ now: () => instant(0), every: () => () => void stopped.push(1) });
  const stopped: number[] = [];
  const alone = createMixer({ frameClock: quiet });
  const { leg } = person(400);
  alone.join(leg);
  alone.join(leg);
  alone.leave(leg);
  alone.leave(leg);
  expect([alone.legs(), stopped]).toEqual([[], [1]]);
});
