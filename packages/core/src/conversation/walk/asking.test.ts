import { expect, test } from 'vitest';
import { createTypedTalk, type TypedTalk } from '../../simulation/typed-talk.ts';
import { type Answered, type Ask, compilePlan, type Plan, type PlanNode } from '../index.ts';
import { ask, asksOfWorld, smallPlan } from '../plan/small-plan.test-data.ts';

const [free, look, person] = asksOfWorld;
const bye: PlanNode = { kind: 'hangup', id: 'bye', name: '再见', sentences: ['好的，再见。'] };
const told: PlanNode = {
  ...ask,
  id: 'told',
  sentences: [`您的订单${'$'}{name}，好吗？`],
  routers: [{ on: 'other', to: 'bye' }],
};
const sorry: PlanNode = { ...told, id: 'sorry', sentences: ['没查到，好吗？'] };

/** A plan that begins at the first of these nodes. */
const planOf = (nodes: readonly PlanNode[], more: Partial<Plan['defaults']> = {}): Plan => ({
  ...smallPlan,
  rootFlow: 'main',
  flows: [{ id: 'main', name: '主', rootNode: nodes[0]!.id, nodes }],
  levelRules: [
    { level: 'B', name: '转走了', when: [{ fact: 'transferred' }], tags: ['已转'], customerType: 2 },
    { level: 'D', name: '其他', when: [] },
  ],
  defaults: { ...smallPlan.defaults, ...more },
});

interface Asked {
  readonly talk: TypedTalk;
  readonly asks: readonly Ask[];
}
/** The world answers in turn, each after so long; then it never does. */
const talkWith = (plan: Plan, ...answers: readonly (readonly [Answered, number])[]): Asked => {
  const result = compilePlan(plan);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  const asks: Ask[] = [];
  const talk = createTypedTalk(result.compiled, what => {
    asks.push(what);
    const [answer, afterMs] = answers[asks.length - 1] ?? [{ type: 'sent' }, 10_000_000];
    return { answer, afterMs };
  });
  talk.begin({ phone: '138 1' });
  talk.letFinish();
  return { talk, asks };
};
const robotSaid = (talk: TypedTalk) => talk.notes().flatMap(note => (note.type === 'robot.said' ? [note.text] : []));
const outcomes = (talk: TypedTalk) => talk.notes().flatMap(note => (note.type === 'asked' ? [note.outcome] : []));
const summary = (talk: TypedTalk) => talk.notes().find(note => note.type === 'ended')?.summary;

const shop = planOf([{ ...look, done: 'told', failed: 'sorry' }, told, sorry, bye], {
  filler: { afterMs: 1_000, sentences: ['正在查。', '马上好。'] },
});

test('a webhook is asked with what it wants to know, and what it answers is said', () => {
  const { talk, asks } = talkWith(shop, [{ type: 'kept', values: { name: '已发货', phone: 'not wanted' } }, 300]);
  expect(asks).toEqual([
    {
      type: 'webhook',
      node: 'look',
      url: 'https://shop.example/orders/138%201',
      method: 'GET',
      body: { name: '' },
      keeps: [{ path: 'data.state', variable: 'name' }],
    },
  ]);
  expect(robotSaid(talk)).toEqual(['您的订单已发货，好吗？']);
  expect(talk.state().values.phone).toBe('138 1');
});

test('nobody hears a dead line: a filler in a second, another later, then the fallback when its time is over', () => {
  const { talk } = talkWith(shop);
  const said = talk.notes().flatMap(note => (note.type === 'robot.said' ? [[note.at, note.text]] : []));
  expect(said.map(([, text]) => text)).toEqual(['正在查。', '马上好。', '没查到，好吗？']);
  expect(outcomes(talk)).toEqual(['asked', 'failed']);
  // Opened at 700; the first filler a second later.
  expect(said[0]?.[0]).toBe(1_700);
});

test('an answer that comes while a filler is being said waits for its end', () => {
  const { talk } = talkWith(shop, [{ type: 'kept', values: { name: '在路上' } }, 1_100]);
  expect(robotSaid(talk)).toEqual(['正在查。', '您的订单在路上，好吗？']);
});

