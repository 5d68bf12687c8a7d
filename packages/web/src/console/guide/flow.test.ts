import type { GuideAnswer, GuideQuestion } from '@lianxian/core';
import { expect, test } from 'vitest';
import { choose, flowOf, sayOther } from './flow.ts';
import { heardOption } from './heard.ts';

const question = (id: string, options: readonly [string, string][], more: Partial<GuideQuestion> = {}) => ({
  id,
  title: `第${id}题`,
  type: 1 as const,
  options: options.map(([v, n]) => ({ v, n })),
  isRoot: id === '1',
  isRequired: true,
  hasOther: false,
  ...more,
});
const guide: readonly GuideQuestion[] = [
  question('1', [
    ['是本人', '2'],
    ['不是', ''],
  ]),
  question(
    '2',
    [
      ['数学', '3'],
      ['英语', '4'],
    ],
    { type: 2, hasOther: true },
  ),
  question('3', [['好', '']], { isRequired: false }),
  question('4', [['好', '']]),
];
const stand = { staying: null, skipped: [] };
const idsOf = (answers: readonly GuideAnswer[], at = stand as Parameters<typeof flowOf>[2]) => {
  const flow = flowOf(guide, answers, at);
  return {
    answered: flow.answered.map(each => each.question.id),
    current: flow.current?.question.id ?? null,
    ahead: flow.ahead.map(({ question: { id } }) => id),
    required: `${flow.required.done}/${flow.required.all}`,
  };
};

test('the guide begins with its root, and an option leads to the question that it names', () => {
  expect(idsOf([])).toEqual({ answered: [], current: '1', ahead: ['2', '3', '4'], required: '0/3' });
  expect(idsOf(choose([], guide[0]!, '是本人'))).toEqual({
    answered: ['1'],
    current: '2',
    ahead: ['3', '4'],
    required: '1/3',
  });
  expect(idsOf(choose([], guide[0]!, '不是'))).toEqual({ answered: ['1'], current: null, ahead: [], required: '1/1' });
});

test('one that is answered with several stays until one goes on, then all they lead to is asked', () => {
  const ticked = choose(choose(choose([], guide[0]!, '是本人'), guide[1]!, '英语'), guide[1]!, '数学');
  expect(idsOf(ticked, { staying: '2', skipped: [] }).current).toBe('2');
  expect(idsOf(ticked)).toEqual({ answered: ['1', '2'], current: '3', ahead: ['4'], required: '2/3' });
  expect(idsOf(ticked, { staying: null, skipped: ['3'] })).toMatchObject({ current: '4', ahead: ['3'] });
  expect(idsOf(choose(ticked, guide[1]!, '英语')).ahead).toEqual([]);
});

test('“other” without words is not answered, and of one choice it takes the option’s place', () => {
  const begun = choose([], guide[0]!, '是本人');
  expect(flowOf(guide, sayOther(begun, guide[1]!, ''), stand)).toMatchObject({ check: 2, required: { done: 1 } });
  expect(flowOf(guide, sayOther(begun, guide[1]!, '语文'), stand)).toMatchObject({ check: 0, required: { done: 2 } });
  expect(sayOther(begun, { ...guide[0]!, hasOther: true }, '是他妈妈')).toEqual([
    { i: '1', values: [], other: '是他妈妈' },
  ]);
  expect(sayOther(sayOther(begun, guide[1]!, '语文'), guide[1]!, null)).toEqual(begun);
});

const days = ['周六上午 10:00', '周日下午 15:00', '工作日晚上', '暂时定不下来'].map(v => ({ v }));
test.for([
  ['哦，那我想周日也行吗？周六可能要加班。', { words: '那我想周日也行吗', option: '周日下午 15:00' }],
  ['周六不行，工作日晚上吧', { words: '工作日晚上吧', option: '工作日晚上' }],
  ['周六周日都可以', null],
  ['十点', null],
  ['', null],
] as const)('of %s the option that it names alone is offered', ([sentence, offered]) => {
  expect(heardOption(sentence, days)).toEqual(offered);
});

test('Latin words are looked for whole', () => {
  expect(heardOption('I would like Saturday', [{ v: 'Saturday' }, { v: 'Sunday' }])).toEqual({
    words: 'I would like Saturday',
    option: 'Saturday',
  });
});
