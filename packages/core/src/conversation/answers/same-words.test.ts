import { expect, test } from 'vitest';
import { chosen } from './choices.ts';

const whom = [
  { value: '自己', words: ['自己', '本人'] },
  { value: '孩子', words: ['孩子'] },
  { value: '家里老人', words: ['老人'] },
];
const chosenOf = (options: typeof whom, said: string) => chosen(options, said)?.value ?? null;

test.each([
  ['给闺女看看吧', '孩子'],
  ['是我妈，她眼睛老花', '家里老人'],
  ['给我儿子', '孩子'],
  ['我本人用', '自己'],
  ['不是我，是俺家老二', '孩子'],
  ['给单位买的', null],
  ['他妈的', null],
  ['妈呀这么贵', null],
  ['给我便宜点', null],
  ['我要想想', null],
  ['给我老公', null],
] as const)('whom it is for: 「%s」 is %s', (said, value) => {
  expect(chosenOf(whom, said)).toBe(value);
});

test('a word that the plan gives to another option is that one’s; what fits two options tells them no longer apart', () => {
  expect(chosenOf([...whom, { value: '二胎', words: ['老二'] }], '是老二')).toBe('二胎');
  const both = [
    { value: '儿子', words: ['儿子'] },
    { value: '女儿', words: ['女儿'] },
  ];
  expect([chosenOf(both, '给娃报'), chosenOf(both, '给女儿报')]).toEqual([null, '女儿']);
});

test('options of another kind have no more words than the plan gives them', () => {
  expect(chosenOf([{ value: '影棚', words: ['影棚'] }], '给我妈')).toBe(null);
});

test('a word of one person is no name of the row', () => {
  const titles = [
    { value: '先生', words: ['先生'] },
    { value: '女士', words: ['女士'] },
  ];
  const sons = [
    { value: '儿子', words: ['儿子'] },
    { value: '其他', words: ['其他'] },
  ];
  expect([chosenOf(titles, '叫我太太吧'), chosenOf(sons, '给我女儿报'), chosenOf(sons, '给儿子')]).toEqual([
    null,
    null,
    '儿子',
  ]);
});
