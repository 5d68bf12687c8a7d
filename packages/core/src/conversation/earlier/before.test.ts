import { expect, test } from 'vitest';
import type { LevelRule, Plan } from '../plan/plan.ts';
import { asksOfWorld, smallPlan } from '../plan/small-plan.test-data.ts';
import { meaningBefore, planBefore, planOfAnyRelease } from './before.ts';
import { linesBefore, passedBefore, pathBefore, testBefore } from './before-calls.ts';

/** By hand: how a release before ids wrote what stands in {@link smallPlan}. */
const words: Readonly<Record<string, string>> = {
  yes: '肯定',
  no: '否定',
  refuse: '拒绝',
  other: '默认',
  silence: '无应答',
  notUnderstood: '未识别',
};
const wordOf = (on: unknown) => (typeof on === 'string' ? (words[on] ?? on) : on);
const goes = { ...smallPlan.knowledge[0]!, id: 'where', name: '问地址', next: { goto: 'bye' } };

const plan: Plan = {
  ...smallPlan,
  flows: smallPlan.flows.map((flow, at) => (at === 0 ? { ...flow, nodes: [...flow.nodes, ...asksOfWorld] } : flow)),
  knowledge: [...smallPlan.knowledge, goes],
};
/** Rules and graph of before. */
const ofBefore = (rules: readonly unknown[]) => ({
  ...plan,
  flows: plan.flows.map(flow => ({
    ...flow,
    nodes: flow.nodes.map(node =>
      'routers' in node ? { ...node, routers: node.routers.map(({ on, to }) => ({ on: wordOf(on), to })) } : node,
    ),
  })),
  intents: plan.intents.map(({ means, ...intent }) => ({ ...intent, ...(means && { means: wordOf(means) }) })),
  levelRules: rules,
});
const rule = (node: string, by: string): LevelRule => ({
  level: 'B',
  name: '',
  when: [{ fact: 'leftNode', node, by }],
});

const ways = [
  ['ask', '肯定', 'yes'],
  ['ask', '晚点', 'intent:later'],
  // Intents that lead on by what they mean noted their own names.
  ['ask', '同意', 'yes'],
  ['ask', '拒绝了', 'refuse'],
  ['ask', '未识别', 'notUnderstood'],
  ['ask', '客户挂断', 'calleeHungUp'],
  ['ask', '问地址', 'knowledge:where'],
  ['age', '采集成功', 'collected'],
  ['menu', '按键 1', 'key:1'],
  ['grown', '满足条件', 'holds'],
  ['more', '转到收尾', 'flow:end'],
  ['more', '转到改过名的', 'flow:end'],
  ['free', '约好了', 'exit:done'],
  ['free', '失败', 'failed'],
  ['person', '没接通', 'notReached'],
  ['person', '已转接', 'transferred'],
  ['ask', '早就没有的', 'word:早就没有的'],
] as const;

test.each(ways)('a rule of before on %s left by %s is one on %s', (node, word, exit) => {
  expect(planBefore(ofBefore([rule(node, word)]))).toEqual({ ...plan, levelRules: [rule(node, exit)] });
});

test('a graph of now stays as it is, one of before is known by its words; what is no graph is left to the schema', () => {
  const now = { ...plan, levelRules: [rule('ask', 'intent:later')] };
  expect(planOfAnyRelease(now)).toBe(now);
  expect(planOfAnyRelease(ofBefore([rule('ask', '晚点')]))).toEqual(now);
  const mixed = [rule('ask', 'intent:later'), rule('ask', 'intent:gone'), rule('menu', '按键 2')];
  const read = [rule('ask', 'intent:later'), rule('ask', 'intent:gone'), rule('menu', 'key:2')];
  expect(planOfAnyRelease({ ...plan, levelRules: mixed })).toEqual({ ...plan, levelRules: read });
  for (const odd of [null, 7, 'x', {}, { flows: 1 }, { flows: [{ nodes: [null, { routers: 'no' }] }], intents: [1] }])
    expect(planOfAnyRelease(odd)).toEqual(odd);
});

