import { homeOfLane, lanes } from '@lianxian/core';
import { expect, test } from 'vitest';
import { listOfDay } from './day.policy.ts';

test('that morning waited who still does, who was called since for the first time, and who was redialled on the day', () => {
  const fresh = { tried: {}, last: null, inMinutes: 0 } as const;
  const line = { practice: false, channels: 5, callsPerSecond: 1, windows: null, isDown: true, price: 0 };
  const { groups, waiting, calling, lines } = listOfDay(
    {
      groups: Object.values(lanes).map(lane => ({ practice: lane === lanes.practice, home: homeOfLane(lane) })),
      waiting: [
        { ...fresh, group: lanes.ordinary, numbers: 10 },
        { group: lanes.ordinary, tried: { busy: 1 }, last: 'busy', inMinutes: 5, numbers: 3 },
      ],
      calling: [{ group: lanes.ordinary, tried: {}, last: null, numbers: 2 }],
      lines: [line],
      ...{ limit: 5, retries: {}, callsPerDay: null },
    },
    {
      first: [
        { practice: false, province: '广东', numbers: 40 },
        { practice: true, province: null, numbers: 2 },
      ],
      redials: [{ practice: false, last: 'noAnswer', tries: 1, inMinutes: 120, numbers: 7 }],
    },
  );
  expect(waiting.map(({ group, last, inMinutes, numbers }) => [groups[group], last, inMinutes, numbers])).toEqual([
    [{ practice: false, home: homeOfLane(lanes.ordinary) }, null, 0, 10],
    [{ practice: false, home: { province: '广东', zones: [] } }, null, 0, 40],
    [{ practice: true, home: homeOfLane(lanes.practice) }, null, 0, 2],
    [{ practice: false, home: homeOfLane(lanes.ordinary) }, 'noAnswer', 120, 7],
  ]);
  expect(waiting.at(-1)?.tried).toEqual({ noAnswer: 1 });
  expect(calling).toEqual([]);
  // What is down today says nothing of that day.
  expect(lines).toEqual([{ ...line, isDown: false }]);
});
