import { describe, expect, test } from 'vitest';
import {
  alawSilence,
  alawToUlaw,
  decodeAlaw,
  decodeUlaw,
  encodeAlaw,
  encodeUlaw,
  ulawSilence,
  ulawToAlaw,
} from './g711.ts';

/** Values of ITU-T G.711 tables 1a and 2a, scaled to 16 bits. */
describe('known values', () => {
  test.each([
    [0, 0xd5],
    [-1, 0x55],
    [8, 0xd5],
    [16, 0xd4],
    [1_008, 0xfa],
    [32_767, 0xaa],
    [-32_768, 0x2a],
  ])('%i is A-law %i', (sample, code) => expect(encodeAlaw(Int16Array.of(sample))[0]).toBe(code));

  test.each([
    [0, 0xff],
    [8, 0xfe],
    [32_767, 0x80],
    [-32_768, 0x00],
  ])('%i is µ-law %i', (sample, code) => expect(encodeUlaw(Int16Array.of(sample))[0]).toBe(code));

  test.each([
    [0xd5, 8],
    [0x55, -8],
    [0xaa, 32_256],
    [0x2a, -32_256],
  ])('A-law %i is %i', (code, sample) => expect(decodeAlaw(Uint8Array.of(code))[0]).toBe(sample));

  test.each([
    [0xff, 0],
    [0x80, 32_124],
    [0x00, -32_124],
  ])('µ-law %i is %i', (code, sample) => expect(decodeUlaw(Uint8Array.of(code))[0]).toBe(sample));
});

const allCodes = Uint8Array.from({ length: 256 }, (_, code) => code);

test('every code survives decoding and encoding', () => {
  expect([...encodeAlaw(decodeAlaw(allCodes))]).toEqual([...allCodes]);
  // µ-law has two zeros; the negative one becomes the positive.
  expect([...encodeUlaw(decodeUlaw(allCodes))]).toEqual([...allCodes].map(code => (code === 0x7f ? 0xff : code)));
});

test('no sample strays further than its step: 1/32 of its size, or 16', () => {
  const samples = Int16Array.from({ length: 2_000 }, (_, n) => -32_000 + n * 32);
  for (const back of [decodeAlaw(encodeAlaw(samples)), decodeUlaw(encodeUlaw(samples))])
    for (const [n, sample] of samples.entries())
      expect(Math.abs(back[n]! - sample)).toBeLessThanOrEqual(Math.max(16, Math.abs(sample) / 31));
});

test('silence stays silence when the law changes', () => {
  expect(Math.abs(decodeUlaw(alawToUlaw.subarray(alawSilence, alawSilence + 1))[0]!)).toBeLessThanOrEqual(8);
  expect(ulawToAlaw[ulawSilence]).toBe(alawSilence);
});

test('to the other law and back strays by two steps at most', () => {
  const there = decodeUlaw(allCodes.map(code => alawToUlaw[code]!));
  for (const [code, sample] of decodeAlaw(allCodes).entries())
    expect(Math.abs(there[code]! - sample)).toBeLessThanOrEqual(Math.max(16, Math.abs(sample) / 16));
});
