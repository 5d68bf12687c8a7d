import { expect, test } from 'vitest';
import { createTypedTalk } from '../../simulation/typed-talk.ts';
import { type CompiledPlan, compilePlan } from '../compile/compile.ts';
import { planParts } from '../parts/common-parts.ts';
import type { CollectNode, KnowledgeItem, Plan, PlanNode, SpeakNode } from '../plan/plan.ts';
import { smallPlan } from '../plan/small-plan.test-data.ts';
import type { ListeningNode } from '../walk/routing.ts';
import { understand } from './understand.ts';

/** A garage's plan with three words a meaning: what else people say it was never told. */
const speaks = (id: string, sentence: string, ways: readonly string[]): SpeakNode => ({
  ...{ kind: 'speak', id, name: id, sentences: [sentence], interruption: { when: 'never' } },
  routers: ways.map(way => {
    const [on = '', to = ''] = way.split(' → ');
    return { on: on as 'yes', to };
  }),
});
const name: CollectNode = {
  ...{ kind: 'collect', id: 'name', name: 'name', sentences: ['您贵姓？'], interruption: { when: 'never' } },
  ...{ variable: 'it', accepts: { type: 'text' } },
  routers: [{ on: 'collected', to: 'bye' }],
};
const nodes: readonly PlanNode[] = [
  speaks('offer', '方便给您介绍一下吗？', ['yes → whether', 'no → told', 'refuse → bye']),
  speaks('whether', '您的车最近需要保养吗？', ['yes → told', 'no → name']),
  speaks('told', '那给您留着优惠，您有空过来。', ['other → name']),
  name,
  { kind: 'hangup', id: 'bye', name: '再见', sentences: ['再见。'] },
];
const price: KnowledgeItem = {
  ...{ id: 'price', name: '价格', priority: 4, words: ['多少钱'], answers: ['三百。'], limit: 2 },
  ...{ interruption: { when: 'never' }, next: { resume: 'repeat' } },
};
const parts = planParts.flatMap(({ kind, name: called, hears, item }): readonly KnowledgeItem[] =>
  item && kind !== 'refusal'
    ? [
        {
          id: kind,
          name: called,
          priority: 5,
          common: kind,
          interruption: { when: 'never' },
          ...hears,
          ...item,
          next: { resume: 'repeat' },
        },
      ]
    : [],
);
const plan: Plan = {
  ...smallPlan,
  variables: [
    { name: 'it', label: '它', fallback: '', spoken: 'asWritten' },
    { name: 'company', label: '公司', fallback: '', spoken: 'asWritten' },
  ],
  rootFlow: 'main',
  flows: [{ id: 'main', name: '主流程', rootNode: 'offer', nodes }],
  intents: [
    { id: 'yes', name: '肯定', priority: 1, means: 'yes', words: ['可以', '需要', '好的'] },
    { id: 'no', name: '否定', priority: 2, means: 'no', words: ['不用', '没有', '不行'] },
    { id: 'refuse', name: '拒绝', priority: 3, means: 'refuse', words: ['没兴趣'], exact: ['你说了算'] },
  ],
  knowledge: [price, ...parts],
  levelRules: [{ level: 'D', name: '其他', when: [] }],
};
const compiled = ((): CompiledPlan => {
  const result = compilePlan(plan);
  return result.ok ? result.compiled : expect.unreachable(JSON.stringify(result.faults));
})();

const heard = (at: string, text: string): string => {
  const { meant } = understand(
    compiled,
    compiled.nodes.get(at) as ListeningNode,
    {},
    { text, syllables: [], asked: null },
  );
  if (meant.type === 'router') return `${meant.means}${meant.asked ? ` + ${meant.asked.id}` : ''}`;
  return meant.type === 'knowledge' ? meant.item.id : meant.type;
};

/** By hand: node → sentence → what it means there. */
const table: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  offer: {
    // The plan's words say nothing.
    你讲吧我听着: 'yes',
    没有不方便: 'yes',
    要得: 'yes',
    别烦我: 'refuse',
    正开车呢: 'busy',
    '我在带娃，你直说': 'yes',
    '手头有点事，你说吧': 'yes',
    您哪位: 'whoAreYou',
    你从哪儿弄来我号码的: 'numberSource',
    你打错电话了吧: 'wrongNumber',
    我要跟真人说: 'wantsPerson',
    我再考虑考虑: 'thinkItOver',
    // A whole sentence of the plan's is what it says.
    你说了算: 'refuse',
    没兴趣: 'refuse',
  },
  whether: {
    没啥不行: 'yes',
    不用谢可以: 'yes',
    用不着: 'no',
    可以才怪: 'no',
    // What is asked is neither, and no item of the plan's.
    不用换机油吗: 'nothing',
    '可以？': 'nothing',
    // Both are meant.
    '需要，多少钱': 'yes + price',
    好的那多少钱: 'yes + price',
    多少钱: 'price',
  },
  told: {
    行我记住了: 'unrouted',
    那明天我不在家: 'nothing',
  },
  name: {
    我姓赵: 'answer',
    你是谁啊: 'whoAreYou',
    你问这个做什么: 'nothing',
    没听清你再说一遍: 'repeat',
  },
};
test.each(Object.entries(table).flatMap(([at, rows]) => Object.entries(rows).map(row => [at, ...row] as const)))(
  'at %s 「%s」 means %s',
  (at, text, meaning) => {
    expect(heard(at, text)).toBe(meaning);
  },
);

test('a yes and a question in one breath: the question is answered on the way of the yes', () => {
  const talk = createTypedTalk(compiled);
  talk.begin();
  talk.letReply();
  talk.say('可以的，多少钱？');
  talk.letFinish();
  const said = talk.notes().flatMap(note => (note.type === 'robot.said' ? [note.text] : []));
  expect(said.slice(-2)).toEqual(['三百。', '您的车最近需要保养吗？']);
  expect(talk.state().path.map(({ node, leftBy }) => [node, leftBy])).toEqual([
    ['offer', 'yes'],
    ['price', 'resumed'],
    ['whether', ''],
  ]);
});

test('the record says by what it was heard, and how surely', () => {
  const talk = createTypedTalk(compiled);
  talk.begin();
  talk.letReply();
  talk.say('你讲吧我听着');
  const [line] = talk.notes().flatMap(note => (note.type === 'callee.said' ? [note.understood] : []));
  expect(line).toMatchObject({ meaning: 'yes', by: 'act', matched: '你讲吧我听着' });
});