test('a message that cannot be sent goes on by 「failed」', () => {
  const sms: PlanNode = { kind: 'sms', id: 'sms', name: '短信', template: '到店', sent: 'told', failed: 'sorry' };
  const plan = planOf([sms, told, sorry, bye]);
  expect(talkWith(plan, [{ type: 'sent' }, 100]).talk.state().node).toBe('told');
  expect(talkWith(plan, [{ type: 'failed', because: 'noModule' }, 100]).talk.state().node).toBe('sorry');
});

test('a person who takes the call: the robot says no more, what is said is still written down, the record knows', () => {
  const { talk } = talkWith(planOf([{ ...person, otherwise: 'bye' }, bye]), [
    { type: 'transferred', to: '1380' },
    7_000,
  ]);
  expect(talk.state().kind).toBe('handed');
  expect(robotSaid(talk)).toEqual(['我帮您转接。', '还在为您接通。']);
  talk.sayOver('您好，我想问课程', 100);
  talk.wait(40_000);
  talk.hangUp();
  expect(robotSaid(talk)).toHaveLength(2);
  expect(talk.notes().some(note => note.type === 'callee.said' && note.text === '您好，我想问课程')).toBe(true);
  expect(summary(talk)).toMatchObject({
    level: 'B',
    tags: ['已转'],
    customerType: 2,
    facts: { transferred: true, hungUpBy: 'callee' },
    lastNode: '转人工',
  });
});

test('a person who has the call has it for the longest call, counted anew; then it is hung up without a word', () => {
  const { talk } = talkWith(planOf([{ ...person, otherwise: 'bye' }, bye], { longestMs: 60_000 }), [
    { type: 'transferred', to: '1380' },
    7_000,
  ]);
  talk.wait(55_000);
  expect(talk.state().kind).toBe('handed');
  talk.wait(10_000);
  expect(robotSaid(talk)).toEqual(['我帮您转接。', '还在为您接通。']);
  expect(summary(talk)).toMatchObject({ facts: { transferred: true }, endedBy: 'robot' });
});

test('two people hear once that their talk ends soon, and have the rest of what is paid', () => {
  const { talk } = talkWith(planOf([{ ...person, otherwise: 'bye' }, bye], { longestMs: 300_000 }), [
    { type: 'transferred', to: '1380' },
    7_000,
  ]);
  talk.runOut(17_000);
  talk.runOut(17_000);
  expect(robotSaid(talk).slice(2)).toEqual(['提醒一下，本次通话即将结束，请尽快说完。']);
  talk.wait(15_000);
  expect(talk.state().kind).toBe('handed');
  talk.wait(5_000);
  expect(summary(talk)).toMatchObject({ facts: { transferred: true }, endedBy: 'robot' });
  expect(robotSaid(talk)).toHaveLength(3);
});

test('nobody takes the call: on by 「otherwise」', () => {
  const { talk } = talkWith(planOf([{ ...person, otherwise: 'bye' }, bye]), [
    { type: 'failed', because: 'nobody' },
    900,
  ]);
  expect(robotSaid(talk).at(-1)).toBe('好的，再见。');
});

const chat = planOf(
  [{ ...free, failed: 'sorry', exits: [{ ...free.exits[0], to: 'bye' }] }, sorry, told, bye].filter(
    n => n.id !== 'told',
  ),
);

test('a free talk: the model is shown what was said, its words are said as they are, and it leaves by an exit', () => {
  const { talk, asks } = talkWith(
    chat,
    [{ type: 'said', text: `周末${'$'}{name}方便吗？` }, 400],
    [{ type: 'exit', exit: 'done', text: '那周六见。' }, 400],
  );
  talk.say('周六可以');
  talk.letFinish();
  expect(robotSaid(talk)).toEqual([`周末${'$'}{name}方便吗？`, '那周六见。', '好的，再见。']);
  expect(asks[1]).toMatchObject({
    said: [
      { by: 'robot', text: `周末${'$'}{name}方便吗？` },
      { by: 'callee', text: '周六可以' },
    ],
  });
});

test.each<[string, Answered]>([
  ['nothing', { type: 'said', text: '  ' }],
  ['an exit that is none', { type: 'exit', exit: 'elsewhere', text: '走了' }],
  ['an answer to something else', { type: 'kept', values: {} }],
  ['a failure', { type: 'failed', because: 'nonsense' }],
])('a model that answers %s: on by 「failed」, and the call goes on', (_, answer) => {
  expect(talkWith(chat, [answer, 200]).talk.state().node).toBe('sorry');
});

