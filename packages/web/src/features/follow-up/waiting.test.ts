import { expect, test } from 'vitest';
import { beside, type Person, shownOf } from './waiting.ts';

const person = (n: number, taken: Person['taken'] = null): Person => ({
  callId: String(n),
  phone: String(13_800_000_000 + n),
  calleeName: '',
  level: 'A',
  corrected: false,
  at: '2026-11-18T08:00:00Z',
  talkMs: 0,
  direction: 'out',
  task: null,
  said: '',
  levelRule: '',
  taken,
  cursor: `${n * 1_000}-${n}`,
});
const people = [5, 4, 3, 2].map(n => person(n));
const ids = (rows: readonly Person[]) => rows.map(({ callId }) => callId).join(' ');
const wish = { people, kept: null, finished: new Set<string>(), top: null };

test('whom one has before one stays where they stood, finished or re-levelled, until one goes on', () => {
  const kept = person(3);
  const left = people.filter(({ callId }) => callId !== '3');
  expect(ids(shownOf({ ...wish, people: left, kept }).rows)).toBe('5 4 3 2');
  expect(ids(shownOf({ ...wish, people: left, kept: person(1) }).rows)).toBe('5 4 2 1');
  expect(ids(shownOf({ ...wish, kept, finished: new Set(['3', '2']) }).rows)).toBe('5 4 3');
  expect(ids(shownOf({ ...wish, finished: new Set(['3']) }).rows)).toBe('5 4 2');
});

test('who comes later waits above until one asks for them; ids decide within one microsecond', () => {
  const { rows, newer } = shownOf({ ...wish, people: [person(7), ...people], top: '5000-5' });
  expect([ids(rows), newer]).toEqual(['5 4 3 2', 1]);
  const twin = { ...person(6), cursor: '5000-6' };
  expect(shownOf({ ...wish, people: [twin, ...people], top: '5000-5' }).newer).toBe(1);
  expect(shownOf({ ...wish, people: [twin, ...people] }).newer).toBe(0);
});

test('walking passes over whom somebody else has', () => {
  const rows = [person(5), person(4, { by: '李雷', mine: false }), person(3, { by: '我', mine: true })];
  expect(beside(rows, '5', 1)?.callId).toBe('3');
  expect(beside(rows, '3', -1)?.callId).toBe('5');
  expect(beside(rows, '3', 1)).toBeUndefined();
  expect(beside(rows, '9', 1)).toBeUndefined();
});
