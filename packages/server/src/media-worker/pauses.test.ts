import { alawSilence, encodeAlaw, tone } from '@lianxian/telephony';
import { expect, test } from 'vitest';
import { restBefore } from './pauses.ts';

const voice = (ms: number): Uint8Array => encodeAlaw(tone([300], ms, 0.3));
const rest = (ms: number): Uint8Array => new Uint8Array(ms * 8).fill(alawSilence);
/** 400 ms of voice, 100 of rest, 900 of voice with a short gap of 20 in it, 200 of rest, 2,000 of voice. */
const sentence = [voice(400), rest(100), voice(500), rest(20), voice(380), rest(200), voice(2_000)];

test.each([
  [300, 0, 'the beginning is near'],
  [700, 470, 'the rest before the word'],
  [1_300, 470, 'a gap inside a word is none'],
  [1_800, 1_570, 'the nearest of two'],
  [3_500, 3_250, 'none within a second and a half: a syllable earlier'],
  [9_000, 3_350, 'beyond the end: as from the end'],
])('stopped at %i ms, it goes on at %i: %s', (ms, from) => {
  expect(restBefore(sentence, ms)).toBeGreaterThanOrEqual(from - 30);
  expect(restBefore(sentence, ms)).toBeLessThanOrEqual(from + 30);
});
