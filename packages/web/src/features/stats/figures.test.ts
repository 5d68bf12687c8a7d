import type { StatWay } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { percent, reads, share, shareOf, thanBefore } from './figures.ts';
import { callLogHref, isOpenWay, onDay, pieceOf } from './way.ts';

const none = {
  ...{ calls: 0, numbers: 0, seized: 0, answered: 0, heard: 0, talkMs: 0, turns: 0, completed: 0, missed: 0, good: 0 },
  ...{ levels: { A: 0, B: 0, C: 0, D: 0, E: 0, F: 0 }, cost: '0' },
};
const now = { ...none, calls: 200, answered: 80, heard: 60, good: 20, talkMs: 4_800_000, turns: 280, cost: '12.5' };
const before = { ...none, calls: 100, answered: 50, heard: 40, good: 10, talkMs: 2_400_000, turns: 200, cost: '10' };

test('a share of nothing is none', () => {
  expect(share(0, 0)).toBeNull();
  expect(percent(share(0, 0))).toBe('—');
  expect(percent(share(1, 3))).toBe('33.3%');
});

test('answered is a share of calls, what came of them a share of answered ones', () => {
  expect(shareOf(now, 'answered')).toBe(0.4);
  expect(shareOf(now, 'good')).toBe(0.25);
  expect(reads.turns.say(reads.turns.of(now))).toBe('3.5');
  expect(reads.talk.say(reads.talk.of(now))).toBe('01:00');
  expect(reads.cost.say(reads.cost.of(now))).toBe('¥ 12.50');
});

test('shares move by points, counts and money by parts, lengths by seconds', () => {
  expect(thanBefore('answered', now, before)).toBe('−10.0%');
  expect(thanBefore('good', now, before)).toBe('+5.0%');
  expect(thanBefore('calls', now, before)).toBe('+100.0%');
  expect(thanBefore('cost', now, before)).toBe('+25.0%');
  expect(thanBefore('talk', now, before)).toBe('+00:12');
  expect(thanBefore('turns', now, before)).toBe('−0.5');
  expect(thanBefore('calls', now, now)).toBe('±0.0%');
});

test('beside days without a call nothing is said to have moved', () => {
  expect(thanBefore('answered', now, none)).toBeNull();
  expect(thanBefore('calls', now, none)).toBeNull();
});

test('the way down says all that the row was counted by', () => {
  const days = { from: '2026-11-17T16:00:00.000Z', to: '2026-11-18T16:00:00.000Z' };
  const all: StatWay = {
    ...days,
    source: 'notHand',
    states: ['busy', 'noAnswer'],
    ...{ taskId: '1', planId: '2', planVersion: 3, lineId: '4', portId: '5', ownerId: '6', province: '广东' },
    ...{ callerNumber: '02012345678', becauses: ['busy'], hourFrom: 9, hourTo: 10, weekdays: [0, 6] },
  };
  const said = (way: StatWay, further = {}) =>
    Object.fromEntries(new URL(callLogHref(way, further), 'http://localhost').searchParams);
  expect(said(days)).toEqual({ time: '2026-11-18~2026-11-18' });
  expect(said(all, { level: 'A' })).toEqual({
    ...{ time: '2026-11-18~2026-11-18', source: 'notHand', task: '1', plan: '2', version: '3', line: '4', port: '5' },
    ...{ owner: '6', area: '广东', caller: '02012345678', state: 'busy,noAnswer', because: 'busy', hours: '9-10' },
    ...{ weekday: '0,6', level: 'A' },
  });
  expect(said(onDay(all, '2026-11-20')).time).toBe('2026-11-20~2026-11-20');
  expect(pieceOf('A')).toEqual({ level: 'A' });
  expect(pieceOf('unanswered')?.state?.split(',')).toContain('voicemail');
  expect(pieceOf('unanswered')?.state?.split(',')).not.toContain('answered');
  expect([pieceOf(undefined), pieceOf('unlevelled')]).toEqual([{}, null]);
  expect([isOpenWay({ ...days, source: 'notHand', states: ['busy'] }), isOpenWay(all)]).toEqual([true, false]);
});
