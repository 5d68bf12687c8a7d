import { expect, test } from 'vitest';
import { createTypedTalk } from '../../simulation/typed-talk.ts';
import { compilePlan, faultsOf, type Plan } from '../index.ts';
import { asksOfWorld } from '../plan/small-plan.test-data.ts';
import { buildRecognition, recognise } from '../recognition/recognise.ts';
import { planParts } from './common-parts.ts';
import type { PartKind } from './part.ts';
import { partsMissing, withAllParts, withoutItem, withPart } from './with-part.ts';

/** It asks one thing, has words for yes, no and a refusal, and nothing else: what a merchant's first plan is. */
const blank: Plan = {
  name: '新话术',
  variables: [],
  rootFlow: 'main',
  flows: [
    {
      id: 'main',
      name: '主流程',
      rootNode: 'opening',
      nodes: [
        {
          ...{ kind: 'speak', id: 'opening', name: '开场白', sentences: ['您好，要不要来看看？'] },
          interruption: { when: 'always' },
          routers: [
            { on: 'yes', to: 'good' },
            { on: 'no', to: 'pity' },
          ],
        },
        { kind: 'hangup', id: 'good', name: '好', sentences: ['太好了，再见。'] },
        { kind: 'hangup', id: 'pity', name: '可惜', sentences: ['没关系，再见。'] },
      ],
    },
  ],
  intents: [
    { id: 'yes', name: '肯定', priority: 1, means: 'yes', words: ['可以', '好的'] },
    { id: 'no', name: '否定', priority: 2, means: 'no', words: ['不想', '不行'] },
  ],
  knowledge: [],
  levelRules: [{ level: 'C', name: '其他', when: [] }],
  defaults: {
    silence: { ms: 4_000, sentences: [] },
    notUnderstood: { sentences: ['没听清，再说一遍？'] },
    longestMs: 300_000,
    mostTurns: 20,
    announcement: '我是智能助手，通话会录音。',
    farewell: '先这样，再见。',
  },
};
const noGroups = new Map<string, string>();
const partOf = (wanted: PartKind) => planParts.find(({ kind }) => kind === wanted)!;
const put = (plan: Plan, kind: PartKind) => withPart(plan, partOf(kind), noGroups).plan;

const talkOf = (plan: Plan) => {
  const result = compilePlan(plan);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  const talk = createTypedTalk(result.compiled);
  talk.begin();
  return talk;
};
/** What the robot says to these sentences one after the other, its opening left out; and how the talk stands then. */
const heardBy = (plan: Plan, ...says: readonly string[]) => {
  const talk = talkOf(plan);
  for (const text of says) talk.say(text);
  talk.letFinish();
  const said = talk.notes().flatMap(note => (note.type === 'robot.said' ? [note.text] : []));
  const kept = talk.notes().flatMap(note => (note.type === 'answer.kept' ? [[note.variable, note.value]] : []));
  const ended = talk.notes().some(note => note.type === 'ended');
  return { said: said.slice(2), kept, ended };
};
const again = '您好，要不要来看看？';

test('every part makes a plan without faults, alone and with all others, and is offered once', () => {
  for (const part of planParts) {
    const { plan, nodes, variables } = withPart(blank, part, noGroups);
    expect([part.kind, faultsOf(plan)]).toEqual([part.kind, []]);
    expect(partsMissing(plan)).toEqual(planParts.filter(other => other !== part));
    expect(plan.flows.flatMap(flow => flow.nodes).length).toBe(3 + nodes.length);
    expect(plan.variables).toEqual(variables);
  }
  const whole = withAllParts(blank, noGroups);
  expect(faultsOf(whole)).toEqual([]);
  expect(partsMissing(whole)).toEqual([]);
  // No two nodes on one spot.
  const spots = whole.flows.flatMap(({ id, nodes }) =>
    nodes.flatMap(({ at }) => (at ? [`${id} ${at.x} ${at.y}`] : [])),
  );
  expect(new Set(spots).size).toBe(spots.length);
  expect(whole.variables.map(({ name }) => name)).toEqual(['callbackTime', 'company', 'complaint']);
});

