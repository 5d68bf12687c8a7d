import { expect, test } from 'vitest';
import type { Plan, PlanNode } from './plan.ts';
import { wordNodes } from './word-nodes.ts';

const base = { sentences: ['您好'], interruption: { when: 'always' } } as const;
const nodes: readonly PlanNode[] = [
  { ...base, kind: 'speak', id: 'a', name: '开场白', routers: [{ on: 'yes', to: 'b' }] },
  { ...base, kind: 'speak', id: 'b', name: '告知', routers: [{ on: 'other', to: 'c' }] },
  { ...base, kind: 'menu', id: 'c', name: '按键选择', keys: [{ key: '1', label: '要', to: 'd' }], routers: [] },
  { ...base, kind: 'collect', id: 'd', name: '问时间', variable: 'when', accepts: { type: 'date' }, routers: [] },
  { ...base, kind: 'collect', id: 'e', name: '问号码', variable: 'phone', accepts: { type: 'phone' }, routers: [] },
  { kind: 'hangup', id: 'f', name: '结束语', sentences: ['再见'] },
];

test('nodes that only words lead on from are named; menus, pressed numbers and statements are not', () => {
  const flows: Plan['flows'] = [{ id: 'main', name: '主流程', rootNode: 'a', nodes: [...nodes] }];
  expect(wordNodes({ flows })).toEqual(['开场白', '问时间']);
});
