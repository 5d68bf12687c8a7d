import { expect, test } from 'vitest';
import { instant } from '../../kit/index.ts';
import { createTypedTalk, type TypedTalk } from '../../simulation/typed-talk.ts';
import {
  type CompiledPlan,
  type ConversationEvent,
  type ConversationNote,
  compilePlan,
  type Interruption,
  type Plan,
  startConversation,
  stepConversation,
} from '../index.ts';
import { age, ask, price, smallPlan, withNode } from '../plan/small-plan.test-data.ts';

const talkOf = (plan: Plan, variables: Record<string, string> = {}): TypedTalk => {
  const result = compilePlan(plan);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  const talk = createTypedTalk(result.compiled);
  talk.begin(variables);
  talk.letReply();
  return talk;
};
/** Events at instants of one's own choosing. */
const createRim = (plan: CompiledPlan) => {
  let state = startConversation(plan);
  const notes: ConversationNote[] = [];
  return {
    at: (ms: number, event: ConversationEvent) => {
      const step = stepConversation(state, event, instant(ms));
      if (step.kind !== 'moved') return;
      state = step.state;
      for (const effect of step.effects) if (effect.type === 'note') notes.push(effect.note);
    },
    state: () => state,
    notes: () => notes,
  };
};
const robotSaid = (talk: TypedTalk) => talk.notes().flatMap(note => (note.type === 'robot.said' ? [note.text] : []));
const lastSaid = (talk: TypedTalk) => robotSaid(talk).at(-1);
const interruptions = (talk: TypedTalk) => talk.notes().filter(note => note.type === 'robot.interrupted').length;
const speakingOf = (interruption: Interruption): Plan => withNode({ ...ask, interruption });

test('the callee’s name is said, and nothing clumsy where there is none', () => {
  expect(lastSaid(talkOf(smallPlan, { name: '王女士' }))).toBe('您好，王女士，方便吗？');
  expect(lastSaid(talkOf(smallPlan))).toBe('您好，方便吗？');
});

test('the robot waits for a greeting to end before it opens', () => {
  const result = compilePlan(smallPlan);
  const talk = createTypedTalk(result.ok ? result.compiled : expect.unreachable());
  talk.begin();
  talk.sayOver('喂，你好，哪位呀？', 300);
  expect(robotSaid(talk)).toEqual([]);
  talk.letReply();
  expect(talk.notes().map(note => note.type)).toEqual(['callee.said', 'node.entered', 'robot.said']);
});

test('only an answer can be missed: no greeting before the opening, no word beside a prompt', () => {
  const result = compilePlan(speakingOf({ when: 'never' }));
  const talk = createTypedTalk(result.ok ? result.compiled : expect.unreachable());
  const said = () =>
    talk.notes().flatMap(note => (note.type === 'callee.said' ? [[note.text, note.node, note.missed]] : []));
  talk.begin();
  talk.sayOver('喂？', 300);
  talk.letReply();
  talk.sayOver('刮大风了', 100);
  talk.letFinish();
  expect(talk.state().counts).toMatchObject({ turns: 0, notUnderstood: 0 });
  talk.say('今天天气不错');
  expect(talk.state().counts).toMatchObject({ turns: 1, notUnderstood: 1 });
  expect(said()).toEqual([
    ['喂？', '', false],
    ['刮大风了', 'ask', false],
    ['今天天气不错', 'ask', true],
  ]);
});

test.each<[Interruption, number, boolean]>([
  [{ when: 'always' }, 200, true],
  [{ when: 'never' }, 200, false],
  [{ when: 'after', ms: 1_000 }, 200, false],
  [{ when: 'after', ms: 1_000 }, 1_100, true],
  [{ when: 'onIntents', intents: ['later'] }, 200, false],
])(
  'a prompt that may be interrupted %j, spoken over after %s ms by a cough: stops %s',
  (interruption, afterMs, stops) => {
    const talk = talkOf(speakingOf(interruption));
    talk.cough(afterMs, 700);
    expect(interruptions(talk)).toBe(stops ? 1 : 0);
  },
);

test('with interruption on intents only what means something stops the robot', () => {
  const plan = speakingOf({ when: 'onIntents', intents: ['later'] });
  const idle = talkOf(plan);
  idle.sayOver('嗯', 100);
  expect(interruptions(idle)).toBe(0);
  const meant = talkOf(plan);
  meant.sayOver('晚点再说', 100);
  meant.letReply();
  expect(interruptions(meant)).toBe(1);
  expect(meant.state().node).toBe('menu');
});

test('what is said over a prompt that is never interrupted is kept and counts when it has ended', () => {
  const talk = talkOf(speakingOf({ when: 'never' }));
  talk.sayOver('不需要', 100);
  expect(talk.state().node).toBe('ask');
  talk.letFinish();
  expect(talk.state().node).toBe('bye');
});

test('a noise that stopped the robot: it goes on where it stopped, within a second and a half of silence', () => {
  const talk = talkOf(smallPlan);
  talk.cough(200, 500);
  const quietSince = talk.lastSound();
  talk.letReply();
  expect(lastSaid(talk)).toBe('…您好，方便吗？');
  expect(talk.now() - quietSince).toBeLessThanOrEqual(1_500);
});

