import type { endpoints, OutputOf } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import type { z } from 'zod';

type PlanRow = OutputOf<typeof endpoints.plan.mine>['list'][number];

export const planRows: readonly PlanRow[] = [
  {
    id: '7',
    name: '试听课回访',
    state: 'changed',
    version: 12,
    nodes: 2,
    changedAt: '2026-11-20T02:12:00.000Z',
    changedBy: '王晓雯',
    runningTasks: 2,
  },
  {
    id: '6',
    name: '会员到期提醒',
    state: 'draft',
    version: null,
    nodes: 6,
    changedAt: '2026-11-19T08:00:00.000Z',
    changedBy: '李强',
    runningTasks: 0,
  },
];

/** The first sentence was another one in old versions. */
const before = (graph: Plan, version: number): Plan => ({
  ...graph,
  flows: graph.flows.map(flow => ({
    ...flow,
    nodes: flow.nodes.map((node, n) =>
      n === 0 && node.kind === 'speak' ? { ...node, sentences: [`这是第 ${version} 版的开场。`] } : node,
    ),
  })),
});

/** Plans of the fake server: the list remembers what was done, the versions are two. */
export const createFakePlans = (start: readonly PlanRow[], graph: Plan): Record<string, (input: never) => unknown> => {
  let rows = [...start];
  const versions = [12, 11].map(version => ({
    version,
    nodes: 2,
    publishedAt: `2026-11-${version}T02:00:00.000Z`,
    publishedBy: '王晓雯',
    note: version === 12 ? '换了开场白' : '',
    overridden: '',
    tests: { passed: 3, failed: 0 },
    runningTasks: version === 12 ? 2 : 0,
  }));
  const add = (name: string) => {
    const id = String(50 + rows.length);
    const row = { ...planRows[1]!, id, name };
    rows = [row, ...rows];
    return { id };
  };
  return {
    'plan/mine': ({ search, state }: z.output<typeof endpoints.plan.mine.input>) => {
      const list = rows.filter(row => row.name.includes(search) && (state === undefined || row.state === state));
      return { list, total: list.length, after: null };
    },
    'plan/create': ({ name }: { name: string }) => add(name),
    'plan/copy': ({ name }: { name: string }) => add(name),
    'plan/remove': ({ id }: { id: string }) => {
      rows = rows.filter(row => row.id !== id);
      return {};
    },
    'plan/versions': () => ({ list: versions, total: versions.length, after: null }),
    'plan/version': ({ version }: { version: number }) => ({
      ...versions.find(one => one.version === version),
      graph: before(graph, version),
    }),
    'plan/check': () => ({ rev: 3, faults: [], voices: [], tests: { passed: 3, failed: [] } }),
    'plan/publish': () => ({ version: 13 }),
  };
};
