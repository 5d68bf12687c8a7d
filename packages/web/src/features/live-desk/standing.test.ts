import type { CallWord } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { isPicked, type LiveCall, noStanding, type Standing, standingNow } from './standing.ts';

const noon = Date.parse('2026-11-28T04:00:00.000Z');
const at = (s: number) => new Date(noon + s * 1_000).toISOString();
const call = (id: string, answeredS: number | null = 0): LiveCall => ({
  ...{ id, phone: `1380013800${id}`, name: '', direction: 'out', task: null, planName: '', lineName: '' },
  ...{ stage: answeredS === null ? 'dialling' : 'talking', placedAt: at(-20) },
  answeredAt: answeredS === null ? null : at(answeredS),
});
const word = (id: string, part: Partial<CallWord>): CallWord => ({
  ...{ call: id, state: 'talking', node: '', speaker: null, text: '', level: null, wants: [], heardMs: null },
  ...part,
});
/** So many seconds after noon, with these words. */
const look = (before: Standing, calls: readonly LiveCall[], s: number, words: readonly CallWord[], holds = false) =>
  standingNow(before, { calls, wordOf: id => words.find(each => each.call === id), now: noon + s * 1_000, holds });
const ids = ({ rows }: Standing) => rows.map(({ id }) => id);

test('what matters most stands first, and says why', () => {
  const calls = [call('1'), call('2'), call('3', 5), call('4', null), call('5', 5)];
  const words = [
    word('1', { heardMs: 2_000 }),
    word('2', { heardMs: 24_000, wants: ['person'] }),
    word('3', { heardMs: 20_000, level: 'A' }),
    word('5', { heardMs: 20_000 }),
  ];
  const standing = look(noStanding, calls, 25, words);
  expect(standing.rows.map(({ id, attention, quietSince }) => [id, attention, quietSince])).toEqual([
    ['2', 'person', null],
    ['1', 'silent', at(2)],
    ['3', null, null],
    ['5', null, null],
    ['4', null, null],
  ]);
  expect(standing.rows.filter(row => isPicked('wanted', row)).map(({ id }) => id)).toEqual(['3']);
  expect(standing.isHeld).toBe(false);
});

test('nothing is new while nothing changes; a row is new when it alone changes', () => {
  const calls = [call('1'), call('2', 5)];
  const before = look(noStanding, calls, 6, []);
  const read = calls.map(each => ({ ...each }));
  expect(look(before, read, 8, [])).toBe(before);
  const after = look(before, read, 8, [word('2', { wants: ['complaint'], heardMs: 1_000 })]);
  expect(ids(after)).toEqual(['2', '1']);
  expect(after.rows[1]).toBe(before.rows[0]);
  const silent = look(after, read, 40, [word('2', { wants: ['complaint'], heardMs: 1_000 })]);
  expect(look(silent, read, 90, [word('2', { wants: ['complaint'], heardMs: 1_000 })])).toBe(silent);
});

test('while somebody points at a row none moves: new ones come in at the end, those that are over go, and the wait is said', () => {
  const before = look(noStanding, [call('1'), call('2', 1), call('3', 2)], 10, []);
  expect(ids(before)).toEqual(['1', '2', '3']);
  const wants = [word('3', { wants: ['person'], heardMs: 1_000 })];
  const held = look(before, [call('1'), call('3', 2), call('4', 3)], 12, wants, true);
  expect([ids(held), held.isHeld]).toEqual([['1', '3', '4'], true]);
  const free = look(held, [call('1'), call('3', 2), call('4', 3)], 14, wants);
  expect([ids(free), free.isHeld]).toEqual([['3', '1', '4'], false]);
});
