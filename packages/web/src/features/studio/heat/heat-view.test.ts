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
          { on: '肯定', to: 'intro' },
          { on: { intent: 'free' }, to: 'intro' },
          { on: '拒绝', to: 'keep' },
          { on: '默认', to: 'keep' },
        ]),
        speak('intro', []),
        speak('keep', []),
      ],
    },
  ],
  intents: [
    { id: 'yes', name: '愿意试听', priority: 1, means: '肯定', words: [] },
    { id: 'free', name: '问免不免费', priority: 1, words: [] },
    { id: 'busy', name: '在忙', priority: 1, words: [] },
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
  ['the word of an exit with that target', { by: '默认', next: 'keep' }, 'routers.3'],
  ['an intent by its name', { by: '问免不免费', next: 'intro' }, 'routers.1'],
  [
    'an intent that gives words to a built-in meaning goes the way of it',
    { by: '愿意试听', next: 'intro' },
    'routers.0',
  ],
  ['a word that no exit has counts at the first exit of its target', { by: '改了名的意图', next: 'keep' }, 'routers.2'],
  ['an exit that led elsewhere in an older version is found by its word', { by: '拒绝', next: 'gone' }, 'routers.2'],
] as const)('%s', (_what, way, slot) => {
  const view = heatViewOf(plan, heat([{ ...way, n: 40 }]));
  expect(view.exits.opening).toEqual({ [slot]: 40 });
  expect(view).toMatchObject({ most: 40, nodes: { opening: { calls: 100, lost: 12 } } });
});

test('a talk that ended left by no exit, and leavings of one exit are one cord', () => {
  const view = heatViewOf(
    plan,
    heat([
      { by: '客户挂断', next: '', n: 12 },
      { by: '愿意试听', next: 'intro', n: 50 },
      { by: '肯定', next: 'intro', n: 8 },
    ]),
  );
  expect(view.exits.opening).toEqual({ 'routers.0': 58 });
  expect(view.most).toBe(58);
});