test('a cough while the robot listens does not start the silence anew', () => {
  const talk = talkOf(smallPlan);
  talk.letFinish();
  const quietSince = talk.now();
  talk.cough(2_500, 100);
  talk.letReply();
  expect(lastSaid(talk)).toBe('喂，在听吗？');
  expect(talk.now() - quietSince).toBe(4_000);
});

test('silence: once asked, then by `silence`; where there is no such way, politely away', () => {
  const talk = talkOf(smallPlan);
  talk.letFinish();
  talk.letReply();
  talk.letFinish();
  talk.letReply();
  expect(talk.state().node).toBe('bye');

  const noWay = talkOf(smallPlan);
  noWay.say('晚点再说');
  for (let n = 0; n < 2; n++) {
    noWay.letReply();
    noWay.letFinish();
  }
  noWay.letReply();
  expect(lastSaid(noWay)).toBe('那先这样，再见。');
});

test('not understood: asked again once, then by `notUnderstood`, then by `other`, then politely away', () => {
  const twice = (plan: Plan) => {
    const talk = talkOf(plan);
    talk.say('天真热');
    talk.say('天真热');
    return talk;
  };
  const routers = ask.routers.filter(({ on }) => on !== 'notUnderstood');
  expect(twice(smallPlan).state().node).toBe('menu');
  expect(twice(withNode({ ...ask, routers: [...routers, { on: 'other', to: 'age' }] })).state().node).toBe('age');
  expect(lastSaid(twice(withNode({ ...ask, routers })))).toBe('那先这样，再见。');
});

test('knowledge is answered and the question put again, twice; then its words are not understood any more', () => {
  const talk = talkOf(smallPlan);
  for (let n = 0; n < 3; n++) talk.say('多少钱');
  expect(robotSaid(talk)).toEqual([
    '您好，方便吗？',
    '一百二一节。',
    '现在方便吗？',
    '一百二一节。',
    '您好，方便吗？',
    '没听清，再说一遍？',
  ]);
});

test.each<[(typeof price)['next'], string]>([
  [{ resume: 'repeat' }, 'ask'],
  [{ resume: 'continue' }, 'age'],
  [{ goto: 'thanks' }, 'thanks'],
])('after its answer knowledge goes on by %j', (next, node) => {
  const plan = withNode({ ...ask, routers: [...ask.routers, { on: 'other', to: 'age' }] });
  const talk = talkOf({ ...plan, knowledge: [{ ...price, next }] });
  talk.say('多少钱');
  talk.letFinish();
  expect(talk.state().node).toBe(node);
  const left = talk.notes().filter(note => note.type === 'node.left' && note.node === 'price');
  expect(left).toHaveLength(1);
});

test('an answer may be a number in Chinese; conditions and the other flow follow from it', () => {
  const talk = talkOf(smallPlan);
  talk.say('可以');
  talk.letFinish();
  talk.say('十二岁了');
  talk.letFinish();
  expect(talk.state().answers).toEqual({ age: '12' });
  const ended = talk.notes().find(note => note.type === 'ended');
  expect(ended?.summary).toMatchObject({ level: 'A', lastNode: '感谢', endedBy: 'robot', turns: 2 });
  expect(ended?.summary.path.map(step => `${step.name}↳${step.leftBy} ${step.leftName}`.trim())).toEqual([
    '开场↳yes',
    '问年龄↳collected',
    '大小↳otherwise',
    '去结束↳flow:end 收尾',
    '感谢↳robotHungUp',
  ]);
});

test('asked for a text, a question, a no and a bare yes are not taken for it; anything else is', () => {
  const plan = withNode({ ...age, accepts: { type: 'text' }, interruption: { when: 'always' } });
  const answered = (text: string) => {
    const talk = talkOf(plan);
    talk.say('可以');
    talk.letFinish();
    talk.say(text);
    return talk.state().answers.age ?? null;
  };
  expect(['多少钱？', '不需要', '可以的，可以', '嗯'].map(answered)).toEqual([null, null, null, null]);
  expect(answered('可以，他属兔')).toBe('可以，他属兔');
});

test('a refusal comes before a number that stands in it by chance', () => {
  const talk = talkOf(smallPlan);
  talk.say('可以');
  talk.letFinish();
  talk.say('不需要，一天打我三次');
  expect(talk.state().node).toBe('bye');
});

test('keys: a pause ends a number, too short a number is asked for again', () => {
  const talk = talkOf(smallPlan);
  talk.say('晚点再说');
  talk.press('1');
  talk.letFinish();
  talk.press('138');
  talk.letReply();
  expect(lastSaid(talk)).toBe('没听清，再说一遍？');
  talk.letFinish();
  talk.press('13800138');
  talk.wait(3_100);
  expect(talk.state().answers).toEqual({ phone: '13800138' });
});

