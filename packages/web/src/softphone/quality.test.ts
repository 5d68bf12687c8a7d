import { expect, test } from 'vitest';
import { createQualityReader, gradeOf, mosOf } from './quality.ts';

/** ITU-T G.107 for G.711 with concealment: R 93.2 is 4.41; half a percent lost, two, ten; a satellite. */
test.each([
  [0, 0, 4.41],
  [100, 0, 4.36],
  [100, 0.02, 4.18],
  [100, 0.1, 3.29],
  [400, 0, 3.08],
  [100, 0.5, 1.51],
])('%i ms one way and %d of the packets lost sound like %d', (delayMs, lossShare, mos) => {
  expect(mosOf(delayMs, lossShare)).toBeCloseTo(mos, 1);
});

test('a good call, one that is hard to follow, a bad one', () => {
  const grade = (mos: number) => gradeOf({ mos, rttMs: 38, lossShare: 0, isDeaf: false }).grade;
  expect([4.3, 4, 3.8, 3.6, 3.5].map(grade)).toEqual(['good', 'good', 'fair', 'fair', 'bad']);
});

/** A browser's counters of a connection, as `getStats` tells them. */
const counting = (packets: readonly number[]) => {
  const told = [...packets];
  const getStats = async () =>
    new Map<string, object>([
      ['in', { type: 'inbound-rtp', packetsReceived: told.shift(), packetsLost: 0 }],
      ['pair', { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.02 }],
    ]);
  return { getStats } as unknown as RTCPeerConnection;
};

test('who hears nothing since it was last asked is deaf; one that has just begun is not', async () => {
  const connection = counting([0, 0, 90, 190, 190, 191]);
  const read = createQualityReader();
  const deaf: (boolean | undefined)[] = [];
  for (let n = 0; n < 6; n += 1) deaf.push((await read(connection))?.isDeaf);
  expect(deaf).toEqual([false, true, false, false, true, false]);
});
