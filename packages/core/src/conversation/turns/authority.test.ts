import { expect, test } from 'vitest';
import { createTypedTalk } from '../../simulation/typed-talk.ts';
import { compilePlan, type Plan, type PlanNode } from '../index.ts';
import { smallPlan } from '../plan/small-plan.test-data.ts';

const nodes = (opening: string): readonly PlanNode[] => [
  {
    kind: 'speak',
    id: 'ask',
    name: '问一句',
    sentences: [opening],
    interruption: { when: 'always' },
    routers: [{ on: 'other', to: 'ask' }],
  },
];

/** What is told of a talk in which the callee says this, one after the other. */
const told = (said: readonly string[], opening = '您好，请问是哪位？') => {
  const plan: Plan = {
    ...smallPlan,
    flows: [{ id: 'main', name: '主', rootNode: 'ask', nodes: nodes(opening) }],
    intents: [],
    knowledge: [],
    levelRules: smallPlan.levelRules.filter(({ when }) => when.length === 0),
  };
  const result = compilePlan(plan);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  const talk = createTypedTalk(result.compiled);
  talk.begin();
  for (const text of said) talk.say(text);
  talk.letFinish();
  talk.hangUp();
  return {
    notes: talk.notes().filter(({ type }) => type === 'callee.namesAuthority').length,
    marked: talk.talk().namesAuthority,
    robot: talk.notes().filter(({ type }) => type === 'robot.said').length,
  };
};

test('who speaks of the police is told of once, and the talk goes on as it would have', () => {
  const calm = told(['我姓王', '我住北京', '再见']);
  expect(calm).toMatchObject({ notes: 0, marked: false });
  expect(told(['我要报警了', '我打110啊', '再见'])).toEqual({ ...calm, notes: 1, marked: true });
});

test('what the robot says itself is none', () => {
  expect(told(['好的'], '如遇诈骗，我们就报警，您也可以打110。')).toMatchObject({ notes: 0, marked: false });
});
