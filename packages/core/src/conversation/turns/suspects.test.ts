import { expect, test } from 'vitest';
import { type Suspicion, suspectsOf, type TalkedLine } from './suspects.ts';

/** Talks by hand: `机` the robot, `客` the callee, with what a line was taken for behind it. What is likely misheard, and why. */
type Said = readonly [
  who: '机' | '客',
  text: string,
  node: string,
  meaning?: string,
  matched?: string,
  by?: 'date' | 'phone',
];
const talked = (said: readonly Said[]): readonly TalkedLine[] =>
  said.map(([who, text, node, meaning, matched = text, by = 'words'], at) => ({
    line: at + 1,
    speaker: who === '机' ? 'robot' : 'callee',
    text,
    node,
    understood: meaning === undefined ? null : { meaning: meaning as 'yes', by: by as 'words', matched },
  }));

const ask: Said = ['机', '您哪天方便？', 'day'];
const cases: readonly (readonly [
  what: string,
  said: readonly Said[],
  hungUp: boolean,
  found: readonly (Suspicion | number)[],
])[] = [
  [
    '一切顺利',
    [
      ask,
      ['客', '周三吧', 'day', 'collected'],
      ['机', '好，周三。您贵姓？', 'name'],
      ['客', '姓王', 'name', 'collected'],
      ['机', '再见。', 'bye'],
    ],
    false,
    [],
  ],
  [
    '改口',
    [
      ask,
      ['客', '周三下午', 'day', 'collected'],
      ['机', '周二下午，对吗？', 'name'],
      ['客', '不对，我说的是周三', 'name', 'no'],
    ],
    false,
    [2, 'corrected'],
  ],
  [
    '说明白是问什么',
    [ask, ['客', '要空腹吗', 'day', 'no'], ['机', '那打扰了。', 'name'], ['客', '我是问要不要空腹', 'name']],
    false,
    [2, 'corrected'],
  ],
  [
    '又说一遍',
    [
      ask,
      ['客', '体检报告在哪里领', 'day', 'knowledge:what'],
      ['机', '是常规体检。', 'what'],
      ['客', '体检报告去哪里领', 'day', 'knowledge:what'],
    ],
    false,
    [2, 'repeated'],
  ],
  [
    '两次说好不是重复',
    [ask, ['客', '好', 'day', 'yes'], ['机', '那周三？', 'name'], ['客', '好', 'name', 'yes']],
    false,
    [],
  ],
  [
    '接着就不要了',
    [ask, ['客', '我看看', 'day', 'yes'], ['机', '好的，帮您约上。', 'name'], ['客', '不需要', 'name', 'no']],
    false,
    [2, 'refused'],
  ],
  [
    '本来就不要',
    [ask, ['客', '不用了', 'day', 'no'], ['机', '有优惠呢。', 'name'], ['客', '真的不需要', 'name', 'no']],
    false,
    [],
  ],
  [
    '同一处又问',
    [ask, ['客', '家里有事', 'day', 'intent:busy'], ['机', '您哪天方便？', 'day'], ['客', '周三', 'day', 'collected']],
    false,
    [2, 'askedAgain'],
  ],
  [
    '答完问题回来再问是应当的',
    [
      ask,
      ['客', '多少钱', 'day', 'knowledge:price'],
      ['机', '免费。您哪天方便？', 'price'],
      ['客', '周三', 'day', 'collected'],
    ],
    false,
    [],
  ],
  ['说完就挂', [ask, ['客', '方便的', 'day', 'no'], ['机', '好的，那不打扰了', 'bye']], true, [2, 'hungUp']],
  ['告别再挂', [ask, ['客', '好的再见', 'day', 'yes'], ['机', '再见。', 'bye']], true, []],
  [
    '一句里改了口，听的是前面的',
    [ask, ['客', '周四，啊不对，周五', 'day', 'collected', '周四', 'date'], ['机', '好。', 'bye']],
    false,
    [2, 'corrected'],
  ],
  [
    '一句里改了口，听的是后面的',
    [ask, ['客', '周四，啊不对，周五', 'day', 'collected', '周五', 'date'], ['机', '好。', 'bye']],
    false,
    [],
  ],
  [
    '没听懂的另有去处',
    [ask, ['客', '啥玩意', 'day'], ['机', '没听清', 'day'], ['客', '我说周三', 'day', 'collected']],
    false,
    [],
  ],
];

test.each(cases)('%s', (_what, said, hungUp, found) => {
  expect(suspectsOf(talked(said), { hungUp }).flatMap(({ line, because }) => [line, because])).toEqual(found);
});
