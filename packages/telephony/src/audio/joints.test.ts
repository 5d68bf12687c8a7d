import { expect, test } from 'vitest';
import { decodeAlaw, encodeAlaw } from './g711.ts';
import { joinSounds, joints } from './joints.ts';
import { speechLoudness } from './loudness.ts';
import { telephoneSound } from './telephone-sound.ts';
import { tone } from './tone.ts';

const concat = (sounds: readonly Uint8Array[]): Uint8Array => Uint8Array.from(sounds.flatMap(sound => [...sound]));
const steepest = (samples: Int16Array): number =>
  samples.reduce((most, sample, at) => Math.max(most, Math.abs(sample - (samples[at - 1] ?? 0))), 0);
const decibels = (one: number, other: number): number => 20 * Math.log10(one / other);
/** As another microphone gave it: so loud, at this rate, with a rest before and hum below it. */
const said = (hertz: number, loud: number, sampleRate = 8_000): Uint8Array => {
  const voice = tone([hertz], 400, loud);
  const hum = Int16Array.from({ length: voice.length + 3_200 }, (_, n) => Math.round(60 * Math.sin(n / 7)));
  voice.forEach((sample, at) => {
    hum[at + 1_600] = hum[at + 1_600]! + sample;
  });
  return encodeAlaw(telephoneSound({ sampleRate, channels: [hum] }));
};

test('parts of other speakers are joined without a click and at one loudness', () => {
  const parts = [said(300, 0.02), said(420, 0.7), said(350, 0.2, 16_000)];
  const joined = decodeAlaw(concat(joinSounds(parts, () => joints.pieces)));
  const inside = Math.max(...parts.map(part => steepest(decodeAlaw(part))));
  expect(steepest(joined)).toBeLessThanOrEqual(inside);
  const loudness = parts.map(part => speechLoudness(decodeAlaw(part)));
  for (const each of loudness) expect(Math.abs(decibels(each, speechLoudness(joined)))).toBeLessThan(1);
});

test('a part that is cut hard in its sound is faded at the joint, and only there', () => {
  const loud = encodeAlaw(tone([440], 100, 0.9));
  const joined = decodeAlaw(concat(joinSounds([loud, loud], () => ({ restMs: 0 }))));
  expect(1_600 - joined.length).toBeLessThanOrEqual(2);
  expect(Math.max(...[...joined.subarray(795, 803)].map(Math.abs))).toBeLessThan(4_000);
  expect([...joined.subarray(0, 700)]).toEqual([...decodeAlaw(loud).subarray(0, 700)]);
});

test('pieces of a value stand closer than the parts of a sentence, and a breath is longer', () => {
  const [one, two] = [said(300, 0.3), said(400, 0.3)];
  const lengths = [joints.pieces, joints.parts, joints.breath].map(
    joint => concat(joinSounds([one, two], () => joint)).length,
  );
  expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
  expect(lengths[1]! - lengths[0]!).toBe(2 * 21 * 8);
});

test('the prompts themselves are not touched', () => {
  const [one, two] = [said(300, 0.3), said(400, 0.3)];
  const before = [Buffer.from(one), Buffer.from(two)];
  joinSounds([one, two], () => joints.parts);
  expect([Buffer.from(one), Buffer.from(two)]).toEqual(before);
});
