import { homeOfLane, lanes } from '@lianxian/core';
import { expect, test } from 'vitest';
import { byProvinces } from './list.policy.ts';

const fresh = { tried: {}, last: null, inMinutes: 0 } as const;
const list = {
  groups: Object.values(lanes).map(lane => ({ practice: lane === lanes.practice, home: homeOfLane(lane) })),
  waiting: [
    { ...fresh, group: lanes.ordinary, numbers: 10 },
    { ...fresh, group: lanes.west, numbers: 5 },
    { tried: { busy: 1 }, last: 'busy' as const, inMinutes: 3, group: lanes.ordinary, numbers: 4 },
  ],
  ...{ calling: [], limit: 10, lines: [], retries: {}, callsPerDay: null },
};
const told = (sample: Parameters<typeof byProvinces>[1]) => {
  const { groups, waiting } = byProvinces(list, sample);
  return waiting.map(({ group, last, numbers }) => [groups[group]!.home.province, last, numbers]);
};

test('fresh numbers are dealt as the sample is, a number is whole, redials and a lane that was not seen stay', () => {
  expect(
    told([
      { lane: lanes.ordinary, province: '广东', numbers: 2 },
      { lane: lanes.ordinary, province: '江苏', numbers: 1 },
    ]),
  ).toEqual([
    ['广东', null, 7],
    ['江苏', null, 3],
    [homeOfLane(lanes.west).province, null, 5],
    [homeOfLane(lanes.ordinary).province, 'busy', 4],
  ]);
});

test('without a sample it is the list as it was', () => {
  expect(byProvinces(list, [])).toEqual(list);
});
