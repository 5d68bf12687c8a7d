import { expect, test } from 'vitest';
import { place } from './jitter.ts';

test.each([
  ['the first piece waits for the buffer', 10, 0, false, { play: true, at: 10.4 }],
  ['a piece follows the one before it', 10, 10.3, false, { play: true, at: 10.3 }],
  ['after a stall the buffer is filled anew', 10, 9.9, false, { play: true, at: 10.4 }],
  ['a full second ahead is still played', 10, 11, false, { play: true, at: 11 }],
  ['further ahead is dropped: hearing catches up', 10, 11.3, false, { play: false }],
  ['a pause is played as long as the buffer needs it', 10, 10.5, true, { play: true, at: 10.5 }],
  ['more of it is left out: hearing catches up unheard', 10, 10.7, true, { play: false }],
  ['a pause fills the buffer too', 10, 9.9, true, { play: true, at: 10.4 }],
])('%s', (_says, now, nextAt, isQuiet, placement) => {
  expect(place(now, nextAt, isQuiet)).toEqual(placement);
});
