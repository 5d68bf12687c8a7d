import { expect, test } from 'vitest';
import { place } from './jitter.ts';

test.each([
  ['the first piece waits for the buffer', 10, 0, { play: true, at: 10.4 }],
  ['a piece follows the one before it', 10, 10.3, { play: true, at: 10.3 }],
  ['after a stall the buffer is filled anew', 10, 9.9, { play: true, at: 10.4 }],
  ['a full second ahead is still played', 10, 11, { play: true, at: 11 }],
  ['further ahead is dropped: hearing catches up', 10, 11.3, { play: false }],
])('%s', (_says, now, nextAt, placement) => {
  expect(place(now, nextAt)).toEqual(placement);
});
