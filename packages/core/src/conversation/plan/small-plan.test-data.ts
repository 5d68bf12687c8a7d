import type { CollectNode, KnowledgeItem, MenuNode, Plan, PlanNode, SpeakNode } from './plan.ts';

/** A plan of a few nodes that has each kind of everything; tests change one part of it. */
const slot = (name: string): string => `\${${name}}`;

export const ask: SpeakNode = {
  kind: 'speak',
  id: 'ask',
  name: '开场',
  sentences: [`您好，${slot('name')}，方便吗？`, '现在方便吗？'],
  interruption: { when: 'always' },
  routers: [
    { on: 'yes', to: 'age' },
    { on: 'no', to: 'bye' },
    { on: 'refuse', to: 'bye' },
    { on: { intent: 'later' }, to: 'menu' },
    { on: 'notUnderstood', to: 'menu' },
    { on: 'silence', to: 'bye' },
  ],
};

export const age: CollectNode = {
  kind: 'collect',
  id: 'age',
  name: '问年龄',
  sentences: ['孩子几岁了？'],
  interruption: { when: 'never' },
  variable: 'age',
  accepts: { type: 'number', min: 1, max: 18 },
  routers: [
    { on: 'collected', to: 'grown' },
    { on: 'refuse', to: 'bye' },
  ],
};

export const menu: MenuNode = {
  kind: 'menu',
  id: 'menu',
  name: '按键',
  sentences: ['回电请按 1，不用请按 2。'],
  interruption: { when: 'always' },
  keys: [
    { key: '1', label: '回电', to: 'phone' },
    { key: '2', label: '不用', to: 'bye' },
  ],
  routers: [{ on: 'yes', to: 'phone' }],
};

export const phone: CollectNode = {
  kind: 'collect',
  id: 'phone',
  name: '号码',
  sentences: ['请输入号码，按井号键结束。'],
  interruption: { when: 'after', ms: 1_000 },
  variable: 'phone',
  accepts: { type: 'keys', min: 8, max: 11, end: '#' },
  routers: [
    { on: 'collected', to: 'more' },
    { on: 'notUnderstood', to: 'bye' },
  ],
};

const rest: readonly PlanNode[] = [
  {
    kind: 'condition',
    id: 'grown',
    name: '大小',
    branches: [{ when: { variable: 'age', is: 'less', value: '6' }, to: 'bye' }],
    otherwise: 'more',
  },
  { kind: 'goto', id: 'more', name: '去结束', flow: 'end' },
  { kind: 'hangup', id: 'bye', name: '再见', sentences: ['好的，再见。'] },
];

export const price: KnowledgeItem = {
  id: 'price',
  name: '问价格',
  priority: 5,
  words: ['多少钱'],
  answers: ['一百二一节。'],
  interruption: { when: 'onIntents', intents: ['refusal'] },
  next: { resume: 'repeat' },
  limit: 2,
};

export const smallPlan: Plan = {
  name: '小话术',
  variables: [
    { name: 'name', label: '称呼', fallback: '', spoken: 'asWritten' },
    { name: 'age', label: '年龄', fallback: '', spoken: 'asWritten' },
    { name: 'phone', label: '号码', fallback: '', spoken: 'digits' },
  ],
  rootFlow: 'main',
  flows: [
    { id: 'main', name: '主流程', rootNode: 'ask', nodes: [ask, age, menu, phone, ...rest] },
    {
      id: 'end',
      name: '收尾',
      rootNode: 'thanks',
      nodes: [{ kind: 'hangup', id: 'thanks', name: '感谢', sentences: ['谢谢您，再见。'] }],
    },
  ],
  intents: [
    { id: 'yes', name: '同意', priority: 1, means: 'yes', words: ['方便', '可以', '好', '嗯'] },
    { id: 'no', name: '不同意', priority: 2, means: 'no', words: ['不方便'] },
    { id: 'refusal', name: '拒绝了', priority: 9, means: 'refuse', words: ['不需要', '别打了'] },
    { id: 'later', name: '晚点', priority: 3, words: ['晚点再说'] },
  ],
  knowledge: [price],
  levelRules: [
    { level: 'A', name: '留了年龄', when: [{ fact: 'answered', variable: 'age' }] },
    { level: 'E', name: '拒绝', when: [{ fact: 'refusals', atLeast: 1 }] },
    { level: 'D', name: '其他', when: [] },
  ],
  defaults: {
    silence: { ms: 4_000, sentences: ['喂，在听吗？'] },
    notUnderstood: { sentences: ['没听清，再说一遍？'] },
    longestMs: 60_000,
    mostTurns: 12,
    announcement: '',
    farewell: '那先这样，再见。',
  },
};

/** A free talk, a question to the merchant's system, a person: nodes that ask the world, for plans that reach them. */
export const asksOfWorld = [
  {
    kind: 'llm',
    id: 'free',
    name: '自由谈',
    sentences: [],
    interruption: { when: 'always' },
    goal: '约到店',
    facts: '周末开门',
    forbidden: ['价格'],
    exits: [{ id: 'done', name: '约好了', when: '客户答应来', to: 'bye' }],
    mostTurns: 3,
    timeoutMs: 4_000,
    failed: 'ask',
  },
  {
    kind: 'webhook',
    id: 'look',
    name: '查订单',
    url: `https://shop.example/orders/${slot('phone')}`,
    method: 'GET',
    sends: ['name'],
    keeps: [{ path: 'data.state', variable: 'name' }],
    timeoutMs: 6_000,
    done: 'ask',
    failed: 'menu',
  },
  {
    kind: 'transfer',
    id: 'person',
    name: '转人工',
    sentences: ['我帮您转接。'],
    to: { type: 'outside', number: '13800138000', announcement: '有客户找您。' },
    ringTimeoutMs: 20_000,
    waiting: ['还在为您接通。'],
    otherwise: 'free',
  },
] as const satisfies readonly PlanNode[];

/** The plan with one node changed. */
export const withNode = (node: PlanNode): Plan => ({
  ...smallPlan,
  flows: smallPlan.flows.map(flow => ({
    ...flow,
    nodes: flow.nodes.map(known => (known.id === node.id ? node : known)),
  })),
});
