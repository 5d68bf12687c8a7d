import { expect, test } from 'vitest';
import { groupAlike, keyOf, shownText } from './alike.policy.ts';

test('politeness groups with what it is about, contrary sentences do not', () => {
  const said = ['费用怎么算', '请问费用怎么算啊', '不要再打了', '可以再打'].map(text => ({ text, n: 1 }));
  expect(groupAlike(said).map(group => group.map(({ text }) => text).toSorted())).toEqual(
    expect.arrayContaining([['费用怎么算', '请问费用怎么算啊'].toSorted()]),
  );
  const [a, b] = ['不要再打了', '可以再打'].map(text =>
    groupAlike(said).findIndex(group => group.some(each => each.text === text)),
  );
  expect(a).not.toBe(b);
});

test('thousands of long sentences that share much and are alike in nothing are grouped within a second', () => {
  const shared = Array.from({ length: 200 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
  const said = Array.from({ length: 3_000 }, (_, n) => ({
    text:
      Array.from({ length: 300 }, (_, at) => String.fromCodePoint(0x5000 + ((n * 7 + at * 13) % 8_000))).join('') +
      shared,
    n: 1,
  }));
  const before = process.cpuUsage();
  groupAlike(said);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
});

test('numbers are masked, the callee’s name is left out', () => {
  expect(shownText('我叫王小明，电话 138 0013 8000', '王小明')).toBe('我叫＊＊，电话 138 **** 8000');
  expect(shownText('零零一三', '王小明')).toBe('****');
  expect(keyOf('不要了。。')).toBe(keyOf('不要了'));
});
