import type { Plan } from '@lianxian/core';
import { expect, test } from 'vitest';
import { heatViewOf } from './heat-view.ts';

const speak = (id: string, routers: readonly object[]) => ({
  kind: 'speak',
  id,
  name: id,
  sentences: ['…'],
  interruption: { when: 'always' },
  routers,
});
const plan = {
  name: '话术',
  variables: [],
  rootFlow: 'main',
  flows: [
    {
      id: 'main',
      name: '主流程',
      rootNode: 'opening',
      nodes: [
        speak('opening', [
          { on: 'yes', to: 'intro' },
          { on: { intent: 'free' }, to: 'intro' },
          { on: 'refuse', to: 'keep' },
          { on: 'other', to: 'keep' },
        ]),
        speak('intro', []),
        speak('keep', []),
      ],
    },
  ],
  intents: [
    { id: 'yes', name: '愿意试听', priority: 1, means: 'yes', words: [] },
    { id: 'free', name: '改过的名字', priority: 1, words: [] },
  ],
  knowledge: [],
  levelRules: [],
  defaults: {},
} as unknown as Plan;

const heat = (left: readonly { by: string; next: string; n: number }[]) => ({
  calls: 100,
  versions: [],
  nodes: [{ node: 'opening', calls: 100, lost: 12, left: [...left], ended: [] }],
});

test.each([
  ['one of ours', { by: 'other', next: 'keep' }, 'routers.3'],
  ['an intent, whatever it is called', { by: 'intent:free', next: 'intro' }, 'routers.1'],
  ['an exit that is gone counts at the first one of its target', { by: 'intent:gone', next: 'keep' }, 'routers.2'],
  ['an exit that led elsewhere in an older version', { by: 'refuse', next: 'gone' }, 'routers.2'],
  ['an exit whose target is another exit’s by now', { by: 'refuse', next: 'intro' }, 'routers.2'],
] as const)('%s', (_what, way, slot) => {
  const view = heatViewOf(plan, heat([{ ...way, n: 40 }]));
  expect(view.exits.opening).toEqual({ [slot]: 40 });
  expect(view).toMatchObject({ most: 40, nodes: { opening: { calls: 100, lost: 12 } } });
});

test('a talk that ended left by no exit, and leavings of one exit are one cord', () => {
  const view = heatViewOf(
    plan,
    heat([
      { by: 'calleeHungUp', next: '', n: 12 },
      { by: 'yes', next: 'intro', n: 50 },
      { by: 'yes', next: 'keep', n: 8 },
    ]),
  );
  expect(view.exits.opening).toEqual({ 'routers.0': 58 });
  expect(view.most).toBe(58);
});

test('branches of a condition share an exit: each counts by where it led', () => {
  const fork = {
    kind: 'condition',
    id: 'fork',
    name: '',
    branches: [{ to: 'intro' }, { to: 'keep' }],
    otherwise: 'opening',
  };
  const forked = { ...plan, flows: [{ ...plan.flows[0]!, nodes: [fork] }] } as unknown as Plan;
  const left = [
    { by: 'holds', next: 'keep', n: 3 },
    { by: 'holds', next: 'gone', n: 2 },
    { by: 'otherwise', next: 'opening', n: 4 },
  ];
  const view = heatViewOf(forked, {
    calls: 9,
    versions: [],
    nodes: [{ node: 'fork', calls: 9, lost: 0, left, ended: [] }],
  });
  expect(view.exits.fork).toEqual({ 'branches.1': 3, 'branches.0': 2, otherwise: 4 });
});
