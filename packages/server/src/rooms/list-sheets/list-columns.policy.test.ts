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
  ['46400', '2027-01-13'],
  ['下个月', 'notADay'],
])('a last day of %s is %s', (written, said) => {
  const row = read('blacklist', '手机 有效期至', ['13800138000', written]);
  expect('refused' in row ? row.refused.key : row.until).toBe(said);
});

/** As people name them; our own export and our own form among them. What is not understood would bar for ever, for no reason. */
test.each([
  ['有效至', '原因'],
  ['到期日', '拉黑原因'],
  ['有效期', '备注信息'],
  ['截止时间', '投诉原因'],
  ['失效日期', '加入理由'],
  ['有效期（至）', '原因说明'],
  ['Until', 'Reason'],
])('columns called %s and %s are the last day and the reason', (until, reason) => {
  expect(read('blacklist', `手机 ${until} ${reason}`, ['13800138000', '2026-12-31', '同行'])).toMatchObject({
    until: '2026-12-31',
    reason: '同行',
  });
});

test('a term has a beginning and an end, each its column', () => {
  expect(read('consent', '手机 有效期起 有效期止', ['13800138000', '2026-01-01', '2026-12-31'])).toMatchObject({
    from: '2026-01-01',
    until: '2026-12-31',
  });
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
