import { expect, test } from 'vitest';
import { createTypedTalk } from '../../simulation/typed-talk.ts';
import { compilePlan, type KnowledgeItem, type Plan } from '../index.ts';
import { smallPlan } from '../plan/small-plan.test-data.ts';

const common = (id: string, kind: KnowledgeItem['common'], words: readonly string[]): KnowledgeItem => ({
  id,
  name: id,
  priority: 8,
  words,
  answers: ['好的，我记下了。'],
  interruption: { when: 'always' },
  next: { resume: 'repeat' },
  limit: 3,
  common: kind as NonNullable<KnowledgeItem['common']>,
});
const withParts: Plan = {
  ...smallPlan,
  knowledge: [common('person', 'wantsPerson', ['转人工']), common('complaint', 'complaint', ['投诉'])],
};

/** What somebody is told of a talk in which the callee says this, one after the other. */
const wants = (plan: Plan, ...said: readonly string[]) => {
  const result = compilePlan(plan);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  const talk = createTypedTalk(result.compiled);
  talk.begin();
  talk.letReply();
  for (const text of said) {
    talk.say(text);
    talk.letReply();
  }
  return talk.talk().wants;
};

test('who asks for a person, or complains, is told while the talk goes on, each once', () => {
  expect(wants(withParts, '转人工', '帮我转人工', '我要投诉')).toEqual(['person', 'complaint']);
  expect(wants(withParts, '可以', '三岁')).toEqual([]);
});

test('also where the plan has nothing for it', () => {
  expect(wants(smallPlan, '给我转人工客服')).toEqual(['person']);
  expect(wants(smallPlan, '我要投诉你们公司')).toEqual(['complaint']);
  expect(wants(smallPlan, '今天天气不错')).toEqual([]);
});
