import { expect, test } from 'vitest';
import { decodeStereo } from './alaw.ts';

test('A-law codes decode to the values of G.711, left first', () => {
  // 0xD5 and 0x55 are the smallest positive and negative steps, 0xAA and 0x2A the largest.
  const { left, right } = decodeStereo(Uint8Array.of(0xd5, 0x55, 0xaa, 0x2a, 0x80, 0x00));
  expect([...left].map(x => x * 32_768)).toEqual([8, 32_256, 5_504]);
  expect([...right].map(x => x * 32_768)).toEqual([-8, -32_256, -5_504]);
});

test('an odd last byte is left alone', () => {
  expect(decodeStereo(Uint8Array.of(0xd5, 0xd5, 0xd5)).left).toHaveLength(1);
});
