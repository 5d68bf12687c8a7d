import { expect, test } from 'vitest';
import { columnsOf, readerOf } from './list-columns.policy.ts';

const read = (list: 'blacklist' | 'consent', titles: string, cells: readonly string[]) =>
  readerOf({
    list,
    columns: columnsOf(titles.split(' '), 0),
    reason: '批量',
    until: '2027-01-01',
    today: '2026-03-09',
  })(cells);

/** By hand: what is written as a last day, and what is read of it. */
test.each([
  ['2026-03-09', '2026-03-09'],
  ['2026/3/9', '2026-03-09'],
  ['2026年12月31日', '2026-12-31'],
  ['2026-12-31 08:00:00', '2026-12-31'],
  ['長期', null],
  ['', null],
  ['2026-03-08', 'dayOver'],
  ['2026-02-30', 'notADay'],
  ['下个月', 'notADay'],
])('a last day of %s is %s', (written, said) => {
  const row = read('blacklist', '手机 有效期至', ['13800138000', written]);
  expect('refused' in row ? row.refused.key : row.until).toBe(said);
});

test('without a column of its own each row has what was said of all; a consent that ends before it begins is none', () => {
  expect(read('blacklist', '手机', ['138 0013 8000'])).toMatchObject({
    phone: '13800138000',
    reason: '批量',
    until: '2027-01-01',
  });
  const titles = '手機 渠道 合约编号 生效日期 到期日';
  expect(read('consent', titles, ['13800138000', '线下签约', 'A-1', '2026-01-01', ''])).toMatchObject({
    source: 'contract',
    from: '2026-01-01',
    until: null,
  });
  expect(read('consent', titles, ['13800138000', '', '', '2026-06-01', '2026-05-01'])).toEqual({
    refused: { key: 'dayOver' },
  });
});