test.each<[PartKind, readonly string[], ReturnType<typeof heardBy>]>([
  ['refusal', ['你烦死了'], { said: ['好的，不打扰您了，祝您生活愉快，再见。'], kept: [], ended: true }],
  [
    'busy',
    ['可以，不过我在开会', '明天下午吧'],
    {
      said: ['好的，您先忙。', '我什么时候再打给您方便？', '好的，那我明天下午再打给您，您先忙，再见。'],
      ...{ kept: [['callbackTime', '明天下午']], ended: true },
    },
  ],
  [
    'busy',
    ['我在开车', '啦啦啦', '哎哟喂', '这个嘛', '反正不知道怎么讲'],
    {
      said: [
        ...['好的，您先忙。', '我什么时候再打给您方便？', '日期没听清，您说几号？'],
        ...['不好意思，您说今天、明天，还是星期几？', '还是没听清，请只说一个日期。', '好的，那我先不打扰您了，再见。'],
      ],
      ...{ kept: [], ended: true },
    },
  ],
  [
    'whoAreYou',
    ['你哪位', '可以'],
    { said: ['我是我们公司的智能语音助手，耽误您一分钟。', again, '太好了，再见。'], kept: [], ended: true },
  ],
  ['repeat', ['再说一遍', '不想'], { said: [again, '没关系，再见。'], kept: [], ended: true }],
  [
    'notHeard',
    ['我这里听不见', '可以'],
    { said: ['不好意思，我再说一遍。', again, '太好了，再见。'], kept: [], ended: true },
  ],
  [
    'complaint',
    ['我要投诉', '上次的师傅没来'],
    {
      said: [
        ...['非常抱歉给您带来不便。', '您说说是什么事，我记下来转给负责的同事。'],
        '记下了，负责的同事会尽快给您回电，再见。',
      ],
      ...{ kept: [['complaint', '上次的师傅没来']], ended: true },
    },
  ],
  [
    'wantsPerson',
    ['转人工', '后天上午'],
    {
      said: ['好的，我请同事跟您说。', '您什么时候接电话方便？', '好的，后天上午请同事给您回电，再见。'],
      ...{ kept: [['callbackTime', '后天上午']], ended: true },
    },
  ],
  [
    'wantsPerson',
    ['找真人来', '不想'],
    {
      said: ['好的，我请同事跟您说。', '您什么时候接电话方便？', '好的，同事会尽快给您回电，再见。'],
      kept: [],
      ended: true,
    },
  ],
  ['wrongNumber', ['你打错了吧'], { said: ['不好意思，可能是号码登记错了，打扰您了，再见。'], kept: [], ended: true }],
  [
    'numberSource',
    ['你们怎么有我电话', '可以'],
    {
      said: ['号码的来源我请同事核实，您不想再接到来电，说一声就不会再打。', again, '太好了，再见。'],
      kept: [],
      ended: true,
    },
  ],
  [
    'thinkItOver',
    ['我考虑一下', '下周三'],
    {
      said: ['没关系，您先考虑。', '我过几天再联系您，您看哪天方便？', '好的，那我下周三再联系您，再见。'],
      ...{ kept: [['callbackTime', '下周三']], ended: true },
    },
  ],
  ['isMe', ['是我'], { said: ['太好了，再见。'], kept: [], ended: true }],
  ['isMe', ['那是我爸的电话'], { said: ['没听清，再说一遍？'], kept: [], ended: false }],
])('%s, heard in %j, goes its way and back', (kind, says, then) => {
  expect(heardBy(put(blank, kind), ...says)).toEqual(then);
});

test('all of them together lead where each does alone', () => {
  const whole = withAllParts(blank, noGroups, { whoAreYou: ['我是启航教育的助手，想请您来看看。'] });
  expect(heardBy(whole, '你是谁', '没空，晚点再打', '后天').said).toEqual([
    ...['我是启航教育的助手，想请您来看看。', again, '好的，您先忙。', '我什么时候再打给您方便？'],
    '好的，那我后天再打给您，您先忙，再见。',
  ]);
  expect(heardBy(whole, '别再给我打电话了').said).toEqual(['好的，不打扰您了，祝您生活愉快，再见。']);
});

