import { expect, test } from 'vitest';
import { createTypedTalk, type TypedTalk } from '../../simulation/typed-talk.ts';
import { compilePlan, type Plan } from '../index.ts';
import { age, ask, price, smallPlan, withNode } from '../plan/small-plan.test-data.ts';

const talkOf = (plan: Plan): TypedTalk => {
  const result = compilePlan(plan);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  const talk = createTypedTalk(result.compiled);
  talk.begin();
  talk.letReply();
  return talk;
};
/** From the age on to the menu. */
const onToMenu = withNode({
  ...age,
  routers: [
    { on: 'collected', to: 'menu' },
    { on: 'refuse', to: 'grown' },
  ],
});
const robotSaid = (talk: TypedTalk) => talk.notes().flatMap(note => (note.type === 'robot.said' ? [note.text] : []));
const calleeSaid = (talk: TypedTalk) =>
  talk
    .notes()
    .flatMap(note => (note.type === 'callee.said' ? [[note.text, note.understood?.meaning, note.missed]] : []));

test('an answer and a question in one breath: the answer is kept, the question answered, and the flow goes on', () => {
  const talk = talkOf(onToMenu);
  talk.say('可以');
  talk.say('三岁吧，多少钱？');
  talk.letFinish();
  expect(robotSaid(talk)).toEqual(['您好，方便吗？', '孩子几岁了？', '一百二一节。', '回电请按 1，不用请按 2。']);
  expect(calleeSaid(talk).at(-1)).toEqual(['三岁吧，多少钱？', 'collected', false]);
  expect(talk.state()).toMatchObject({
    node: 'menu',
    answers: { age: '3' },
    aside: null,
    knowledgeUsed: { price: 1 },
    counts: { questions: 1, notUnderstood: 0 },
  });
  expect(talk.state().path.map(({ node, leftBy }) => [node, leftBy])).toEqual([
    ['ask', 'yes'],
    ['age', 'collected'],
    ['price', 'resumed'],
    ['menu', ''],
  ]);
});

test('whoever speaks into that answer is already heard at the next node', () => {
  const talk = talkOf({
    ...onToMenu,
    knowledge: [{ ...price, answers: ['一百二一节，十节起，买得多还有优惠。'], interruption: { when: 'always' } }],
  });
  talk.say('可以');
  talk.say('三岁吧，多少钱？');
  talk.letReply();
  talk.sayOver('可以', 2_500);
  talk.letFinish();
  expect(talk.state()).toMatchObject({ node: 'phone', answers: { age: '3' } });
});

test('a question that was answered as often as it may be is passed over, and the answer kept', () => {
  const talk = talkOf({
    ...onToMenu,
    knowledge: [{ ...price, limit: 1 }],
  });
  talk.say('多少钱');
  talk.say('可以');
  talk.say('三岁吧，多少钱？');
  expect(talk.state()).toMatchObject({ node: 'menu', answers: { age: '3' }, knowledgeUsed: { price: 1 } });
});

test('「喂」 and 「能听见吗」 hear the last sentence again, and are no miss', () => {
  const talk = talkOf(smallPlan);
  talk.say('喂？');
  talk.say('可以');
  talk.say('能听见吗？');
  talk.letFinish();
  expect(robotSaid(talk)).toEqual(['您好，方便吗？', '您好，方便吗？', '孩子几岁了？', '孩子几岁了？']);
  expect(calleeSaid(talk)[0]).toEqual(['喂？', 'repeated', false]);
  expect(talk.state().counts).toMatchObject({ notUnderstood: 0, turns: 3 });
});

test('a 「喂」 to 「喂，在听吗？」 hears what was asked, not that again', () => {
  const talk = talkOf(smallPlan);
  talk.letFinish();
  talk.letReply();
  expect(robotSaid(talk).at(-1)).toBe('喂，在听吗？');
  talk.say('喂');
  expect(robotSaid(talk).at(-1)).toBe('现在方便吗？');
});

test('a 「喂」 that stops the robot hears its sentence from the beginning; one beside a prompt that may not be stopped nothing', () => {
  const talk = talkOf(smallPlan);
  talk.sayOver('喂', 300);
  talk.letReply();
  expect(robotSaid(talk)).toEqual(['您好，方便吗？', '您好，方便吗？']);
  const never = talkOf(withNode({ ...ask, interruption: { when: 'never' } }));
  never.sayOver('喂', 300);
  never.letFinish();
  expect(robotSaid(never)).toEqual(['您好，方便吗？']);
});
