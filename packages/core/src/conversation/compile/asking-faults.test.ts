import { expect, test } from 'vitest';
import { compilePlan, type Plan, type PlanNode } from '../index.ts';
import { ask, asksOfWorld, price, smallPlan } from '../plan/small-plan.test-data.ts';
import { faultsOf } from './faults.ts';

const [free, look, person] = asksOfWorld;
const sms: PlanNode = { kind: 'sms', id: 'sms', name: '短信', template: '到店', sent: 'bye', failed: 'bye' };
const hear: PlanNode = { ...ask, routers: [{ on: 'other', to: 'bye' }] };
const bye: PlanNode = { kind: 'hangup', id: 'bye', name: '再见', sentences: ['再见。'] };

/** A plan in which one node asks the world; whatever comes of it is heard. */
const planWith = (node: PlanNode): Plan => ({
  ...smallPlan,
  flows: [{ id: 'main', name: '主', rootNode: node.id, nodes: [node, hear, bye] }],
  levelRules: [{ level: 'D', name: '其他', when: [] }],
  knowledge: [{ ...price, next: { goto: 'ask' } }],
});
const faults = (plan: Plan): readonly string[] => {
  const result = compilePlan(plan);
  return result.ok ? [] : result.faults.map(({ where, fault, detail }) => `${where} ${fault} ${detail}`.trim());
};
const webhook = { ...look, done: 'ask', failed: 'bye' };
const hand = { ...person, otherwise: 'bye' };
const chat = { ...free, failed: 'bye' };

test('sound nodes that ask the world have no faults', () => {
  for (const node of [webhook, hand, chat, sms]) expect(faults(planWith(node))).toEqual([]);
});

test.each<[string, PlanNode, readonly string[]]>([
  [
    'a webhook of another kind of address',
    { ...webhook, url: 'file:///etc/passwd' },
    ['badAddress file:///etc/passwd'],
  ],
  [
    'a webhook with a login in it',
    { ...webhook, url: 'https://me:x@shop.example/' },
    ['badAddress https://me:x@shop.example/'],
  ],
  [
    'a variable that would choose the host',
    { ...webhook, url: `https://${'$'}{name}.example/` },
    [`badAddress https://${'$'}{name}.example/`],
  ],
  ['a webhook that sends what nobody knows', { ...webhook, sends: ['nick'] }, ['unknownVariable nick']],
  ['a webhook that keeps into nothing', { ...webhook, keeps: [{ path: 'a', variable: 'b' }] }, ['unknownVariable b']],
  ['a webhook without time', { ...webhook, timeoutMs: 0 }, ['badLimit timeout']],
  ['a way that leads nowhere', { ...webhook, done: 'gone' }, ['leadsNowhere gone']],
  ['a person without a number', { ...hand, to: { type: 'outside', number: '', announcement: '' } }, ['noTarget']],
  ['a person by a word', { ...hand, to: { type: 'outside', number: '老王', announcement: '' } }, ['noTarget']],
  ['a seat without a name', { ...hand, to: { type: 'seat', seat: ' ' } }, ['noTarget']],
  ['nobody given time to answer', { ...hand, ringTimeoutMs: 0 }, ['badLimit ringTimeout']],
  ['an empty word while it rings', { ...hand, waiting: [''] }, ['emptySentence']],
  ['a message without a template', { ...sms, template: '' }, ['noTemplate']],
  ['a free talk without a goal', { ...chat, goal: ' ' }, ['noGoal']],
  ['a free talk without a way out', { ...chat, exits: [] }, ['noExit']],
  [
    'a free talk without turns or time',
    { ...chat, mostTurns: 0, timeoutMs: 0 },
    ['badLimit mostTurns', 'badLimit timeout'],
  ],
])('%s', (_, node, expected) => {
  expect(faults(planWith(node))).toEqual(expected.map(fault => `node:${node.id} ${fault}`));
});

test('a webhook that fails into itself, and one that fails into another that fails into it, are circles', () => {
  expect(faults(planWith({ ...webhook, failed: webhook.id }))).toContain('node:look loopsWithoutListening');
  const second = { ...webhook, id: 'second', done: 'ask', failed: 'look' };
  const plan = planWith({ ...webhook, failed: 'second' });
  const [flow] = plan.flows;
  const circle = { ...plan, flows: [{ ...flow!, nodes: [...flow!.nodes, second] }] };
  expect(faults(circle)).toEqual(['node:look loopsWithoutListening', 'node:second loopsWithoutListening']);
  const tried = { ...second, visits: { most: 2, to: 'bye' } };
  expect(faults({ ...plan, flows: [{ ...flow!, nodes: [...flow!.nodes, tried] }] })).toEqual([]);
});

const opened = (announcement: string, opening?: Plan['defaults']['opening'], first = '您好，方便吗？'): Plan => ({
  ...planWith({ ...hear, sentences: [first, first] }),
  defaults: { ...smallPlan.defaults, announcement, ...(opening && { opening }) },
});
test.each<[string, Plan, readonly string[]]>([
  ['says nothing of itself', opened(''), ['caller', 'machine', 'recorded']],
  ['says all in the announcement', opened('您好，我是启航教育的智能语音助手，本次通话会录音。'), []],
  ['says a part in its first sentence', opened('本次通话将被录音。', undefined, '我是启航的机器人，方便吗？'), []],
  ['is of an assistant for something', opened('我是仁和体检的智能预约助手，本次通话会录音。'), []],
  ['names whose assistant calls', opened('仁和体检的智能预约助手给您来电，通话会录音。'), []],
  ['names an assistant of nobody', opened('智能预约助手给您来电，通话会录音。'), ['caller']],
  [
    'praises itself as intelligent',
    opened('我是仁和体检的小仁，在智能手机客服部，我的智能手表的助手说，通话会录音。'),
    ['machine'],
  ],
  ['need not say a part', opened('我是启航的小启。', { machine: false, recorded: false }), []],
])('an opening that %s', (_, plan, lacks) => {
  const found = faultsOf({
    ...plan,
    flows: [{ ...plan.flows[0]!, nodes: plan.flows[0]!.nodes.slice(0, 1).concat(bye) }],
  });
  expect(found.filter(({ fault }) => fault === 'openingLacks').map(({ detail }) => detail)).toEqual(lacks);
});

test('a plan published before its opening was looked at is called with as before', () => {
  expect(faultsOf(smallPlan).map(({ fault }) => fault)).toEqual(['openingLacks', 'openingLacks', 'openingLacks']);
  expect(compilePlan(smallPlan).ok).toBe(true);
});
