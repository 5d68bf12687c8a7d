import { planLimits } from '@lianxian/contract';
import { freshQuestion, type KnowledgeItem } from '@lianxian/core';
import { expect, test } from 'vitest';
import { taken, weigh } from './sheet-merge.ts';

const row = (line: number, asked: string, answer: string, part: object = {}) => ({
  ...{ line, name: '', asked: asked === '' ? [] : [asked], words: [], answers: [answer] },
  ...part,
});
const item = (id: string, answer: string, part: Partial<KnowledgeItem>): KnowledgeItem => ({
  ...freshQuestion(id, id, [answer]),
  ...part,
});
const newIds = () => {
  let last = 0;
  return () => `new${++last}`;
};
const price = item('price', '第一节免费。', { name: '多少钱', likes: ['多少钱'], next: { resume: 'continue' } });

/** What comes of a sheet; `decided`: by the first way of asking of a conflict, whose answer is taken. */
const take = (
  knowledge: readonly KnowledgeItem[],
  rows: readonly ReturnType<typeof row>[],
  decided: Readonly<Record<string, string>> = {},
) => {
  const weighed = weigh(knowledge, rows);
  const choices = weighed.conflicts.flatMap(({ key, asked, sides }) => {
    const side = sides.find(({ answers }) => answers.includes(decided[asked[0]!] ?? ''));
    return side ? [[key, side.key] as const] : [];
  });
  return { conflicts: weighed.conflicts, ...taken(knowledge, weighed, new Map(choices), newIds()) };
};
const shown = (knowledge: readonly KnowledgeItem[]) =>
  knowledge.map(({ id, name, likes = [], answers }) => [id, name, likes, answers]);

test('rows with the same answer are one question, called as it is asked first', () => {
  const { knowledge, conflicts, ...sums } = take(
    [],
    [
      row(1, '在哪里', '南京路。'),
      row(2, '多少钱', '第一节免费。'),
      row(3, '地址在哪', '南京路'),
      row(4, '在哪里？', '南京路。'),
    ],
  );
  expect(shown(knowledge)).toEqual([
    ['new1', '在哪里', ['在哪里', '地址在哪'], ['南京路。']],
    ['new2', '多少钱', ['多少钱'], ['第一节免费。']],
  ]);
  expect([conflicts, sums]).toEqual([[], { fresh: 2, ways: 3, same: 0, over: 0 }]);
});

test('what the plan answers already gets the new ways of asking; all else of it stays', () => {
  const { knowledge, ...sums } = take(
    [price],
    [row(1, '多少钱？', '第一节免费'), row(2, '怎么收费', '第一节免费。', { words: ['收费'] })],
  );
  expect(knowledge).toEqual([{ ...price, likes: ['多少钱', '怎么收费'], words: ['收费'] }]);
  expect(sums).toMatchObject({ fresh: 0, ways: 1, same: 1, conflicts: [] });
});

test('another answer to a question that is there is a conflict, and changes nothing until it is decided', () => {
  const rows = [row(2, '多少钱', '一百一节。'), row(3, '在哪里', '南京路。')];
  const { conflicts, knowledge } = take([price], rows);
  expect(conflicts.map(({ asked, sides }) => [asked, sides.map(({ isThere, answers }) => [isThere, answers])])).toEqual(
    [
      [
        ['多少钱'],
        [
          [true, ['第一节免费。']],
          [false, ['一百一节。']],
        ],
      ],
    ],
  );
  expect(shown(knowledge)).toEqual([shown([price])[0], ['new1', '在哪里', ['在哪里'], ['南京路。']]]);
});

test.each([
  ['第一节免费。', [['price', '多少钱', ['多少钱'], ['第一节免费。']]]],
  ['一百一节。', [['price', '多少钱', ['多少钱'], ['一百一节。']]]],
])('decided for 「%s」 the question stays itself, with that answer', (answer, expected) => {
  const { knowledge } = take([price], [row(2, '多少钱', '一百一节。')], { 多少钱: answer });
  expect(shown(knowledge)).toEqual(expected);
  expect(knowledge[0]?.next).toEqual({ resume: 'continue' });
});

test('of several ways only the one that was decided goes to the other answer', () => {
  const both = { ...price, likes: ['多少钱', '大课多少钱'], words: ['价格'] };
  const rows = [row(2, '大课多少钱', '五十一节。'), row(3, '大班多少钱', '五十一节。')];
  const { knowledge } = take([both], rows, { 大课多少钱: '五十一节。' });
  expect(shown(knowledge)).toEqual([
    ['price', '多少钱', ['多少钱'], ['第一节免费。']],
    ['new1', '大课多少钱', ['大班多少钱', '大课多少钱'], ['五十一节。']],
  ]);
});

test('a keyword of the plan that the sheet asks as a question is a conflict as well', () => {
  const byWord = item('where', '南京路。', { words: ['在哪里'] });
  const { conflicts, knowledge } = take([byWord], [row(1, '在哪里', '北京路。')], { 在哪里: '北京路。' });
  expect(conflicts).toHaveLength(1);
  expect(knowledge).toEqual([{ ...byWord, words: [], likes: ['在哪里'], answers: ['北京路。'] }]);
});

test('two answers within the sheet are decided like those of the plan, once for all ways they share', () => {
  const rows = [
    row(1, '几点上课', '九点。'),
    row(2, '几点上课', '十点。'),
    row(3, '什么时候上课', '九点。'),
    row(4, '什么时候上课', '十点。'),
  ];
  const { conflicts, knowledge, fresh } = take([], rows, { 几点上课: '十点。' });
  expect(conflicts.map(({ asked }) => asked)).toEqual([['几点上课', '什么时候上课']]);
  expect(shown(knowledge)).toEqual([['new1', '几点上课', ['几点上课', '什么时候上课'], ['十点。']]]);
  expect(fresh).toBe(1);
});

test('several wordings of an answer come along; a row without a way of asking brings its keywords', () => {
  const rows = [
    row(2, '多少钱', '', { name: '价格', answers: ['免费', '不要钱'] }),
    row(3, '', '南京路', { name: '地址', words: ['在哪'] }),
  ];
  expect(take([], rows).knowledge).toEqual([
    { ...freshQuestion('new1', '价格', ['免费', '不要钱']), likes: ['多少钱'] },
    { ...freshQuestion('new2', '地址', ['南京路']), words: ['在哪'] },
  ]);
});

test('what a plan has no room for is counted and left out', () => {
  const full = Array.from({ length: planLimits.knowledge }, (_, at) =>
    item(`k${at}`, `答${at}`, { likes: [`问${at}`] }),
  );
  const { knowledge, over, ways } = take(full, [row(1, '再问一句', '新的'), row(2, '问零', '答0')]);
  expect([knowledge.length, over, ways]).toEqual([planLimits.knowledge, 1, 1]);
});

test('a sheet full of ways of asking for one answer is weighed in the time of its length', () => {
  const texts = (line: number, of: string) => Array.from({ length: 100 }, (_, at) => `${of}${line * 100 + at}`);
  const rows = Array.from({ length: 500 }, (_, line) =>
    row(line, '', '免费', { asked: texts(line, '问'), words: texts(line, '词') }),
  );
  const before = process.cpuUsage();
  const { over, ways } = take([], rows);
  expect([ways, over]).toEqual([planLimits.words, 50_000 - planLimits.words]);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});
