import { expect, test } from 'vitest';
import { amountIn } from './amounts.ts';
import { spokenPhone } from './figures.ts';

test.each([
  ['三百五', 350],
  ['两万', 20_000],
  ['1.5万', 15_000],
  ['一点五万吧', 15_000],
  ['三千五百块', 3_500],
  ['3千5', 3_500],
  ['两万五', 25_000],
  ['三块五', 3.5],
  ['三块半', 3.5],
  ['十二块八毛', 12.8],
  ['八毛', 0.8],
  ['3,500元', 3_500],
  ['大概12元5角3分', 12.53],
  ['一亿两千万', 120_000_000],
  ['99.5', 99.5],
])('money said as %s is %d yuan', (text, yuan) => {
  expect(amountIn(text, true)?.from).toBe(yuan);
});

test.each([
  ['幺三八零零一三八零零零', '13800138000'],
  ['幺三八，零零一三，八零零零', '13800138000'],
  ['区号零一零，六一二三四五六七', '01061234567'],
  ['四零零八二零八八二零', '4008208820'],
  ['六一二三四五六七', '61234567'],
  ['一二三', null],
  ['我不告诉你', null],
  ['一一零', null],
])('a phone said as %s is %s', (text, phone) => {
  expect(spokenPhone(text)).toBe(phone);
});
