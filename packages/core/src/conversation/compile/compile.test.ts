import { expect, test } from 'vitest';
import { compilePlan, type Plan } from '../index.ts';
import { age, ask, menu, phone, price, smallPlan, withNode } from '../plan/small-plan.test-data.ts';

const faultsOf = (plan: Plan): readonly string[] => {
  const result = compilePlan(plan);
  return result.ok ? [] : result.faults.map(({ where, fault, detail }) => `${where} ${fault} ${detail}`.trim());
};
const [main, end] = smallPlan.flows as [Plan['flows'][0], Plan['flows'][0]];
const withMain = (nodes: Plan['flows'][0]['nodes']): Plan => ({
  ...smallPlan,
  flows: [{ ...main, nodes: [...main.nodes, ...nodes] }, end],
});
const bye = { kind: 'hangup', id: 'bye2', name: '再见', sentences: [] } as const;
const on = (intent: string) => ({ on: { intent }, to: 'bye' });

test('a way that leads nowhere is told by where it stands in its node', () => {
  const open = withNode({
    ...ask,
    routers: [...ask.routers, { on: 'other', to: '' }],
    visits: { most: 2, to: 'gone' },
  });
  const result = compilePlan(open);
  expect(result.ok ? [] : result.faults.map(({ fault, slot }) => [fault, slot])).toEqual([
    ['leadsNowhere', `routers.${ask.routers.length}`],
    ['leadsNowhere', 'visits'],
  ]);
});

test('a sound plan has no faults', () => {
  expect(faultsOf(smallPlan)).toEqual([]);
});

