import { expect, test } from 'vitest';
import { askedOf, isUnread, narrows, readStatFilter, type StatPart, wholeFilter, writePart } from './filter.ts';

const parts: readonly StatPart[] = ['time', 'task', 'plan', 'version', 'line', 'port', 'owner', 'byHand', 'by'];
const read = (query: string, known = parts) => readStatFilter(new URLSearchParams(query), known);
const now = new Date('2026-11-20T02:00:00Z');

test('an address without a word of it is a week of everything', () => {
  expect(read('')).toEqual(wholeFilter);
  expect(askedOf(wholeFilter, now)).toEqual({ from: '2026-11-14', to: '2026-11-20' });
  expect(narrows(wholeFilter)).toBe(false);
});

test('what a link says is what is asked', () => {
  const filter = read('time=2026-11-18~2026-11-01&plan=7&version=3&task=0&line=4&port=5&owner=6&byHand=1&asked=seat');
  expect(askedOf(filter, now)).toEqual({
    from: '2026-11-01',
    to: '2026-11-18',
    planId: '7',
    version: 3,
    taskId: '0',
    lineId: '4',
    portId: '5',
    ownerId: '6',
    byHand: '1',
  });
  expect(filter.by).toBe('seat');
  expect(narrows(filter)).toBe(true);
});

test.each(['plan=abc', 'time=never', 'version=0', 'line=0', 'byHand=2', 'asked=nobody', 'owner=-1'])(
  'what nobody can read is kept and never shows more than the link says: %s',
  query => {
    const filter = read(query);
    expect(isUnread(filter)).toBe(true);
    expect(Object.values(filter.unread)).toEqual([query.split('=')[1]]);
  },
);

test('a page says nothing of conditions that it does not know', () => {
  expect(read('asked=nobody&plan=7', ['time', 'plan'])).toEqual({ ...wholeFilter, plan: '7' });
});

test('the usual days are not said; others as a link has them', () => {
  expect(writePart('time', '7d')).toBeNull();
  expect(writePart('time', '30d')).toBe('30d');
  expect(writePart('time', { from: '2026-11-01', to: '2026-11-02' })).toBe('2026-11-01~2026-11-02');
  expect(writePart('plan', '7')).toBe('7');
  expect(writePart('plan', null)).toBeNull();
});
