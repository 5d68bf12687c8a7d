import { expect, test } from 'vitest';
import type { Spoken } from '../plan/plan.ts';
import { aloud, numberAloud, piecesAloud, soundKey } from './aloud.ts';

test.each<[Spoken, string, string]>([
  ['amount', '350', '三百五十元'],
  ['amount', '0', '零元'],
  ['amount', '12', '十二元'],
  ['amount', '112', '一百一十二元'],
  ['amount', '1005', '一千零五元'],
  ['amount', '1050', '一千零五十元'],
  ['amount', '10012', '一万零一十二元'],
  ['amount', '20350', '两万零三百五十元'],
  ['amount', '2000', '两千元'],
  ['amount', '100000', '十万元'],
  ['amount', '1,280.50', '一千两百八十元五角'],
  ['amount', '12.05元', '十二元零五分'],
  ['amount', '0.5', '五角'],
  ['amount', '一共三百', '一共三百'],
  ['amount', '9999999999999', '9999999999999'],
  ['date', '2026-11-21', '二零二六年十一月二十一日'],
  ['date', '11-05', '十一月五日'],
  ['date', '11月21号', '十一月二十一日'],
  ['date', '周六 15:30', '周六下午三点半'],
  ['date', '明天 9:05', '明天上午九点零五分'],
  ['date', '14:00', '下午两点'],
  ['date', '12:00', '下午十二点'],
  ['date', '13-45', '13-45'],
  ['digits', '13800138000', '幺三八，零零幺三，八零零零'],
  ['digits', '6 2 0 8', '六二零八'],
  ['digits', 'A12', 'A幺二'],
  ['surname', '王女士', '王女士'],
  ['asWritten', '350', '350'],
])('as %s, %s is said 「%s」', (spoken, value, said) => expect(aloud(value, spoken)).toBe(said));

test.each<[Spoken, string, readonly string[] | null]>([
  ['amount', '350', ['三', '百', '五', '十', '元']],
  ['date', '周六 15:30', ['周六', '下午', '三', '点', '半']],
  ['digits', '10086', ['幺', '零', '零', '八', '，', '六']],
  ['surname', '欧阳先生', ['欧阳', '先生']],
  ['surname', '王晓雯', null],
  ['asWritten', '王女士', null],
])('as %s, %s is cut into what a speaker records', (spoken, value, pieces) =>
  expect(piecesAloud(value, spoken)).toEqual(pieces),
);

test.each([
  [0, '零'],
  [10, '十'],
  [21, '二十一'],
  [200, '两百'],
  [300_000_001, '三亿零一'],
])('%i is %s', (value, said) => expect(numberAloud(value)).toBe(said));

test('marks at the ends make no sound', () => {
  expect(soundKey('，您好，我是小启。')).toBe('您好，我是小启');
  expect(soundKey('。 ')).toBe('');
});
