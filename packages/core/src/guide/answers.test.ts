import { describe, expect, test } from 'vitest';
import {
  answersFromWire,
  answersToWire,
  firstOpen,
  type GuideAnswer,
  type GuideQuestion,
  guideCheckOf,
  linkSOf,
  pathOf,
} from './index.ts';

const asked = (
  id: string,
  options: readonly (readonly [v: string, n: string])[],
  over: Partial<GuideQuestion> = {},
) => ({
  id,
  title: `问${id}`,
  type: 1 as const,
  options: options.map(([v, n]) => ({ v, n })),
  isRoot: id === '1',
  isRequired: true,
  hasOther: false,
  ...over,
});
/** 1 是 → 2, 否 → 3; 2 takes several, a → 4, b → 3; 3 may be left out; 4 has something else. 9 is reached by nothing. */
const guide: readonly GuideQuestion[] = [
  asked('1', [
    ['是', '2'],
    ['否', '3'],
  ]),
  asked(
    '2',
    [
      ['a', '4'],
      ['b', '3'],
    ],
    { type: 2 },
  ),
  asked('3', [['好', '']], { isRequired: false }),
  asked('4', [['有', '']], { hasOther: true }),
  asked('9', [['是', '']]),
];
const said = (i: string, values: readonly string[], other: string | null = null): GuideAnswer => ({ i, values, other });
const ids = (answers: readonly GuideAnswer[]) => pathOf(guide, answers).map(({ id }) => id);

test('O-167, O-169: type 1 takes one answer, type 2 several; n leads on, each question is asked once', () => {
  expect(ids([])).toEqual(['1']);
  expect(ids([said('1', ['否'])])).toEqual(['1', '3']);
  expect(ids([said('1', ['是'])])).toEqual(['1', '2']);
  expect(ids([said('1', ['是']), said('2', ['b', 'a'])])).toEqual(['1', '2', '4', '3']);
  // An answer to a question that is not on the way leads nowhere.
  expect(ids([said('2', ['a'])])).toEqual(['1']);
});

describe('the required check (A-22, A-23)', () => {
  test('O-266: 0 when all that must be answered on the way is, whatever else stands open', () => {
    expect(guideCheckOf([], [])).toBe(0);
    expect(guideCheckOf(guide, [said('1', ['否'])])).toBe(0);
    expect(guideCheckOf(guide, [said('1', ['是']), said('2', ['b'])])).toBe(0);
    expect(guideCheckOf(guide, [said('1', ['是']), said('2', ['a']), said('4', [], '再约')])).toBe(0);
  });
  test('O-267: 1 when a required question on the way is open, 2 when “other” is ticked and says nothing', () => {
    expect(guideCheckOf(guide, [])).toBe(1);
    expect(guideCheckOf(guide, [said('1', ['是'])])).toBe(1);
    expect(guideCheckOf(guide, [said('1', ['是']), said('2', ['a'])])).toBe(1);
    expect(guideCheckOf(guide, [said('1', ['是']), said('2', ['a']), said('4', ['有'], ' ')])).toBe(2);
  });
  test('the open question is the first of them', () => {
    expect(firstOpen(guide, [])?.id).toBe('1');
    expect(firstOpen(guide, [said('1', ['是']), said('2', ['a', 'b'])])?.id).toBe('4');
    expect(firstOpen(guide, [said('1', ['否'])])).toBeNull();
  });
});

test('O-263, O-264, O-265: linkS is 1 in a call, 0 once the required answers are given, 2 when it is over', () => {
  const cases: readonly (readonly [isOver: boolean, check: 0 | 1 | 2])[] = [
    [false, 1],
    [false, 2],
    [false, 0],
    [true, 0],
    [true, 1],
    [true, 2],
  ];
  expect(cases.map(([isOver, check]) => linkSOf(isOver, check))).toEqual([1, 1, 0, 2, 2, 2]);
});

test('O-176 … O-179: answers travel as question, title and what was answered, several joined by ";"', () => {
  const answers = [said('1', ['是']), said('2', ['b', 'a']), said('4', ['有'], ' 周五;下午 '), said('9', ['是'])];
  expect(answersToWire(guide, answers)).toEqual([
    { i: '1', q: '问1', r: '是' },
    { i: '2', q: '问2', r: 'a;b' },
    { i: '4', q: '问4', r: '有;周五；下午' },
  ]);
});

test('read back they are the same answers; what is no option is “other” where there is one', () => {
  const wire = [
    { i: '1', r: '是' },
    { i: '2', r: 'a;b' },
    { i: '4', r: '有;周五；下午' },
  ];
  expect(answersFromWire(guide, wire)).toEqual([
    said('1', ['是']),
    said('2', ['a', 'b']),
    said('4', ['有'], '周五；下午'),
  ]);
  // Ticked and empty, none at all, a stranger, an option of another question.
  expect(answersFromWire(guide, [{ i: '4', r: '有;' }])).toEqual([said('4', ['有'], '')]);
  expect(answersFromWire(guide, [{ i: '1', r: '也许' }])).toEqual([said('1', [])]);
  expect(answersFromWire(guide, [{ i: '77', r: '是' }])).toEqual([]);
});
