import { expect, test } from 'vitest';
import { instant } from '../../kit/index.ts';
import { createTypedTalk, type TypedTalk } from '../../simulation/typed-talk.ts';
import {
  type Ask,
  type ConversationEffect,
  type ConversationEvent,
  compilePlan,
  type Plan,
  type PlanNode,
  startConversation,
  stepConversation,
} from '../index.ts';
import { ask, asksOfWorld, smallPlan } from '../plan/small-plan.test-data.ts';

/** A plan of these nodes that knows no word of a wish not to be called. */
const planOf = (nodes: readonly PlanNode[], more: Partial<Plan> = {}): Plan => ({
  ...smallPlan,
  flows: [{ id: 'main', name: '主', rootNode: nodes[0]!.id, nodes }],
  intents: smallPlan.intents.filter(({ id }) => id !== 'refusal'),
  knowledge: [],
  levelRules: smallPlan.levelRules.filter(({ level }) => level !== 'A'),
  ...more,
});
const bye: PlanNode = { kind: 'hangup', id: 'bye', name: '再见', sentences: ['好的，再见。'] };
const opening: PlanNode = { ...ask, sentences: ['您好，方便吗？'], routers: [{ on: 'other', to: 'bye' }] };
const apology = '不好意思，打扰您了，以后不会再打给您，再见。';

interface Begun {
  readonly talk: TypedTalk;
  readonly asks: readonly Ask[];
}
const talkOf = (plan: Plan): Begun => {
  const result = compilePlan(plan);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  const asks: Ask[] = [];
  const talk = createTypedTalk(result.compiled, what => {
    asks.push(what);
    return { answer: { type: 'sent' }, afterMs: 10_000_000 };
  });
  talk.begin();
  return { talk, asks };
};
const said = (talk: TypedTalk) => talk.notes().flatMap(note => (note.type === 'robot.said' ? [note.text] : []));
const wishes = (talk: TypedTalk) => talk.notes().filter(note => note.type === 'callee.wantsNoMoreCalls').length;
const summary = (talk: TypedTalk) => talk.notes().find(note => note.type === 'ended')?.summary;

test('in a plan without a word for it the robot says it is sorry and hangs up; the call counts as a refusal', () => {
  const { talk } = talkOf(planOf([opening, bye]));
  talk.say('别再给我打电话了');
  talk.letFinish();
  expect(said(talk)).toEqual(['您好，方便吗？', apology]);
  expect(wishes(talk)).toBe(1);
  expect(summary(talk)).toMatchObject({ level: 'E', endedBy: 'robot', facts: { refusals: 1, notUnderstood: 0 } });
  expect(summary(talk)?.path.at(-1)?.leftBy).toBe('noMoreCalls');
  const line = talk.notes().find(note => note.type === 'callee.said');
  expect(line).toMatchObject({ missed: false, understood: { meaning: 'refuse', by: 'wish' } });
});

test('in the merchant’s own words, where the plan has them', () => {
  const { defaults } = smallPlan;
  const { talk } = talkOf(planOf([opening, bye], { defaults: { ...defaults, apology: '抱歉，这就把您的号码删掉。' } }));
  talk.say('把我电话从你们名单里删了');
  talk.letFinish();
  expect(said(talk).at(-1)).toBe('抱歉，这就把您的号码删掉。');
});

const refusing: PlanNode = {
  ...opening,
  routers: [
    { on: 'refuse', to: 'late' },
    { on: 'other', to: 'bye' },
  ],
} as PlanNode;
const { intents } = smallPlan;
const branch = (to: string): PlanNode => ({
  kind: 'condition',
  id: 'late',
  name: '看时间',
  branches: [{ when: { timeOfDay: { from: 0, to: 1 } }, to }],
  otherwise: 'bye',
});
const night: PlanNode = { ...bye, id: 'night', sentences: ['这么晚打扰了，再见。'] };
const again: PlanNode = { ...opening, id: 'again', sentences: ['给您打八折呢，考虑一下？'] } as PlanNode;

test('the plan’s own way is taken where it ends without asking anything more', () => {
  const { talk } = talkOf(planOf([refusing, branch('night'), night, bye], { intents }));
  talk.say('别打了');
  talk.letFinish();
  expect(said(talk).at(-1)).toBe('好的，再见。');
  expect([wishes(talk), summary(talk)?.facts.refusals]).toEqual([1, 1]);
});

test('a plan that would go on selling, if only at some hour, is not followed', () => {
  const { talk } = talkOf(planOf([refusing, branch('again'), again, bye], { intents }));
  talk.say('不需要，别打了');
  talk.letFinish();
  expect(said(talk)).toEqual(['您好，方便吗？', apology]);
});