test.each(['别打分了', '别人介绍我来的，说好打折', '你们不要打错了'])('「%s」 ends no call', says => {
  expect(heardBy(put(blank, 'refusal'), says).ended).toBe(false);
});

const [, , person] = asksOfWorld;
const handing: Plan = {
  ...blank,
  flows: blank.flows.map(flow => ({
    ...flow,
    nodes: [
      ...flow.nodes.map(node =>
        node.kind === 'speak' ? { ...node, routers: [...node.routers, { on: 'other' as const, to: 'person' }] } : node,
      ),
      { ...person, otherwise: 'pity' },
    ],
  })),
};

test.each<[PartKind, string, string]>([
  ['wantsPerson', '我要人工', '好的，我请同事跟您说。'],
  ['complaint', '我要投诉你们', '非常抱歉给您带来不便。'],
])('where somebody can take the call %s leads there and needs no nodes', (kind, says, answer) => {
  const { plan, nodes, variables } = withPart(handing, planParts.find(part => part.kind === kind)!, noGroups);
  expect([nodes, variables, plan.flows.length]).toEqual([[], [], 1]);
  expect(heardBy(plan, says).said).toEqual([answer, '我帮您转接。', '没关系，再见。']);
});

test('a part listens by the merchant’s group of its name alone, as its words are then', () => {
  const { plan } = withPart(blank, partOf('thinkItOver'), new Map([['考虑一下', '7']]));
  expect(plan.knowledge[0]).toMatchObject({ name: '考虑一下', words: [], groups: ['7'] });
  expect(plan.knowledge[0]).not.toHaveProperty('likes');
  const borrowed = [{ id: '7', name: '考虑一下', recognised: { words: ['拿不准'] } }];
  expect(heardBy({ ...plan, borrowed }, '我拿不准').said[0]).toBe('没关系，您先考虑。');
  expect(recognise(buildRecognition({ ...plan, borrowed }), '我考虑一下')).toEqual([]);
});

test('three parts take the common meaning of their name, by words or by a group, unless somebody of the plan has it', () => {
  for (const groups of [noGroups, new Map(planParts.map(({ name }) => [name, name]))])
    expect(
      withAllParts(blank, groups).knowledge.flatMap(({ name, meanings }) => (meanings ? [[name, ...meanings]] : [])),
    ).toEqual([
      ['忙', 'busy'],
      ['你是谁', 'who'],
      ['怎么有我电话', 'number'],
    ]);
  const hurried = { id: 'hurried', name: '正忙', priority: 3, words: ['忙不过来'], meanings: ['busy'] };
  const { plan } = withPart({ ...blank, intents: [...blank.intents, hurried] }, partOf('busy'), noGroups);
  expect(plan.knowledge[0]).toMatchObject({ name: '忙', words: expect.arrayContaining(['在忙']) });
  expect(plan.knowledge[0]).not.toHaveProperty('meanings');
});

test.each<[PartKind, string]>([
  ['busy', '我在跟客户谈事'],
  ['whoAreYou', '你代表哪家公司'],
  ['numberSource', '是谁泄露了我的电话'],
])('%s hears what people say for it in no words of its own: 「%s」', (kind, says) => {
  const { plan } = withPart(blank, partOf(kind), noGroups);
  const [item] = plan.knowledge;
  const heardIn = (knowledge: Plan['knowledge']) =>
    recognise(buildRecognition({ ...plan, knowledge }), says).map(({ entry, by }) => [entry.id, by]);
  expect(heardIn([item!])).toEqual([[item!.id, 'like']]);
  const { meanings: _, ...bare } = item!;
  expect(heardIn([bare])).toEqual([]);
});

test('taken out again, a part leaves the plan’s own nodes and what others need', () => {
  const both = put(put(blank, 'busy'), 'thinkItOver');
  const left = withoutItem(both, 'common-busy');
  expect(faultsOf(left)).toEqual([]);
  expect(left.flows.map(({ name, nodes }) => [name, nodes.length])).toEqual([
    ['主流程', 3],
    ['通用对话', 3],
  ]);
  expect(withoutItem(left, 'common-thinkItOver').flows).toEqual(blank.flows);
  const back = put(left, 'busy');
  expect(faultsOf(back)).toEqual([]);
  expect(back.variables).toHaveLength(1);
});
