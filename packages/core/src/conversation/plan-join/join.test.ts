import { expect, test } from 'vitest';
import type { Plan } from '../plan/plan.ts';
import { ask, smallPlan as base, withNode } from '../plan/small-plan.test-data.ts';
import { adjusted, adjustmentsOf, readjust } from './adjust.ts';
import { joinPlans } from './join.ts';
import { closedFaults, sealPlan, withOwnWords } from './seal.ts';

const says = (plan: Plan, text: string): Plan => ({
  ...plan,
  flows: plan.flows.map(flow => ({
    ...flow,
    nodes: flow.nodes.map(node => (node.id === 'ask' ? { ...ask, sentences: [text] } : node)),
  })),
});

test('where two changed the same node it is named, mine stays, and all else of both is in it', () => {
  const mine = { ...says(base, '早上好'), intents: base.intents.slice(1) };
  const theirs = { ...says(base, '晚上好'), variables: base.variables.map(one => ({ ...one, fallback: '您' })) };
  const { joined, conflicts } = joinPlans({ base, mine, theirs });
  expect(conflicts).toEqual([{ part: 'node', id: 'ask', name: '开场' }]);
  expect(joined.flows[0]?.nodes.find(({ id }) => id === 'ask')).toMatchObject({ sentences: ['早上好'] });
  expect([joined.intents, joined.variables]).toEqual([mine.intents, theirs.variables]);
});

test('what one removed and the other changed is named as well, and stays; so is a single setting', () => {
  const [intent] = base.intents;
  const mine = { ...base, intents: base.intents.slice(1), defaults: { ...base.defaults, mostTurns: 7 } };
  const theirs = {
    ...base,
    intents: base.intents.map(one => (one === intent ? { ...one, words: ['改了'] } : one)),
    defaults: { ...base.defaults, mostTurns: 8 },
  };
  const { joined, conflicts } = joinPlans({ base, mine, theirs });
  expect(conflicts).toEqual([
    { part: 'intent', id: intent?.id, name: intent?.name },
    { part: 'defaults', id: 'mostTurns', name: '' },
  ]);
  expect(joined.intents.map(({ id }) => id)).toContain(intent?.id);
});

test('a newer version of a closed plan comes with what its holder set of the one before', () => {
  const was = sealPlan(base).plan;
  const set = adjusted(was, {
    ...adjustmentsOf(was),
    opening: ['我的开场'],
    voice: { source: 'synthesised', by: { service: 'builtIn', speaker: '' } },
  });
  const newer = sealPlan({
    ...says(base, '新的开场'),
    variables: base.variables.map(one => ({ ...one, fallback: '新的' })),
  }).plan;
  const got = adjustmentsOf(readjust({ base: was, mine: set, theirs: newer }));
  expect(got).toMatchObject({ opening: ['我的开场'], voice: { by: { service: 'builtIn' } } });
  expect(new Set(Object.values(got.fallbacks))).toEqual(new Set(['新的']));
  // Who set nothing has what is new.
  expect(readjust({ base: was, mine: was, theirs: newer })).toEqual(newer);
});

test('a plan that asks another system, a model or an outside number cannot be closed', () => {
  const outside = withNode({
    ...{ kind: 'transfer', id: 'bye', name: '转外线', sentences: [], ringTimeoutMs: 1, waiting: [], otherwise: 'bye' },
    to: { type: 'outside', number: '10086', announcement: '' },
  });
  expect(closedFaults(outside)).toContain('转外线');
});

test('words that a plan takes from a group of its library go with it as its own', () => {
  const [intent, ...others] = base.intents;
  const plan: Plan = { ...base, intents: [{ ...intent!, words: ['好'], groups: ['7'] }, ...others] };
  const own = withOwnWords(plan, [{ id: '7', name: '答应', recognised: { words: ['可以'], likes: ['没问题的'] } }]);
  expect(own.intents[0]).toMatchObject({ words: ['好', '可以'], likes: ['没问题的'] });
  expect(own.intents[0]).not.toHaveProperty('groups');
});
