import { expect, test } from 'vitest';
import { maskLines, maskLive, maskNumbers, maskReason } from './index.ts';

test.each([
  ['我的号码是13800138000', '我的号码是138****8000'],
  ['138 0013 8000', '138 **** 8000'],
  ['138-0013-8000，谢谢', '138-****-8000，谢谢'],
  ['１３８００１３８０００', '１３８****８０００'],
  ['一三八零零一三八零零零', '一三八****八零零零'],
  ['幺三八，嗯，洞洞幺三，八洞洞洞', '幺三八，嗯，****，八洞洞洞'],
  ['〇二一 六一二三 四五六七', '〇二一 *****三 四五六七'.replace('*****三', '****')],
  ['打 021-61234567 转 8', '打 021-****4567 转 8'],
  ['6123456', '*****56'],
  ['+8613800138000', '+861******8000'],
  ['身份证 11010119900307123X', '身份证 110**********7123X'],
  ['我今年三十五岁，有一百二十万', '我今年三十五岁，有一百二十万'],
  ['二零二六年一月三十一日', '二零二六年一月三十一日'],
  ['2026-01-31', '2026-01-31'],
  ['2026-01-31 10:30', '2026-01-31 10:30'],
  ['预算 1,000,000.00 元', '预算 1,000,000.00 元'],
  ['网关 192.168.100.200 不通', '网关 192.168.100.200 不通'],
  ['网关 192.168.100.300', '网关 192.***.**0.300'],
  ['按 1 再按 2，共 3 次', '按 1 再按 2，共 3 次'],
  ['一二三四五六', '一二三四五六'],
])('%s is shown as %s', (text, masked) => {
  expect(maskNumbers(text)).toBe(masked);
});

test('a number that is said in pieces is one number', () => {
  expect(maskLines(['一三八', '零零一三', '八零零零', '对'])).toEqual(['一三八', '****', '八零零零', '对']);
  expect(maskLines(['我要两个', '八点到', '好'])).toEqual(['我要两个', '八点到', '好']);
  expect(maskLines([])).toEqual([]);
});

test.each([
  ['Busy Here', 'Busy Here'],
  ['486 13800138000 is busy', '486 138****8000 is busy'],
  ['Unallocated 01066667777', 'Unallocated 010****7777'],
  ['try sip:8613912345678@192.0.2.1', 'try sip:861******5678@192.0.2.1'],
])('what a carrier says of a number, %s, is shown as %s', (reason, masked) => {
  expect(maskReason(reason, '13800138000')).toBe(masked);
});

test('a carrier that names a short number names it by its end', () => {
  expect(maskReason('10086 refuses', '10086')).toBe('***86 refuses');
});

test('while it is said nobody knows what comes: figures alone are hidden', () => {
  expect(maskLive('一三八')).toBe('***');
  expect(maskLive('零零一三，')).toBe('****，');
  expect(maskLive('三个')).toBe('三个');
  expect(maskLive('是的，13800138000')).toBe('是的，138****8000');
});

test('a long text costs no more than its length', () => {
  const cost = (chars: number) => {
    const text = '1嗯嗯嗯嗯'.repeat(chars / 5);
    const before = process.cpuUsage();
    maskNumbers(text);
    maskNumbers('1 '.repeat(chars / 2));
    const { user } = process.cpuUsage(before);
    return user / 1_000;
  };
  expect(cost(800_000)).toBeLessThan(500 + 24 * cost(100_000));
});
