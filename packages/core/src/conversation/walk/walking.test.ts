import { expect, test } from 'vitest';
import { createTypedTalk, type TypedTalk } from '../../simulation/typed-talk.ts';
import { compilePlan, type KnowledgeItem, type Plan, type PlanNode } from '../index.ts';
import { age, ask, price, smallPlan, withNode } from '../plan/small-plan.test-data.ts';

const talkOf = (plan: Plan): TypedTalk => {
  const result = compilePlan(plan);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  const talk = createTypedTalk(result.compiled);
  talk.begin();
  talk.letReply();
  return talk;
};
const robotSaid = (talk: TypedTalk) => talk.notes().flatMap(note => (note.type === 'robot.said' ? [note.text] : []));
const withItem = (item: KnowledgeItem): Plan => ({ ...smallPlan, knowledge: [price, item] });

test('a node is entered so often, then it goes elsewhere', () => {
  const plan = withNode({
    ...ask,
    visits: { most: 2, to: 'bye' },
    routers: [...ask.routers.filter(({ on }) => on !== 'other'), { on: 'other', to: 'ask' }],
  });
  const talk = talkOf(plan);
  const goBack = () => talk.say('别的事不方便说吧');
  expect(talk.state().node).toBe('ask');
  goBack();
  talk.letFinish();
  expect(robotSaid(talk).at(-1)).toBe('好的，再见。');
});

test('what must be heard is heard out and followed by what comes next, whatever is said meanwhile', () => {
  const plan = withNode({
    ...ask,
    interruption: { when: 'never' },
    ignoring: { speech: 'all' },
    routers: [...ask.routers, { on: 'other', to: 'age' }],
  });
  const talk = talkOf(plan);
  talk.sayOver('不需要', 200);
  talk.letFinish();
  expect(talk.state().node).toBe('age');
});

test('a node may ignore all but refusals, the knowledge base, or the global dialogue', () => {
  const refusable = withNode({ ...ask, ignoring: { speech: 'allButRefusals' } });
  const refused = talkOf(refusable);
  refused.say('方便');
  expect(refused.state().node).toBe('ask');
  refused.say('不需要');
  refused.letFinish();
  expect(refused.state().node).toBe('bye');

  const deaf = talkOf(withNode({ ...ask, ignoring: { knowledge: true } }));
  deaf.say('多少钱');
  expect(robotSaid(deaf)).not.toContain('一百二一节。');

  const busy: KnowledgeItem = {
    ...price,
    id: 'busy',
    name: '在忙',
    words: ['在开会'],
    common: 'busy',
    answers: ['那您先忙。'],
  };
  const plan = { ...withNode({ ...ask, ignoring: { common: true } }), knowledge: [price, busy] };
  const patient = talkOf(plan);
  patient.say('在开会');
  expect(robotSaid(patient)).not.toContain('那您先忙。');
  const open = talkOf(withItem(busy));
  open.say('在开会');
  expect(robotSaid(open)).toContain('那您先忙。');
});

test('silence is waited out where the node says so: nobody is asked, and the patience is the same', () => {
  const talk = talkOf(withNode({ ...ask, ignoring: { silence: true } }));
  talk.letFinish();
  talk.wait(7_900);
  expect(robotSaid(talk)).toHaveLength(1);
  talk.wait(200);
  expect(robotSaid(talk).at(-1)).toBe('好的，再见。');
});

test('「再说一遍」 says the last sentence again in the same words; others of the global dialogue may hang up', () => {
  const repeat: KnowledgeItem = {
    ...price,
    id: 'repeat',
    name: '重复',
    words: ['再说一遍'],
    common: 'repeat',
    answers: [],
  };
  const talk = talkOf(withItem(repeat));
  talk.say('方便');
  talk.letFinish();
  talk.say('什么，你再说一遍');
  talk.letFinish();
  expect(robotSaid(talk)).toEqual(['您好，方便吗？', '孩子几岁了？', '孩子几岁了？']);
  expect(talk.state().node).toBe('age');

  const complaint: KnowledgeItem = {
    ...price,
    id: 'complain',
    name: '投诉',
    words: ['我要投诉'],
    common: 'complaint',
    answers: ['非常抱歉，我们会核实。'],
    next: { hangUp: true },
  };
  const angry = talkOf(withItem(complaint));
  angry.say('我要投诉');
  angry.letFinish();
  expect(robotSaid(angry).at(-1)).toBe('非常抱歉，我们会核实。');
  expect(angry.notes().find(note => note.type === 'ended')?.summary.endedBy).toBe('robot');
});

