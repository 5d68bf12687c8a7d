import { type Intent, mergePlans, type Plan, type PlanNode, type PlanVariable } from '@lianxian/core';
import { describe, expect, test } from 'vitest';
import { addNodes, changeFlow, changeNode, connect, moveNodes, removeNodes } from '../graph/edits.ts';
import { goBack, noHistory, rebased, record } from './history.ts';

const speak = (id: string, says: string, to = ''): PlanNode => ({
  ...{ kind: 'speak', id, name: id, at: { x: 0, y: 0 }, sentences: [says], interruption: { when: 'never' } },
  routers: [{ on: 'other', to }],
});
const intent = (id: string, ...words: string[]): Intent => ({ id, name: id, priority: 0, words });
const variable = (name: string, label: string): PlanVariable => ({ name, label, fallback: '', spoken: 'asWritten' });
const base: Plan = {
  ...{ name: '回访', variables: [], rootFlow: 'f', knowledge: [], levelRules: [] },
  flows: [
    { id: 'f', name: '主流程', rootNode: 'a', nodes: [speak('a', '您好', 'b'), speak('b', '再见'), speak('c', '喂')] },
  ],
  intents: [intent('yes', '好'), intent('no', '不')],
  defaults: {
    ...{ silence: { ms: 1, sentences: [] }, notUnderstood: { sentences: [] } },
    ...{ longestMs: 1, mostTurns: 1, announcement: '' },
  },
};
/** As the database gives it: other objects, fields in another order. */
const stored = (plan: Plan): Plan =>
  JSON.parse(JSON.stringify(plan), (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toReversed())
      : part,
  );
const says = (id: string, text: string) => (plan: Plan) =>
  changeNode(plan, id, node => ({ ...node, sentences: [text] }) as PlanNode);
const merged = (mine: (plan: Plan) => Plan, theirs: (plan: Plan) => Plan) =>
  mergePlans(base, mine(base), stored(theirs(base)));
const textsOf = (plan: Plan | null) =>
  plan?.flows[0]?.nodes.map(node => `${node.id} ${'sentences' in node ? node.sentences[0] : ''}`);

describe('two people change one plan', () => {
  test('each another node: both are in it', () => {
    expect(textsOf(merged(says('a', '早上好'), says('b', '再会')))).toEqual(['a 早上好', 'b 再会', 'c 喂']);
  });

  test('one adds nodes, the other adds others, removes one and renames the flow', () => {
    const plan = merged(
      now => connect(addNodes(now, 'f', [speak('mine', '我的')]), 'b', 'routers.0', 'mine'),
      now => changeFlow(removeNodes(addNodes(now, 'f', [speak('theirs', '对方的')]), ['c']), 'f', { name: '改了' }),
    );
    expect(textsOf(plan)?.toSorted()).toEqual(['a 您好', 'b 再见', 'mine 我的', 'theirs 对方的']);
    expect(plan?.flows[0]).toMatchObject({ name: '改了', rootNode: 'a' });
    expect(plan?.flows[0]?.nodes.find(({ id }) => id === 'b')).toMatchObject({ routers: [{ to: 'mine' }] });
  });

  test('intents, settings and where nodes stand', () => {
    const plan = merged(
      now => moveNodes({ ...now, intents: [...now.intents, intent('busy', '忙')] }, new Map([['a', { x: 9, y: 9 }]])),
      now =>
        says(
          'a',
          '早',
        )({
          ...now,
          intents: [intent('yes', '好', '行'), intent('no', '不')],
          defaults: { ...now.defaults, announcement: '会录音' },
        }),
    );
    expect(plan?.intents).toEqual([intent('yes', '好', '行'), intent('no', '不'), intent('busy', '忙')]);
    expect(plan?.defaults.announcement).toBe('会录音');
    expect(plan?.flows[0]?.nodes[0]).toMatchObject({ at: { x: 9, y: 9 }, sentences: ['早'] });
  });

  test('the same in the same words, which is no quarrel', () => {
    expect(textsOf(merged(says('a', '早'), says('a', '早')))?.[0]).toBe('a 早');
  });

  test('intents are in the order of the one who sorted them', () => {
    const turned = (now: Plan): Plan => ({ ...now, intents: now.intents.toReversed() });
    const more = (now: Plan): Plan => ({ ...now, intents: [...now.intents, intent('busy', '忙')] });
    const ids = (plan: Plan | null) => plan?.intents.map(({ id }) => id);
    expect(ids(merged(turned, more))).toEqual(['no', 'busy', 'yes']);
    expect(ids(merged(more, turned))).toEqual(['no', 'busy', 'yes']);
  });
});

test.each<[string, (plan: Plan) => Plan, (plan: Plan) => Plan]>([
  ['two sentences for one node', says('a', '早'), says('a', '晚')],
  ['a node one changed and the other removed', says('c', '早'), now => removeNodes(now, ['c'])],
  ['a node one removed and the other changed', now => removeNodes(now, ['c']), says('c', '早')],
  [
    'variables, of which two have one name,',
    now => ({ ...now, variables: [variable('x', '一'), variable('x', '二')] }),
    now => ({ ...now, variables: [variable('y', '三')] }),
  ],
  [
    'two lists of level rules',
    now => ({ ...now, levelRules: [{ level: 'A', name: '', when: [] }] }),
    now => ({ ...now, levelRules: [{ level: 'B', name: '', when: [] }] }),
  ],
])('%s are for people to choose', (_, mine, theirs) => expect(merged(mine, theirs)).toBeNull());

test('what one takes back afterwards is one’s own alone', () => {
  const mine = says('a', '早')(base);
  const theirs = stored(says('b', '再会')(base));
  const over = (plan: Plan) => mergePlans(base, plan, theirs);
  const history = rebased(record(noHistory, base, '改句子', null, 0), over);
  expect(textsOf(goBack(history, over(mine)!)!.plan)).toEqual(['a 您好', 'b 再会', 'c 喂']);
});

test('a step that cannot be joined with theirs, and what lies behind it, is no step any more', () => {
  const first = record(noHistory, base, '一', null, 0);
  const second = record(first, says('b', '拜')(base), '二', null, 0);
  const third = record(second, says('a', '早')(base), '三', null, 0);
  const theirs = stored(says('b', '再会')(base));
  const { past } = rebased(third, plan => mergePlans(base, plan, theirs));
  expect(past.map(({ label }) => label)).toEqual(['三']);
});