test('the words of a call: its path by its own version, a name kept beside what is the merchant’s', () => {
  const step = (node: string, leftBy: string) => ({ node, leftBy });
  expect(
    pathBefore(
      plan,
      ways.slice(0, 2).map(([node, word]) => step(node, word)),
    ),
  ).toEqual([
    { node: 'ask', leftBy: 'yes', leftName: '' },
    { node: 'ask', leftBy: 'intent:later', leftName: '晚点' },
  ]);
  expect(pathBefore(plan, [step('more', '转到收尾'), step('price', '答后回到原处'), step('bye', '')])).toEqual([
    { node: 'more', leftBy: 'flow:end', leftName: '收尾' },
    { node: 'price', leftBy: 'askedAgain', leftName: '' },
    { node: 'bye', leftBy: '', leftName: '' },
  ]);
  expect(passedBefore(plan, [{ node: 'ask', by: '晚点' }])).toEqual([{ node: 'ask', by: 'intent:later' }]);
  // Without its version at hand only our own words are known; nothing is lost of the others.
  expect(pathBefore(null, [step('ask', '晚点'), step('ask', '肯定')])).toEqual([
    { node: 'ask', leftBy: 'word:晚点', leftName: '晚点' },
    { node: 'ask', leftBy: 'yes', leftName: '' },
  ]);
  const [of] = pathBefore(plan, [{ node: 'ask', leftBy: 'yes', leftName: '' }]);
  expect(of).toEqual({ node: 'ask', leftBy: 'yes', leftName: '' });
});

test('the lines of a call: what each was understood as', () => {
  const line = (meaning: string, by: string, matched: string) => ({ understood: { meaning, by, matched } });
  const now = linesBefore(plan, [
    line('晚点', 'words', '晚点再说'),
    line('问价格', 'words', '多少钱'),
    line('否定', 'words', '不可以'),
    line('采集', 'number', '八岁'),
    line('回电', 'key', '1'),
    { understood: null },
  ]);
  expect(now.map(({ understood }) => understood)).toEqual([
    { meaning: 'intent:later', name: '晚点', by: 'words', matched: '晚点再说' },
    { meaning: 'knowledge:price', name: '问价格', by: 'words', matched: '多少钱' },
    { meaning: 'no', name: '', by: 'words', matched: '不可以' },
    { meaning: 'collected', name: '', by: 'number', matched: '八岁' },
    { meaning: 'key:1', name: '回电', by: 'key', matched: '1' },
    null,
  ]);
  expect(linesBefore(plan, now)).toEqual(now);
});

test('a test conversation of before expects the same', () => {
  const named = {
    ...plan,
    intents: plan.intents.map(intent => (intent.id === 'no' ? { ...intent, name: '否定' } : intent)),
  };
  const expects = ['晚点', '否定', '同意', '回电', '采集', ''].map((meaning, move) => ({ move, meaning }));
  const choices = ['later', '肯定', 'price'];
  const test = {
    moves: choices.map(choice => ({ does: 'answer', answer: { type: 'means', choice } })),
    expects: { understood: expects },
  };
  const now = testBefore(named, test) as typeof test;
  for (const odd of [null, 7, {}, { moves: 1, expects: 2 }, { moves: [null], expects: { understood: 'x' } }])
    expect(testBefore(named, odd)).toEqual(odd);
  expect(now.expects.understood.map(({ meaning }) => meaning)).toEqual([
    'intent:later',
    'no',
    'intent:yes',
    'key:1',
    'collected',
    '',
  ]);
  expect(now.moves.map(({ answer }) => answer.choice)).toEqual(['intent:later', 'yes', 'knowledge:price']);
  expect(meaningBefore(plan, '肯定')).toBe('yes');
});
