import { expect, test } from 'vitest';
import { daysOf } from '../../ui/filter/days.ts';
import { askedOf, type Filter, isUnread, narrows, readFilter, sought, viewFilters, writeFilter } from './filter.ts';

const read = (text: string) => readFilter(new URLSearchParams(text));
const written = (filter: Filter) => new URLSearchParams(writeFilter(filter)).toString();

test('an address says all of a filter and is read back as the same', () => {
  const text =
    'view=follow&time=2026-11-01~2026-11-18&task=7&plan=11&state=answered%2Cbusy&level=A%2CB&source=task&phone=138&talk=30&talkTo=90&port=5&owner=3&type=-1%2C9&tag=%E9%AB%98%E6%84%8F%E5%90%91%2C%E5%A4%8D%E8%B4%AD&area=%E5%B9%BF%E4%B8%9C%2F%E6%B7%B1%E5%9C%B3&hungUp=callee&hours=22-6&words=%E5%88%A9%E6%81%AF&authority=1';
  expect(written(read(text)).replace('%7E', '~')).toBe(text);
});

test('what statistics lead here with is read, asked for and written again', () => {
  const text = 'plan=11&version=3&line=4&caller=02012345678&because=busy%2CnoReply&weekday=0%2C6';
  expect(Object.fromEntries(new URLSearchParams(written(read(text))))).toEqual(
    Object.fromEntries(new URLSearchParams(text)),
  );
  expect(askedOf(read(text), new Date())).toMatchObject({
    ...{ planId: '11', planVersion: 3, lineId: '4', callerNumber: '02012345678' },
    ...{ becauses: ['busy', 'noReply'], weekdays: [0, 6] },
  });
  expect(read('version=0&line=x&weekday=7&because=1').unread).toEqual({
    ...{ version: '0', line: 'x', weekdays: '7', because: '1' },
  });
});

test.each([
  ['view=nothing&state=answered,happy', {}, 'state=answered'],
  ['time=tomorrow', { time: 'tomorrow' }, 'time=tomorrow'],
  ['task=0&plan=abc&talk=-3', { task: '0', plan: 'abc', talk: '-3' }, 'task=0&plan=abc&talk=-3'],
  ['state=happy&level=Z&source=x', { states: 'happy', levels: 'Z', source: 'x' }, 'state=happy&level=Z&source=x'],
  ['time=2026-11-18~2026-11-01', {}, 'time=2026-11-01~2026-11-18'],
  ['talk=99999999', { talk: '99999999' }, 'talk=99999999'],
  ['authority=0', { authority: '0' }, 'authority=0'],
  ['hours=9-9&words=x&type=5', { hours: '9-9', words: 'x', types: '5' }, 'type=5&hours=9-9&words=x'],
])('%s never widens: what cannot be read of it, %j, stays and finds nothing', (text, unread, kept) => {
  const filter = read(text);
  expect([filter.unread, isUnread(filter), narrows(filter)]).toEqual([unread, Object.keys(unread).length > 0, true]);
  expect(written(filter).replace('%7E', '~')).toBe(kept);
});

test.each([
  ['+86 138-0013-8000', '13800138000'],
  [' 李先生 ', '李先生'],
  ['-', '-'],
  ['()', '()'],
  ['+86', '+86'],
])('%j is sought as %j: never as everything', (typed, as) => {
  expect(sought(typed)).toBe(as);
});

/** 2026-11-18 00:30 in Shanghai; the day before in UTC. */
const justAfterMidnight = new Date('2026-11-17T16:30:00Z');
test.each([
  ['today', '2026-11-18', '2026-11-18'],
  ['yesterday', '2026-11-17', '2026-11-17'],
  ['7d', '2026-11-12', '2026-11-18'],
  ['30d', '2026-10-20', '2026-11-18'],
] as const)('%s is %s to %s of the merchant’s days', (time, from, to) => {
  expect(daysOf(time, justAfterMidnight)).toEqual({ from, to });
});

test('the endpoint is asked for whole days, the last one included', () => {
  expect(askedOf({ ...viewFilters.redial, time: 'today' }, justAfterMidnight)).toEqual({
    from: '2026-11-18T00:00:00+08:00',
    to: '2026-11-19T00:00:00+08:00',
    states: ['noAnswer', 'busy', 'poweredOff', 'unreachable', 'interrupted'],
  });
});

test('further conditions are asked for as the endpoint has them', () => {
  expect(
    askedOf(read('talkTo=90&type=-1,9&area=广东/深圳&hours=22-6&words=利息&state=busy'), justAfterMidnight),
  ).toEqual({
    states: ['busy'],
    talkToS: 90,
    customerTypes: [-1, 9],
    province: '广东',
    city: '深圳',
    hourFrom: 22,
    hourTo: 6,
    words: '利息',
  });
});

test('without a state all calls that are over are asked for, none that lives', () => {
  expect(askedOf(viewFilters.all, justAfterMidnight).states).toHaveLength(17);
});

test('a view alone narrows by its own conditions', () => {
  expect([narrows(viewFilters.all), narrows(viewFilters.follow), narrows(viewFilters.hand)]).toEqual([
    false,
    true,
    true,
  ]);
});
