import { expect, test } from 'vitest';
import { doubtsOf, isClipped, liveFaultsIn } from './doubts.ts';

const sixty = '您好，我是启航教育的小启，'.repeat(5) + '想请您来听一节课。'.repeat(1);

test.each([
  ['a second for sixty characters', sixty, 1_000, ['short']],
  ['forty seconds for three', '您好呀', 40_000, ['long']],
  ['a hurried reading', '您好，我是启航教育的小启，现在方便吗？', 2_400, []],
  ['a slow one', '再见', 2_500, []],
  ['a sentence of letters', 'Thank you for your time, good-bye.', 2_000, []],
])('%s', (_, text, durationMs, doubts) => expect(doubtsOf(text, { durationMs, isClipped: false })).toEqual(doubts));

test('what was too loud to be recorded is said beside its length', () => {
  expect(doubtsOf('您好呀', { durationMs: 40_000, isClipped: true })).toEqual(['clipped', 'long']);
});

/** A voice of 200 Hz that swells and fades, at 16 kHz. */
const voice = (loud: number): Float32Array =>
  Float32Array.from({ length: 16_000 }, (_, at) => {
    const swell = Math.sin((Math.PI * at) / 16_000) ** 2;
    return Math.max(-1, Math.min(1, loud * swell * Math.sin((2 * Math.PI * 200 * at) / 16_000)));
  });
test('a voice that was cut off at the top is clipped, one that just reaches it is not', () => {
  expect(isClipped(voice(1.6))).toBe(true);
  expect(isClipped(voice(0.98))).toBe(false);
  expect(isClipped(Float32Array.from(voice(0.5), (sample, at) => (at === 8_000 ? 1 : sample)))).toBe(false);
  expect(isClipped(new Float32Array(0))).toBe(false);
});

/** Half a second of rest, a second of voice, half a second of rest; the rest as loud as said. */
const spoken = (rest: number): Float32Array => {
  const parts = [new Float32Array(8_000), voice(0.5), new Float32Array(8_000)];
  const all = Float32Array.from(parts.flatMap(part => [...part]));
  return all.map((sample, at) => sample + rest * Math.sin(at * 1.3));
};
test.each([
  ['a quiet room', spoken(0.001), { isNoisy: false, isCutStart: false, isCutEnd: false }],
  ['a loud room', spoken(0.12), { isNoisy: true, isCutStart: false, isCutEnd: false }],
  ['begun in a word', spoken(0.001).slice(14_000), { isNoisy: false, isCutStart: true, isCutEnd: false }],
  ['stopped in a word', spoken(0.001).slice(0, 16_000), { isNoisy: false, isCutStart: false, isCutEnd: true }],
  ['nothing', new Float32Array(0), { isNoisy: false, isCutStart: false, isCutEnd: false }],
])('%s is heard in a take', (_, samples, faults) => expect(liveFaultsIn(samples, 16_000)).toEqual(faults));
