import { expect, test } from 'vitest';
import { optionByCharacters, optionByPlace } from './described.ts';

const straw = ['粉碎还田', '打捆', '留高茬'].map(value => ({ value, words: [value] }));
const meters = ['报装新表', '家里电表', '物业的电'].map(value => ({ value, words: [value] }));

test.each([
  ['给我粉碎了还到地里', '粉碎还田'],
  // One character is said by chance, two options leave open which, and a no denies it.
  ['留个电话', null],
  ['粉尘太大', null],
  ['粉碎了留点高茬', null],
  ['不要粉碎的', null],
  ['粉碎还田打捆都不要', null],
  ['', null],
] as const)('「%s」 has characters of: %s', (said, value) => {
  expect(optionByCharacters(straw, said)?.value ?? null).toBe(value);
});

test.each([
  ['第一个', '报装新表'],
  ['就前面那个吧', '报装新表'],
  ['当间儿那个', '家里电表'],
  ['我要最后一种', '物业的电'],
  ['后面那个就行', '物业的电'],
  // Of something else, denied, or two of them.
  ['第二个孩子才两岁', null],
  ['前面那个师傅说不用换', null],
  ['除了第一个都行', null],
  ['中间的那个不要', null],
  ['不是第一个', null],
  ['第一个还是第二个', null],
] as const)('「%s」 is by its place: %s', (said, value) => {
  expect(optionByPlace(meters, said)?.value ?? null).toBe(value);
});
