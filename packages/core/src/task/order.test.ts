import { expect, test } from 'vitest';
import { rankOf, shuffledRank } from './index.ts';

const compare = (one: Uint8Array, other: Uint8Array): number => Buffer.compare(one, other);
const sorted = (cells: readonly string[], order: 'ascending' | 'descending') =>
  cells.toSorted((one, other) => compare(rankOf(one, order), rankOf(other, order)));

test('numbers are ordered as numbers, texts after them, and what says nothing is last both ways', () => {
  const cells = ['', '10', '9', '赵', '-3', '1,200', '２.5', '安', '¥35', '安徽', '0', '-12.5'];
  expect(sorted(cells, 'ascending')).toEqual([
    '-12.5',
    '-3',
    '0',
    '２.5',
    '9',
    '10',
    '¥35',
    '1,200',
    '安',
    '安徽',
    '赵',
    '',
  ]);
  expect(sorted(cells, 'descending')).toEqual([
    '1,200',
    '¥35',
    '10',
    '9',
    '２.5',
    '0',
    '-3',
    '-12.5',
    '赵',
    '安徽',
    '安',
    '',
  ]);
});

test('dates as sheets write them are in the order of time', () => {
  expect(sorted(['2026-11-03', '2025-12-31', '2026-02-10'], 'ascending')).toEqual([
    '2025-12-31',
    '2026-02-10',
    '2026-11-03',
  ]);
});

test('a shuffled list is another one by another seed, and the same one by the same', () => {
  const phones = Array.from({ length: 1_000 }, (_, n) => String(13_800_000_000 + n));
  const by = (seed: number) =>
    phones.toSorted((one, other) => compare(shuffledRank(one, seed), shuffledRank(other, seed)));
  expect(by(1)).toEqual(by(1));
  expect(by(1)).not.toEqual(by(2));
  // Of the first hundred about ten are of the first hundred that came.
  const early = by(7)
    .slice(0, 100)
    .filter(phone => Number(phone) < 13_800_000_100).length;
  expect(early).toBeGreaterThan(1);
  expect(early).toBeLessThan(30);
});

test('dates are ordered as days, however they are written', () => {
  const days = ['2026/12/1', '2026年2月1日', '2026-01-31', '2026/2/1 09:30', '2025/12/31'];
  expect(sorted(days, 'ascending')).toEqual([
    '2025/12/31',
    '2026-01-31',
    '2026年2月1日',
    '2026/2/1 09:30',
    '2026/12/1',
  ]);
});