test('words that came over the robot’s last syllable are waited for, on the same line', () => {
  const plan = speakingOf({ when: 'never' });
  const result = compilePlan(plan);
  const rim = createRim(result.ok ? result.compiled : expect.unreachable());
  rim.at(0, { type: 'conversation.started', variables: {}, minuteOfDay: 600 });
  rim.at(700, { type: 'timer.fired', timer: 'silence' });
  rim.at(2_000, { type: 'callee.words', text: '晚点' });
  rim.at(2_100, { type: 'prompt.finished', prompt: 1 });
  expect(rim.state().kind).toBe('hearing');
  rim.at(2_600, { type: 'callee.sentence', text: '晚点再说' });
  expect(rim.state().node).toBe('menu');
  const lines = rim
    .notes()
    .flatMap(note => (note.type === 'callee.saying' || note.type === 'callee.said' ? [note.line] : []));
  expect(lines).toEqual([2, 2]);
});

test('two sentences in one breath are one turn and one line', () => {
  const result = compilePlan(smallPlan);
  const rim = createRim(result.ok ? result.compiled : expect.unreachable());
  rim.at(0, { type: 'conversation.started', variables: {}, minuteOfDay: 600 });
  rim.at(700, { type: 'timer.fired', timer: 'silence' });
  rim.at(3_000, { type: 'prompt.finished', prompt: 1 });
  rim.at(3_800, { type: 'callee.speaking' });
  rim.at(4_500, { type: 'callee.sentence', text: '等一下' });
  rim.at(5_200, { type: 'callee.sentence', text: '可以。' });
  expect(rim.state().node).toBe('ask');
  rim.at(5_700, { type: 'callee.quiet' });
  expect(rim.state().node).toBe('age');
  const said = rim.notes().filter(note => note.type === 'callee.said');
  expect(said).toMatchObject([{ text: '等一下，可以。', at: 3_800, endAt: 5_200 }]);
});

test('a voice that never stops is answered a second after its sentence', () => {
  const result = compilePlan(smallPlan);
  const rim = createRim(result.ok ? result.compiled : expect.unreachable());
  rim.at(0, { type: 'conversation.started', variables: {}, minuteOfDay: 600 });
  rim.at(700, { type: 'timer.fired', timer: 'silence' });
  rim.at(3_000, { type: 'prompt.finished', prompt: 1 });
  rim.at(3_800, { type: 'callee.speaking' });
  rim.at(4_500, { type: 'callee.sentence', text: '可以' });
  expect(rim.state().timers.sentenceEnd).toBe(5_500);
  rim.at(5_500, { type: 'timer.fired', timer: 'sentenceEnd' });
  expect(rim.state().node).toBe('age');
});

test('a robot cut off in mid-sentence by the callee’s hang-up still sums up what it knows', () => {
  const talk = talkOf(smallPlan);
  talk.hangUp();
  const ended = talk.notes().find(note => note.type === 'ended');
  expect(ended?.summary).toMatchObject({ level: 'D', lastNode: '开场', endedBy: 'callee', turns: 0 });
});

test('a refusal and a click is a refusal; a good-bye that no rule knows and a click is neither that nor a miss', () => {
  const lastWords = (text: string) => {
    const result = compilePlan(smallPlan);
    const rim = createRim(result.ok ? result.compiled : expect.unreachable());
    rim.at(0, { type: 'conversation.started', variables: {}, minuteOfDay: 600 });
    rim.at(700, { type: 'timer.fired', timer: 'silence' });
    rim.at(3_000, { type: 'prompt.finished', prompt: 1 });
    rim.at(3_800, { type: 'callee.speaking' });
    rim.at(4_500, { type: 'callee.sentence', text });
    rim.at(4_600, { type: 'call.ended', by: 'callee' });
    return rim.state().counts;
  };
  expect(lastWords('不需要')).toMatchObject({ turns: 1, refusals: 1 });
  expect(lastWords('我先走啦')).toMatchObject({ turns: 0, refusals: 0, notUnderstood: 0 });
  expect(lastWords('喂')).toMatchObject({ turns: 0, refusals: 0, notUnderstood: 0 });
});

test('whoever asks not to be called again is heard at any moment: in a greeting, in an answer, over a farewell', () => {
  const plan: Plan = {
    ...smallPlan,
    intents: [
      ...smallPlan.intents,
      { id: 'leaveMe', name: '别再打', priority: 50, means: 'refuse', noMoreCalls: true, words: ['别再打'] },
    ],
  };
  const wishes = (talk: TypedTalk) => talk.notes().filter(note => note.type === 'callee.wantsNoMoreCalls').length;
  const result = compilePlan(plan);
  const greeting = createTypedTalk(result.ok ? result.compiled : expect.unreachable());
  greeting.begin();
  greeting.sayOver('喂，别再打了', 300);
  greeting.letReply();
  expect(wishes(greeting)).toBe(1);
  const answer = talkOf(plan);
  answer.say('你们别再打了');
  expect(wishes(answer)).toBe(1);
  const farewell = talkOf(plan);
  farewell.say('不用了');
  expect(wishes(farewell)).toBe(0);
  farewell.sayOver('别再打来', 300);
  farewell.letReply();
  expect(wishes(farewell)).toBe(1);
});