test('the way of a yes is not taken, however it ends', () => {
  const glad = { ...bye, id: 'glad', sentences: ['太好了，稍后专员联系您。'] };
  const agreeing = {
    ...opening,
    routers: [
      { on: 'yes', to: 'glad' },
      { on: 'other', to: 'bye' },
    ],
  } as PlanNode;
  const { talk } = talkOf(planOf([agreeing, glad, bye], { intents }));
  talk.say('好，以后别打了');
  talk.letFinish();
  expect(said(talk).at(-1)).toBe(apology);
  expect(summary(talk)?.facts).toMatchObject({ positives: 0, refusals: 1 });
});

test('a chain of messages with two ways each is gone through once', () => {
  const LINKS = 200;
  const chain = Array.from({ length: LINKS }, (_, n): PlanNode => {
    const to = n + 1 < LINKS ? `link${n + 1}` : 'bye';
    return { kind: 'sms', id: n === 0 ? 'late' : `link${n}`, name: `${n}`, template: 't', sent: to, failed: to };
  });
  const { talk } = talkOf(planOf([refusing, ...chain, bye], { intents }));
  talk.say('别打了');
  expect(wishes(talk)).toBe(1);
});

/** A talk event by event, each at its ms; the robot has said its first sentence after 12 s. */
const eventsOf = (plan: Plan) => {
  const result = compilePlan(plan);
  let state = startConversation(result.ok ? result.compiled : expect.unreachable());
  const effects: ConversationEffect[] = [];
  const hear = (ms: number, event: ConversationEvent) => {
    const step = stepConversation(state, event, instant(ms));
    if (step.kind !== 'moved') throw new Error(JSON.stringify(event));
    state = step.state;
    effects.push(...step.effects);
  };
  hear(0, { type: 'conversation.started', variables: {}, minuteOfDay: 600 });
  hear(10_000, { type: 'timer.fired', timer: 'silence' });
  const opened = effects.find(effect => effect.type === 'say');
  hear(12_000, { type: 'prompt.finished', prompt: opened?.prompt ?? 0 });
  return {
    hear,
    kind: () => state.kind,
    wishes: () =>
      effects.filter(effect => effect.type === 'note' && effect.note.type === 'callee.wantsNoMoreCalls').length,
    taken: () => effects.filter(effect => effect.type === 'unask').length,
    saying: () => effects.flatMap(effect => (effect.type === 'say' ? [effect.sentence.text] : [])),
  };
};

test('a wish stays one through what is grumbled after it in one breath, and is none where an hour is named after all', () => {
  const over = (second: string) => {
    const { hear, wishes: heard } = eventsOf(planOf([opening, bye]));
    hear(12_500, { type: 'callee.speaking' });
    for (const text of ['以后别打了', second]) hear(13_000, { type: 'callee.sentence', text });
    hear(15_000, { type: 'callee.quiet' });
    return heard();
  };
  expect([over('我真是服了你们这些人了'), over('我在开会下午三点再打')]).toEqual([1, 0]);
});

test('a wish is heard however much was said before it in one turn', () => {
  const { hear, wishes: heard } = eventsOf(planOf([opening, bye]));
  hear(12_500, { type: 'callee.speaking' });
  for (let n = 0; n < 20; n++) hear(13_000, { type: 'callee.sentence', text: '我跟你说啊' });
  hear(13_500, { type: 'callee.sentence', text: '以后别再给我打电话了' });
  hear(15_000, { type: 'callee.quiet' });
  expect(heard()).toBe(1);
});

test('a prompt that is never interrupted is, and what ignores all speech hears it', () => {
  const notice = { ...opening, interruption: { when: 'never' }, ignoring: { speech: 'all' } } as unknown as PlanNode;
  const { talk } = talkOf(planOf([notice, bye]));
  talk.letReply();
  talk.sayOver('不要再打了', 300);
  talk.letFinish();
  expect(talk.notes().filter(note => note.type === 'robot.interrupted')).toHaveLength(1);
  expect(said(talk).at(-1)).toBe(apology);
});

test('in a free talk no model is asked what it means', () => {
  const [free] = asksOfWorld;
  const { talk, asks } = talkOf(planOf([{ ...free, sentences: ['您想了解什么？'], failed: 'bye' } as PlanNode, bye]));
  talk.say('以后别联系我了');
  talk.letFinish();
  expect(asks).toEqual([]);
  expect(said(talk).at(-1)).toBe(apology);
});

