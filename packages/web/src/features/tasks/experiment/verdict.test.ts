import { expect, test } from 'vitest';
import type { Experiment } from './use-experiment.ts';
import { type Verdict, verdictOf } from './verdict.ts';

const variant = (planName: string, called: number, reached: number) => ({
  ...{ planId: '1', planVersion: 1, synthesis: null, share: 50 },
  ...{ planName, called, reached },
});
const running: Experiment = {
  goal: { kind: 'level', level: 'A' },
  variants: [variant('甲', 500, 45), variant('乙', 500, 60)],
  open: false,
  taken: null,
  front: 1,
  winner: null,
  sure: 0.834,
  moreNumbers: 2_345,
  ratios: [{ one: 0, other: 1, from: 0.4, to: 1.3 }],
};

test.each<readonly [string, Partial<Experiment>, Verdict]>([
  [
    'nobody was called',
    { variants: [variant('甲', 0, 0), variant('乙', 0, 0)], front: null, sure: 0 },
    { says: 'none' },
  ],
  ['both do alike', { front: null, sure: 0 }, { says: 'even' }],
  ['one is in front', {}, { says: 'ahead', name: 'B', percent: 83, more: '2,300' }],
  [
    'one is in front and nothing speaks for it yet',
    { sure: 0.004 },
    { says: 'ahead', name: 'B', percent: null, more: '2,300' },
  ],
  ['no number of calls tells', { moreNumbers: null }, { says: 'ahead', name: 'B', percent: 83, more: null }],
  [
    'the second wins: the ratio is turned over',
    { winner: 1, sure: 0.971, ratios: [{ one: 0, other: 1, from: 0.4, to: 0.8 }] },
    { says: 'better', name: 'B', percent: 97, times: [{ other: 'A', from: '1.3', to: '2.5' }] },
  ],
  [
    'the first of three wins, and how much more than the third nobody can say',
    {
      front: 0,
      winner: 0,
      sure: 0.9999,
      ratios: [
        { one: 0, other: 1, from: 1.25, to: 3.04 },
        { one: 0, other: 2, from: 12.4, to: null },
        { one: 1, other: 2, from: 0.5, to: 2 },
      ],
    },
    {
      says: 'better',
      name: 'A',
      percent: 99,
      times: [
        { other: 'B', from: '1.3', to: '3.0' },
        { other: 'C', from: '12', to: null },
      ],
    },
  ],
  [
    'it was ended with the first, though the second wins',
    { winner: 1, taken: { variant: 0, at: '2026-11-20T02:00:00.000Z' } },
    { says: 'taken', name: 'A', plan: '甲' },
  ],
])('%s', (_, over, expected) => expect(verdictOf({ ...running, ...over }, 'zh-CN')).toEqual(expected));