test.each<[string, Plan, readonly string[]]>([
  ['a root flow that is missing', { ...smallPlan, rootFlow: 'x' }, ['flow noRootFlow x']],
  [
    'a root node that is missing',
    { ...smallPlan, flows: [{ ...main, rootNode: 'x' }, end] },
    ['flow:main noRootNode x', ...main.nodes.map(({ id }) => id), 'thanks'].map(row =>
      row.includes(' ') ? row : `node:${row} unreachable`,
    ),
  ],
  [
    'a router that leads nowhere',
    withNode({ ...ask, routers: [...ask.routers, { on: 'other', to: 'gone' }] }),
    ['node:ask leadsNowhere gone'],
  ],
  [
    'a router into another flow',
    withNode({ ...ask, routers: [...ask.routers, { on: 'other', to: 'thanks' }] }),
    ['node:ask leadsNowhere thanks'],
  ],
  ['a node that cannot be reached', withMain([{ ...bye, sentences: ['再见。'] }]), ['node:bye2 unreachable']],
  ['a node without sentences', withNode({ ...ask, sentences: [] }), ['node:ask noSentence']],
  ['an empty sentence', withNode({ ...ask, sentences: ['  '] }), ['node:ask emptySentence']],
  [
    'an empty sentence among those for silence',
    withNode({ ...ask, silence: { ms: 1, sentences: [''] } }),
    ['node:ask emptySentence'],
  ],
  ['an unknown variable', withNode({ ...ask, sentences: [`\${nick}好`] }), ['node:ask unknownVariable nick']],
  [
    'a node with no way on',
    withNode({ ...menu, keys: [], routers: [] }),
    ['node:menu noWayOn', 'node:phone unreachable'],
  ],
  [
    'two routers of one meaning',
    withNode({ ...ask, routers: [...ask.routers, { on: 'yes', to: 'bye' }] }),
    ['node:ask sameRouter yes'],
  ],
  [
    'a router on an intent the plan does not have',
    withNode({ ...ask, routers: [...ask.routers, on('gone')] }),
    ['node:ask unknownIntent gone'],
  ],
  [
    'an interruption on an unknown intent',
    withNode({ ...ask, interruption: { when: 'onIntents', intents: ['gone'] } }),
    ['node:ask unknownIntent gone'],
  ],
  [
    'a speak node that waits for a collected answer',
    withNode({ ...ask, routers: [...ask.routers, { on: 'collected', to: 'bye' }] }),
    ['node:ask misplacedRouter collected'],
  ],
  [
    'a collect node that goes nowhere when it has its answer',
    withNode({ ...age, routers: [{ on: 'other', to: 'grown' }] }),
    ['node:age noCollected'],
  ],
  ['a collect node for an unknown variable', withNode({ ...age, variable: 'x' }), ['node:age unknownVariable x']],
  [
    'a choice without words',
    withNode({ ...age, accepts: { type: 'choice', options: [{ value: '一', words: [] }] } }),
    ['node:age badAnswer choice'],
  ],
  [
    'a number whose least is above its most',
    withNode({ ...age, accepts: { type: 'number', min: 9, max: 1 } }),
    ['node:age badAnswer number'],
  ],
  ...(
    [{ closed: [0, 1, 2, 3, 4, 5, 6] }, { notToday: true, daysAhead: 0 }, { hours: { from: 600, to: 600 } }] as const
  ).map((bounds): [string, Plan, readonly string[]] => [
    `bounds of a date that leave nothing: ${JSON.stringify(bounds)}`,
    withNode({ ...age, accepts: { type: 'date', within: { ...bounds, sentence: '换一天可以吗？' } } }),
    ['node:age badAnswer date'],
  ]),
  [
    'bounds of a date without a sentence',
    withNode({ ...age, accepts: { type: 'date', within: { closed: [6], sentence: ' ' } } }),
    ['node:age emptySentence'],
  ],
  ...(
    [
      { of: 'days' },
      { of: 'weekdays', days: [] },
      { of: 'days', from: { ahead: 2 }, to: { ahead: 1 } },
      { of: 'days', from: { day: '2026-12-02' }, to: { day: '2026-12-01' } },
    ] as const
  ).map((date): [string, Plan, readonly string[]] => [
    `a condition on a day that holds of none: ${JSON.stringify(date)}`,
    {
      ...withNode({
        ...{ kind: 'condition', id: 'grown', name: '大小', otherwise: 'more' },
        branches: [{ when: { variable: 'age', is: 'date', date }, to: 'bye' }],
      }),
      levelRules: [
        { level: 'A', name: '', when: [{ fact: 'answeredDate', variable: 'x', date }] },
        { level: 'F', name: '', when: [] },
      ],
    },
    ['node:grown badDate', 'level:0 unknownVariable x', 'level:0 badDate'],
  ]),
  [
    'keys that can never fit',
    withNode({ ...phone, accepts: { type: 'keys', min: 9, max: 1, end: null } }),
    ['node:phone badAnswer keys'],
  ],
  [
    'a menu key that no phone has',
    withNode({ ...menu, keys: [...menu.keys, { key: 'A', label: '甲', to: 'bye' }] }),
    ['node:menu badKey A'],
  ],
  [
    'one menu key twice',
    withNode({ ...menu, keys: [...menu.keys, { key: '1', label: '又', to: 'bye' }] }),
    ['node:menu badKey 1'],
  ],
  [
    'a goto to an unknown flow',
    withNode({ kind: 'goto', id: 'more', name: '去结束', flow: 'x' }),
    ['node:more unknownFlow x', 'node:thanks unreachable'],
  ],
  [
    'a condition on an unknown variable',
    withNode({
      kind: 'condition',
      id: 'grown',
      name: '大小',
      branches: [{ when: { variable: 'x', is: 'filled' }, to: 'bye' }],
      otherwise: 'more',
    }),
    ['node:grown unknownVariable x'],
  ],
  [
    'one of several conditions on an unknown variable',
    withNode({
      ...{ kind: 'condition', id: 'grown', name: '大小', otherwise: 'more' },
      branches: [
        {
          when: {
            all: [
              { variable: 'age', is: 'filled' },
              { variable: 'x', is: 'filled' },
            ],
          },
          to: 'bye',
        },
      ],
    }),
    ['node:grown unknownVariable x'],
  ],
  [
    'a condition that leads to itself',
    withNode({ kind: 'condition', id: 'grown', name: '大小', branches: [], otherwise: 'grown' }),
    ['node:grown loopsWithoutListening'],
  ],
  [
    'a goto into its own flow whose root it is',
    {
      ...smallPlan,
      flows: [
        main,
        {
          id: 'end',
          name: '收尾',
          rootNode: 'thanks',
          nodes: [{ kind: 'goto', id: 'thanks', name: '转', flow: 'end' }],
        },
      ],
    },
    ['node:thanks loopsWithoutListening'],
  ],
  ['two nodes of one id', withMain([age]), ['node:age sameId age']],
  [
    'two intents of one id',
    { ...smallPlan, intents: [...smallPlan.intents, smallPlan.intents[0]!] },
    ['intent:yes sameId yes'],
  ],
  [
    'a knowledge item called like a node',
    { ...smallPlan, knowledge: [{ ...price, id: 'age' }] },
    ['knowledge:age sameId age'],
  ],
  [
    'an intent without words',
    { ...smallPlan, intents: [...smallPlan.intents, { id: 'x', name: 'x', priority: 1, words: [] }] },
    ['intent:x noWords'],
  ],
  [
    'knowledge without an answer',
    { ...smallPlan, knowledge: [{ ...price, answers: [] }] },
    ['knowledge:price noSentence'],
  ],
  [
    'knowledge that leads nowhere',
    { ...smallPlan, knowledge: [{ ...price, next: { goto: 'x' } }] },
    ['knowledge:price leadsNowhere x'],
  ],
  [
    'knowledge that is never answered',
    { ...smallPlan, knowledge: [{ ...price, limit: 0 }] },
    ['knowledge:price badLimit limit'],
  ],
  [
    'level rules without a last one',
    { ...smallPlan, levelRules: smallPlan.levelRules.slice(0, 2) },
    ['level noLevelRule'],
  ],
  [
    'level rules on things the plan does not have',
    {
      ...smallPlan,
      levelRules: [
        {
          level: 'B',
          name: 'x',
          when: [
            { fact: 'passedNode', node: 'n' },
            { fact: 'metIntent', intent: 'i' },
          ],
        },
        { level: 'C', name: 'y', when: [{ fact: 'answered', variable: 'v' }] },
        { level: 'D', name: 'z', when: [] },
      ],
    },
    ['level:0 unknownNode n', 'level:0 unknownIntent i', 'level:1 unknownVariable v'],
  ],
  [
    'limits of nothing',
    { ...smallPlan, defaults: { ...smallPlan.defaults, longestMs: 0, mostTurns: 0 } },
    ['defaults badLimit longest', 'defaults badLimit mostTurns'],
  ],
  [
    'an announcement with an unknown variable',
    { ...smallPlan, defaults: { ...smallPlan.defaults, announcement: `\${x}好` } },
    ['defaults unknownVariable x'],
  ],
])('%s is told with its place', (_, plan, faults) => {
  expect(faultsOf(plan)).toEqual(faults);
});
