import { describe, expect, test } from 'vitest';
import { type EndingLeg, seatOf } from './legs.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 2, 9, 2, 0, second)).toISOString();
const leg = (seat: string, [joined, ended]: readonly [number | null, number], because: string): EndingLeg => ({
  ...{ party: seat, who: { type: 'seat', seat }, from: '', to: '', beganAt: at(0), answeredAt: null, media: null },
  ...{ joinedAt: joined === null ? null : at(joined), endedAt: at(ended), endedBy: 'seat', because },
});

describe('whose a call was that seats took part in', () => {
  test.each([
    ['nobody’s, who was rung alone', [leg('li', [null, 9], 'noAnswer')], null],
    ['of who dialled it', [leg('li', [1, 9], 'seatHungUp')], 'li'],
    [
      'of who had it before a colleague was asked',
      [leg('wang', [4, 6], 'seatHungUp'), leg('li', [1, 9], 'seatHungUp')],
      'li',
    ],
    ['of the same, where the callee ends it', [leg('wang', [4, 9], 'callOver'), leg('li', [1, 9], 'callOver')], 'li'],
    ['of whom it was given to', [leg('li', [1, 5], 'seatHungUp'), leg('wang', [4, 9], 'callOver')], 'wang'],
    [
      'of the same after a reload',
      [leg('li', [1, 5], 'legReplaced'), leg('wang', [4, 9], 'callOver'), leg('li', [5, 9], 'callOver')],
      'li',
    ],
  ])('%s', (_what, legs, seat) => {
    expect(seatOf(legs)).toBe(seat);
  });
});
