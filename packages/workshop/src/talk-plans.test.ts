import { planSentences, startConversation, stepConversation } from '@lianxian/core';
import { practiceCallees, simulateTalk } from '@lianxian/core/simulation';
import { expect, test } from 'vitest';
import { courseFollowUp } from '../../server/seed/course-follow-up.ts';
import { planCalled } from './talk-plans.ts';

test('the seeded plan is whole: every node kind, ten nodes and more, a level for each letter', () => {
  const { plan } = planCalled('course-follow-up');
  const nodes = plan.flows.flatMap(flow => flow.nodes);
  expect(nodes.length).toBeGreaterThanOrEqual(10);
  expect(new Set(nodes.map(node => node.kind)).size).toBe(6);
  expect(new Set(plan.levelRules.map(rule => rule.level)).size).toBe(6);
  expect(plan.defaults.announcement).toContain('录音');
});

test('no sentence of the seeded plan is longer than one breath', () => {
  const long = planSentences(courseFollowUp).filter(text => text.replace(/\$\{[^}]*\}/g, '某某').length > 42);
  expect(long).toEqual([]);
});

test('a plan that is not there is told with those that are', () => {
  expect(() => planCalled('nothing')).toThrow('course-follow-up');
});

test('a talk can be replayed from its events', () => {
  const plan = planCalled('course-follow-up');
  const talk = simulateTalk({ plan, persona: practiceCallees[0]!.persona, seed: 5 });
  let state = startConversation(plan);
  const notes = talk.events.flatMap(({ event, at }) => {
    const step = stepConversation(state, event, at);
    if (step.kind !== 'moved') return [];
    state = step.state;
    return step.effects.flatMap(effect => (effect.type === 'note' ? [effect.note] : []));
  });
  expect(notes).toEqual(talk.notes);
});
