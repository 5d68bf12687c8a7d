import { dice } from '@lianxian/core/kit';
import { describe, expect, test } from 'vitest';
import { buildRtp, parseRtp, sequenceDistance, timestampDistance } from './packet.ts';

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

test('a packet is read field by field', () => {
  expect(parseRtp(hex('80 88 1234 00010203 a1b2c3d4 d5d5'))).toEqual({
    marker: true,
    payloadType: 8,
    sequence: 0x1234,
    timestamp: 0x00010203,
    ssrc: 0xa1b2c3d4,
    payload: hex('d5d5'),
  });
});

test('sources, extension and padding are not sound', () => {
  const packet = parseRtp(hex('b2 08 0001 00000001 00000002 00000003 00000004 bede 0001 aabbccdd 11 22 33 00 02'));
  expect(packet).toMatchObject({ payload: hex('11 22 33') });
});

test.each([
  ['', 'tooShort'],
  ['80 08 0001 00000001 000000', 'tooShort'],
  ['40 08 0001 00000001 00000002 d5', 'notVersion2'],
  ['80 c8 0001 00000001 00000002 d5', 'rtcp'],
  ['8f 08 0001 00000001 00000002 d5', 'sourcesBeyondEnd'],
  ['90 08 0001 00000001 00000002 be', 'extensionBeyondEnd'],
  ['90 08 0001 00000001 00000002 bede ffff 00', 'extensionBeyondEnd'],
  ['a0 08 0001 00000001 00000002 d5 00', 'paddingBeyondEnd'],
  ['a0 08 0001 00000001 00000002 d5 09', 'paddingBeyondEnd'],
])('the bytes [%s] are refused: %s', (bytes, refusal) => {
  expect(parseRtp(hex(bytes))).toBe(refusal);
});

test('no bytes from the network make the parser throw', () => {
  const seed = 20_261;
  const chance = dice(seed);
  for (let round = 0; round < 5_000; round += 1) {
    const bytes = Uint8Array.from({ length: chance.between(0, 40) }, () => chance.between(0, 255));
    if (bytes.length > 0 && chance.next() < 0.7) bytes[0] = 0x80 | (bytes[0]! & 0x3f);
    const packet = parseRtp(bytes);
    if (typeof packet !== 'string')
      expect(packet.payload.length, `seed ${seed}`).toBeLessThanOrEqual(bytes.length - 12);
  }
});

test('what is built is read again', () => {
  const packet = {
    marker: false,
    payloadType: 101,
    sequence: 65_535,
    timestamp: 4_294_967_295,
    ssrc: 7,
    payload: hex('05 0a 0320'),
  };
  expect(buildRtp(packet).toString('hex')).toBe('8065ffffffffffff00000007050a0320');
});

describe('distances go round the circle', () => {
  test.each([
    [65_535, 0, 1],
    [0, 65_535, -1],
    [10, 15, 5],
  ])('sequence %i to %i is %i', (a, b, distance) => expect(sequenceDistance(a, b)).toBe(distance));
  test('timestamps too', () => expect(timestampDistance(4_294_967_136, 0)).toBe(160));
});