test('a free talk ends when its turns are used up', () => {
  const said = [{ type: 'said', text: '嗯，还有呢？' }, 200] as const;
  const { talk } = talkWith(chat, said, said, said, said, said);
  for (const text of ['一', '二', '三', '四']) talk.say(`我说${text}句话`);
  talk.letFinish();
  expect(talk.state().node).toBe('sorry');
});

test('more is said while the model thinks: it is asked anew with all of it', () => {
  const { talk, asks } = talkWith(
    chat,
    [{ type: 'said', text: '您想学什么？' }, 200],
    [{ type: 'said', text: '太早的回答' }, 3_000],
    [{ type: 'said', text: '好的，记下了。' }, 200],
  );
  talk.say('我想学');
  talk.sayOver('英语', 100);
  talk.letFinish();
  expect(robotSaid(talk)).toEqual(['您想学什么？', '好的，记下了。']);
  expect(asks[2]).toMatchObject({ said: [{}, { text: '我想学' }, { text: '英语' }] });
});

const withModel: Plan = { ...smallPlan, defaults: { ...smallPlan.defaults, modelMs: 1_500 } };

test('what no rule understands a model may: it chooses among the meanings of the node, and the reason is kept', () => {
  const { talk, asks } = talkWith(withModel, [{ type: 'means', choice: 'intent:later' }, 300]);
  talk.say('容我想想哈');
  talk.letFinish();
  expect(talk.state().node).toBe('menu');
  expect(asks[0]).toMatchObject({ type: 'meaning', text: '容我想想哈' });
  const ids = asks.flatMap(what => (what.type === 'meaning' ? what.choices.map(({ id }) => id) : []));
  expect(ids).toEqual(['yes', 'no', 'refuse', 'intent:later', 'knowledge:price']);
  const said = talk.notes().find(note => note.type === 'callee.said');
  expect(said).toMatchObject({ missed: false, understood: { meaning: 'intent:later', name: '晚点', by: 'model' } });
  expect(talk.state().met).toEqual({ later: 1 });
});

test('a model that does not know, or takes too long, leaves it not understood', () => {
  for (const [answer, afterMs] of [
    [{ type: 'failed', because: 'unknown' }, 200],
    [{ type: 'means', choice: 'nothing of this plan' }, 200],
    [{ type: 'means', choice: 'intent:later' }, 60_000],
  ] as const) {
    const { talk } = talkWith(withModel, [answer, afterMs]);
    talk.say('容我想想哈');
    talk.letFinish();
    expect(robotSaid(talk).at(-1)).toBe('没听清，再说一遍？');
  }
});

test('what is said over the filler while a model is asked is a part of that turn: the robot goes on', () => {
  const slow: Plan = { ...withModel, defaults: { ...withModel.defaults, modelMs: 8_000 } };
  const { talk } = talkWith(slow, [{ type: 'means', choice: 'intent:later' }, 5_000]);
  talk.sayOver('容我想想哈', 100);
  talk.letReply();
  for (let ms = 0; ms < 4_000 && talk.state().queue.length === 0; ms += 100) talk.wait(100);
  expect(talk.state()).toMatchObject({ kind: 'asking', queue: [{ filler: true }] });
  talk.sayOver('这个嘛', 100);
  talk.letFinish();
  expect(talk.state().node).toBe('menu');
  const said = talk.notes().flatMap(note => (note.type === 'callee.said' ? [note.text] : []));
  expect(said.at(-1)).toBe('容我想想哈，这个嘛');
});

test('hung up while the world is asked: the ask is taken back and the call summed up', () => {
  const result = compilePlan(planOf([{ ...person, waiting: [], sentences: [], otherwise: 'bye' }, bye]));
  const talk = createTypedTalk(result.ok ? result.compiled : expect.unreachable(), () => ({
    answer: { type: 'transferred', to: '' },
    afterMs: 10_000,
  }));
  talk.begin();
  talk.wait(3_000);
  expect(talk.state().kind).toBe('asking');
  talk.hangUp();
  expect(talk.state().asking).toBeNull();
  expect(summary(talk)).toMatchObject({ level: 'D', facts: { transferred: false } });
});
