import { expect, test } from 'vitest';
import { createTypedTalk, type TypedTalk } from '../../simulation/typed-talk.ts';
import { compilePlan } from '../compile/compile.ts';
import { faultsOf, stopsCalls } from '../compile/faults.ts';
import type { LevelRule, Plan } from './plan.ts';
import { ask, asksOfWorld, menu, price, smallPlan, withNode } from './small-plan.test-data.ts';
import { waysOut } from './ways-out.ts';

const left = (node: string, by: string): LevelRule => ({
  level: 'B',
  name: '走这条',
  when: [{ fact: 'leftNode', node, by }],
});
const ruled = (plan: Plan, ...rules: readonly LevelRule[]): Plan => ({
  ...plan,
  levelRules: [...rules, { level: 'F', name: '其他', when: [] }],
});

const talkOf = (plan: Plan): TypedTalk => {
  const result = compilePlan(plan);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  const talk = createTypedTalk(result.compiled);
  talk.begin();
  talk.letReply();
  return talk;
};

/** The level of a call in which somebody says this and hangs up. */
const levelOfCall = (plan: Plan, ...said: readonly string[]) => {
  const talk = talkOf(plan);
  for (const text of said) {
    talk.say(text);
    talk.letFinish();
  }
  talk.hangUp();
  return talk.notes().find(note => note.type === 'ended')?.summary.level;
};

test('a renamed intent, question, flow or exit changes no call’s level', () => {
  const goes = { ...price, next: { goto: 'bye' } } as const;
  const plan = ruled({ ...smallPlan, knowledge: [goes] }, left('ask', 'intent:later'), left('ask', 'knowledge:price'));
  const renamed: Plan = {
    ...plan,
    intents: plan.intents.map(intent => ({ ...intent, name: `改名的${intent.name}` })),
    knowledge: plan.knowledge.map(item => ({ ...item, name: '另一个名字' })),
    flows: plan.flows.map(flow => ({ ...flow, name: '换了名' })),
  };
  for (const one of [plan, renamed]) {
    expect(levelOfCall(one, '晚点再说')).toBe('B');
    expect(levelOfCall(one, '多少钱')).toBe('B');
    expect(levelOfCall(one, '可以')).toBe('F');
  }
  expect(levelOfCall(ruled(renamed, left('more', 'flow:end')), '可以', '八岁')).toBe('B');
});

test('whoever says yes leaves by the router that is on a yes, whatever the intent is called', () => {
  expect(levelOfCall(ruled(smallPlan, left('ask', 'yes')), '可以')).toBe('B');
});

test('a name of the merchant’s is never taken for one of our exits', () => {
  const named = { ...smallPlan, intents: smallPlan.intents.map(intent => ({ ...intent, name: 'calleeHungUp' })) };
  const talk = talkOf(named);
  talk.say('晚点再说');
  talk.letFinish();
  expect(talk.notes().find(note => note.type === 'node.left')).toMatchObject({
    by: 'intent:later',
    name: 'calleeHungUp',
  });
});

const faults = (plan: Plan) => faultsOf(plan).filter(({ fault }) => fault === 'unknownExit');

test('a rule whose exit is gone is a fault with its place; it stops no version that is called with', () => {
  const plan = ruled(smallPlan, left('ask', 'intent:later'), left('menu', 'key:2'));
  expect(faults(plan)).toEqual([]);
  const routers = ask.routers.filter(({ on }) => typeof on === 'string');
  const without = ruled(withNode({ ...ask, routers }), ...plan.levelRules.slice(0, 2));
  expect(faults(without)).toEqual([{ where: 'level:0', fault: 'unknownExit', detail: 'intent:later' }]);
  const keyless = ruled(withNode({ ...menu, keys: menu.keys.slice(0, 1) }), ...plan.levelRules.slice(0, 2));
  expect(faults(keyless)).toEqual([{ where: 'level:1', fault: 'unknownExit', detail: 'key:2' }]);
  expect(faults(without).filter(stopsCalls)).toEqual([]);
});

test.each<[string, string, boolean]>([
  ['ask', 'calleeHungUp', true],
  ['ask', 'tooLong', true],
  ['ask', 'other', false],
  ['ask', '', false],
  ['ask', '同意', false],
  ['grown', 'holds', true],
  ['more', 'flow:end', true],
  ['more', 'flow:main', false],
  ['ask', 'knowledge:price', false],
])('a rule on %s left by %j is no fault: %s', (node, by, isNone) => {
  expect(faults(ruled(smallPlan, left(node, by))).length === 0).toBe(isNone);
});

test('every way out of a node has its exit', () => {
  const nodes = [...smallPlan.flows.flatMap(flow => flow.nodes), ...asksOfWorld];
  expect(
    nodes.map(
      node =>
        `${node.id}: ${waysOut(node)
          .map(({ exit }) => exit)
          .join(' ')}`,
    ),
  ).toEqual([
    'ask: yes no refuse intent:later notUnderstood silence',
    'age: collected refuse',
    'menu: key:1 key:2 yes',
    'phone: collected notUnderstood',
    'grown: holds otherwise',
    'more: ',
    'bye: ',
    'thanks: ',
    'free: exit:done failed',
    'look: done failed',
    'person: notReached',
  ]);
});
