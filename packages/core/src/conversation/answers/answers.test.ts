import { expect, test } from 'vitest';
import type { Accepts } from '../plan/plan.ts';
import { answerIn } from './answers.ts';
import { numeralValue, spokenDigits } from './numerals.ts';

test.each([
  ['十', 10],
  ['十二', 12],
  ['二十', 20],
  ['二十三', 23],
  ['一百零五', 105],
  ['一百五', 150],
  ['两百', 200],
  ['三千二', 3_200],
  ['三千零二', 3_002],
  ['一万二', 12_000],
  ['十二万', 120_000],
  ['三五', 35],
  ['一二三', 123],
  ['42', 42],
  ['3.5', 3.5],
  ['零', 0],
  ['三年', null],
  ['', null],
])('%s is the number %s', (text, value) => {
  expect(numeralValue(text)).toBe(value);
});

test.each([
  ['明天', '明天'],
  ['那就周六上午吧', '周六上午'],
  ['礼拜六上午，她爸送她', '周六上午'],
  ['星期天', '周日'],
  ['下周三下午三点半', '下周三 15:30'],
  ['今天晚上八点', '今天 20:00'],
  ['中午一点', '13:00'],
  ['上午十点一刻', '10:15'],
  ['周六 10:30', '周六 10:30'],
  ['十五号', '十五号'],
  ['十月一号上午', '十月一号上午'],
  ['三点', '三点'],
  ['晚上吧', '晚上'],
  ['等我问问', null],
  ['', null],
])('「%s」 names the time %s', (text, value) => {
  expect(answerIn({ type: 'date' }, text, null)?.value ?? null).toBe(value);
});

test.each([
  ['幺三八零零一三八零零零', '13800138000'],
  ['是 138 0013 8000', '13800138000'],
  ['一三八，零零一三八零零零', '00138000'],
  ['没有', ''],
])('「%s」 reads as the digits %s', (text, digits) => {
  expect(spokenDigits(text)).toBe(digits);
});

const grade: Accepts = {
  type: 'choice',
  options: [
    { value: '三年级', words: ['三年级', '小三'] },
    { value: '四年级', words: ['四年级', '小四'] },
    { value: '初三', words: ['初三'] },
  ],
};

test.each<[Accepts, string, string | null]>([
  [{ type: 'number' }, '一共十二个人', '12'],
  [{ type: 'number', min: 1, max: 12 }, '有三十个', null],
  [{ type: 'number' }, '不清楚', null],
  [grade, '上三年级了', '三年级'],
  [grade, '不是三年级，是四年级', '四年级'],
  [grade, '三年级，哦不对，四年级', '四年级'],
  [grade, '初三', '初三'],
  [grade, '刚上学', null],
  [{ type: 'text' }, ' 我叫王晓雯 ', '我叫王晓雯'],
  [{ type: 'text' }, '嗯嗯', null],
  [{ type: 'keys', min: 8, max: 12, end: '#' }, '幺三八零零一三八零零零', '13800138000'],
  [{ type: 'keys', min: 8, max: 12, end: '#' }, '幺三八', null],
  [{ type: 'date' }, '周日下午三点', '周日 15:00'],
])('asked for %j, 「%s」 answers %s', (accepts, text, value) => {
  expect(answerIn(accepts, text, null)?.value ?? null).toBe(value);
});

test('a text answer has a limit', () => {
  expect(answerIn({ type: 'text' }, '长'.repeat(10_000), null)?.value).toHaveLength(200);
});

test('what a recogniser left blank parts what is said as a comma does', () => {
  const asked = { date: '2026-11-24', minute: 600 };
  expect(answerIn({ type: 'date' }, '周二 下周二 今天肯定不行的', asked)).toMatchObject({
    value: '下周二',
    when: { days: [{ from: '2026-12-01', to: '2026-12-01' }] },
  });
  expect(answerIn({ type: 'amount' }, '不是一百 是一千 一千块', null)?.value).toBe('1000');
});
