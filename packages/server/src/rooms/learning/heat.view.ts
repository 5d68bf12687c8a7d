import { type EndedHow, lostHows, type nodeStatEndpoints, type OutputOf } from '@lianxian/contract';

/** Of one node, version and kind; `n` calls, leavings or endings. */
export interface NodeCount {
  readonly planVersion: number;
  readonly node: string;
  readonly what: 'calls' | 'left' | 'ended';
  readonly by: string;
  readonly next: string;
  readonly n: number;
}

type Heat = OutputOf<typeof nodeStatEndpoints.heat>;
type Node = Heat['nodes'][number];
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const isLost = (how: string): boolean => (lostHows as readonly string[]).includes(how);
const sumOf = (rows: readonly NodeCount[]): number => rows.reduce((sum, { n }) => sum + n, 0);

/** Counts by version as a heat map wants them: one version, or all of them together. Every call ended once. */
export const heatView = (rows: readonly NodeCount[], version: number | null): Heat => {
  const ended = Map.groupBy(
    rows.filter(({ what }) => what === 'ended'),
    row => row.planVersion,
  );
  const seen = version === null ? rows : rows.filter(row => row.planVersion === version);
  const nodes = [...Map.groupBy(seen, ({ node }) => node)].map(([node, of]) => nodeView(node, of));
  return {
    calls: sumOf(seen.filter(({ what }) => what === 'ended')),
    versions: [...ended]
      .map(([each, of]) => ({ version: each, calls: sumOf(of) }))
      .toSorted((a, b) => b.version - a.version),
    nodes: nodes.toSorted((a, b) => b.calls - a.calls || (a.node < b.node ? -1 : 1)),
  };
};

const nodeView = (node: string, rows: readonly NodeCount[]): Node => {
  const left = new Map<string, Mutable<Node['left'][number]>>();
  const ended = new Map<string, number>();
  for (const { what, by, next, n } of rows) {
    if (what === 'ended') ended.set(by, (ended.get(by) ?? 0) + n);
    if (what !== 'left') continue;
    const way = left.get(`${by}\n${next}`) ?? { by, next, n: 0 };
    way.n += n;
    left.set(`${by}\n${next}`, way);
  }
  const most = (a: { readonly n: number }, b: { readonly n: number }) => b.n - a.n;
  return {
    node,
    calls: sumOf(rows.filter(({ what }) => what === 'calls')),
    lost: sumOf(rows.filter(({ what, by }) => what === 'ended' && isLost(by))),
    left: [...left.values()].toSorted(most),
    ended: [...ended].map(([how, n]) => ({ how: how as EndedHow, n })).toSorted(most),
  };
};