test('stopped only by meaning: mere voice and back-channels do not, a question does', () => {
  const plan: Plan = {
    ...withNode({ ...ask, interruption: { when: 'onMeaning' } }),
    defaults: { ...smallPlan.defaults, backchannels: ['在听'] },
  };
  const talk = talkOf(plan);
  talk.cough(100, 300);
  talk.sayOver('在听', 50);
  talk.sayOver('嗯', 50);
  expect(talk.notes().some(note => note.type === 'robot.interrupted')).toBe(false);
  const asked = talkOf(plan);
  asked.sayOver('多少钱', 100);
  expect(asked.notes().some(note => note.type === 'robot.interrupted')).toBe(true);
});

test('a back-channel of the plan that stopped the robot: it goes on where it stopped, and voice alone does not stop it again', () => {
  const long: PlanNode = { ...ask, sentences: ['我们这周有新课，老师很好，地方也近，您方便来吗？'] };
  const talk = talkOf({ ...withNode(long), defaults: { ...smallPlan.defaults, backchannels: ['在听呢'] } });
  talk.sayOver('在听呢', 1_500);
  talk.letReply();
  expect(robotSaid(talk)).toEqual([
    '我们这周有新课，老师很好，地方也近，您方便来吗？',
    '…老师很好，地方也近，您方便来吗？',
  ]);
  talk.cough(300, 800);
  talk.letFinish();
  expect(robotSaid(talk)).toHaveLength(2);
  expect(talk.state().counts.interruptions).toBe(1);
  talk.say('方便');
  expect(talk.state().node).toBe('age');
});

test('a circle in which nobody is heard is a fault, unless a limit of visits ends it', () => {
  const circle: PlanNode = { ...ask, ignoring: { speech: 'all' }, routers: [{ on: 'other', to: 'ask' }] };
  const [main] = withNode(circle).flows;
  const plan = (node: PlanNode): Plan => ({
    ...smallPlan,
    flows: [{ ...main!, nodes: [node, ...main!.nodes.filter(({ id }) => id === 'bye')] }],
    levelRules: [{ level: 'D', name: '其他', when: [] }],
    knowledge: [{ ...price, next: { goto: 'bye' } }],
  });
  expect(compilePlan(plan(circle))).toMatchObject({ faults: [{ where: 'node:ask', fault: 'loopsWithoutListening' }] });
  const limited = plan({ ...circle, visits: { most: 3, to: 'bye' } });
  const talk = talkOf(limited);
  talk.letFinish();
  expect(robotSaid(talk)).toHaveLength(4);
});

test('a phone may be spoken in groups or pressed, and is kept as one number', () => {
  const plan = withNode({ ...age, accepts: { type: 'phone' } });
  const answered = (give: (talk: TypedTalk) => void) => {
    const talk = talkOf(plan);
    talk.say('方便');
    talk.letFinish();
    give(talk);
    return talk.state().answers.age;
  };
  expect(answered(talk => talk.say('幺三八，零零一三，八零零零'))).toBe('13800138000');
  expect(answered(talk => talk.press('13800138000'))).toBe('13800138000');
  expect(answered(talk => talk.say('一二三'))).toBeUndefined();
});

test('a key pressed over an answer of the knowledge base counts at the node, and the answer is left', () => {
  const talk = talkOf({ ...smallPlan, knowledge: [{ ...price, interruption: { when: 'always' } }] });
  talk.say('晚点再说');
  talk.letFinish();
  talk.sayOver('多少钱', 0);
  talk.cough(100, 200);
  talk.press('2');
  talk.letFinish();
  expect(talk.notes().filter(note => note.type === 'node.left' && note.node === 'price')).toHaveLength(1);
  expect(talk.state().aside).toBeNull();
  expect(robotSaid(talk).at(-1)).toBe('好的，再见。');
});