test('while somebody is rung for, the ringing is taken back', () => {
  const [, , person] = asksOfWorld;
  const { talk, asks } = talkOf(planOf([{ ...person, otherwise: 'bye' } as PlanNode, bye]));
  talk.letReply();
  talk.wait(4_000);
  expect(asks).toHaveLength(1);
  talk.sayOver('算了你们别再打来了', 100);
  talk.letFinish();
  expect(said(talk).at(-1)).toBe(apology);
  expect(summary(talk)).toMatchObject({ endedBy: 'robot' });
});

/** Somebody is rung for, and the callee goes on speaking behind a wish. */
const whileRung = () => {
  const [, , person] = asksOfWorld;
  const talk = eventsOf(planOf([{ ...person, otherwise: 'bye' } as PlanNode, bye]));
  talk.hear(13_000, { type: 'callee.speaking' });
  talk.hear(14_000, { type: 'callee.sentence', text: '以后别打了' });
  return talk;
};

test('while the world is asked nobody is answered in mid-speech: the wish waits until the voice ends, a second at most', () => {
  const paused = whileRung();
  expect([paused.kind(), paused.taken()]).toEqual(['asking', 0]);
  paused.hear(14_600, { type: 'callee.quiet' });
  expect([paused.kind(), paused.taken(), paused.saying().at(-1)]).toEqual(['parting', 1, apology]);
  const goesOn = whileRung();
  goesOn.hear(15_000, { type: 'timer.fired', timer: 'sentenceEnd' });
  expect([goesOn.kind(), goesOn.taken(), goesOn.wishes()]).toEqual(['parting', 1, 1]);
});

test('who names an hour behind it goes on being rung for', () => {
  const talk = whileRung();
  talk.hear(14_500, { type: 'callee.sentence', text: '我在开会下午三点再打' });
  talk.hear(16_000, { type: 'callee.quiet' });
  expect([talk.kind(), talk.taken(), talk.wishes()]).toEqual(['asking', 0, 0]);
});

test('an answer that comes meanwhile takes no wish away, and goes no further', () => {
  const talk = whileRung();
  talk.hear(14_300, { type: 'ask.answered', ask: 1, answer: { type: 'failed', because: 'nobody' } });
  expect([talk.kind(), talk.wishes(), talk.saying().at(-1)]).toEqual(['parting', 1, apology]);
});

test('a person who takes the call ends it when they like; the wish counts, before and after', () => {
  const before = whileRung();
  before.hear(14_300, { type: 'ask.answered', ask: 1, answer: { type: 'transferred', to: '13800138000' } });
  before.hear(14_600, { type: 'callee.quiet' });
  expect([before.kind(), before.wishes()]).toEqual(['handed', 1]);
  const [, , person] = asksOfWorld;
  const after = eventsOf(planOf([{ ...person, otherwise: 'bye' } as PlanNode, bye]));
  after.hear(14_300, { type: 'ask.answered', ask: 1, answer: { type: 'transferred', to: '13800138000' } });
  after.hear(20_000, { type: 'callee.sentence', text: '以后别打了' });
  expect([after.kind(), after.wishes(), after.saying()]).toEqual(['handed', 1, ['我帮您转接。']]);
});

test('before the robot has said a word', () => {
  const { talk } = talkOf(planOf([opening, bye]));
  talk.sayOver('喂，又是你们，别再打了', 300);
  talk.letFinish();
  expect(said(talk)).toEqual([apology]);
  expect(wishes(talk)).toBe(1);
});

test.each(['今天别打了明天再打', '上班别打', '打折吗', '我打车过去', '打针疼不疼', '网页打不开'])(
  '「%s」 ends nothing and blacklists nobody',
  text => {
    const { talk } = talkOf(planOf([opening, bye]));
    talk.say(text);
    talk.letFinish();
    expect(wishes(talk)).toBe(0);
    expect(said(talk)).not.toContain(apology);
  },
);

test('「不打了」 answers a question about an injection; 「别打了」 is a wish there as well, and after a discount of any words', () => {
  const asking = (sentence: string): PlanNode => ({ ...opening, sentences: [sentence] });
  const wishesOf = (sentence: string, text: string) => {
    const { talk } = talkOf(planOf([asking(sentence), bye]));
    talk.say(text);
    return wishes(talk);
  };
  expect(wishesOf('今天要打疫苗吗？', '不打了')).toBe(0);
  expect(wishesOf('今天要打疫苗吗？', '别打了')).toBe(1);
  expect(wishesOf('今天要打疫苗吗？', '不打了，以后不要再打电话来')).toBe(1);
  expect(wishesOf('这周都打八折，您想来看看吗？', '别打了')).toBe(1);
  expect(wishesOf('这周都打八折，您想来看看吗？', '你不要再给我打了')).toBe(1);
});
