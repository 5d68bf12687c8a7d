import { expect, test } from 'vitest';
import { type GuideFault, type GuideQuestion, guideFaultsOf } from './guide.ts';

const asked = (id: string, leads: readonly string[], over: Partial<GuideQuestion> = {}): GuideQuestion => ({
  id,
  title: `问${id}`,
  type: 1,
  options: leads.map((n, at) => ({ v: `答${at}`, n })),
  isRoot: id === '1',
  isRequired: false,
  hasOther: false,
  ...over,
});
const said = (faults: readonly GuideFault[]) => faults.map(({ question, fault }) => `${question} ${fault}`);

test.each<[string, readonly GuideQuestion[], readonly string[]]>([
  ['none at all', [], []],
  [
    'a way with branches that meet again',
    [asked('1', ['2', '3']), asked('2', ['4']), asked('3', ['4']), asked('4', [''])],
    [],
  ],
  ['no root', [asked('2', [''])], [' noRoot']],
  ['two roots', [asked('1', ['']), asked('2', [''], { isRoot: true })], ['2 manyRoots']],
  ['a circle of three', [asked('1', ['2']), asked('2', ['3']), asked('3', ['1', ''])], ['1 circle']],
  ['one that leads to itself', [asked('1', ['1'])], ['1 circle']],
  [
    'a circle behind the root is told where it is',
    [asked('1', ['2']), asked('2', ['3']), asked('3', ['2'])],
    ['2 circle'],
  ],
  ['an option to a question that is gone', [asked('1', ['9'])], ['1 leadsNowhere']],
  ['a question nobody gets to', [asked('1', ['']), asked('2', [''])], ['2 unreached']],
  ['nothing to choose', [asked('1', [])], ['1 noOptions']],
  ['only something else', [asked('1', [], { hasOther: true })], []],
  ['no words', [asked('1', [''], { title: ' ', options: [{ v: ' ', n: '' }] })], ['1 noTitle', '1 emptyOption']],
  [
    'twice the same',
    [
      asked('1', [], {
        options: [
          { v: '是', n: '' },
          { v: '是 ', n: '' },
        ],
      }),
    ],
    ['1 sameOption'],
  ],
])('faults of guide questions: %s', (_, questions, faults) => {
  expect(said(guideFaultsOf(questions))).toEqual(faults);
});

test('a long guide is walked at once', () => {
  const long = Array.from({ length: 5_000 }, (_, n) => asked(String(n + 1), [n === 4_999 ? '' : String(n + 2)]));
  expect(guideFaultsOf(long)).toEqual([]);
});
