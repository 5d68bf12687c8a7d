import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { listed } from '../../text/said.ts';
import { Modal } from '../../ui/modal.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import type { Detail } from './marks.ts';
import './path-graph.css';

type Flow = OutputOf<typeof endpoints.call.graph>['flows'][number];
type Node = Flow['nodes'][number];

/** A node as the editor draws it, its name in the middle. */
const nodeSize = { width: 216, height: 64 } as const;
const edgePx = 24;
/** So small at least: names are read, whatever else must be scrolled for. */
const smallestScale = 0.8;

const wayText = (from: Node, to: Node): string => {
  const [x1, y1] = [from.x + nodeSize.width / 2, from.y + nodeSize.height];
  const [x2, y2] = [to.x + nodeSize.width / 2, to.y];
  const bend = Math.max(edgePx, Math.abs(y2 - y1) / 2);
  return `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`;
};

/** Each time a node was come by, as its place in the path: 「1、4」. */
const timesOf = (path: Detail['path']): ReadonlyMap<string, string> =>
  new Map(
    [...Map.groupBy(path.entries(), ([, { node }]) => node)].map(([node, steps]) => [
      node,
      listed(steps.map(([at]) => String(at + 1))),
    ]),
  );

const FlowDrawn = ({ flow, path }: { flow: Flow; path: Detail['path'] }) => {
  const { t } = useTranslation('callLog');
  const nodes = new Map(flow.nodes.map(node => [node.id, node]));
  const times = timesOf(path);
  const taken = new Set(path.slice(1).map(({ node }, at) => `${path[at]?.node} ${node}`));
  const [xs, ys] = [flow.nodes.map(({ x }) => x), flow.nodes.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - edgePx, Math.min(...ys) - edgePx];
  const [width, height] = [
    Math.max(...xs) + nodeSize.width + edgePx - left,
    Math.max(...ys) + nodeSize.height + edgePx - top,
  ];
  const ways = flow.ways.map(way => ({ ...way, isTaken: taken.has(`${way.from} ${way.to}`) }));
  const drawn = ways.toSorted((a, b) => Number(a.isTaken) - Number(b.isTaken));
  return (
    <figure className="path-graph-flow">
      <figcaption className="section-title">{flow.name}</figcaption>
      <svg
        viewBox={`${left} ${top} ${width} ${height}`}
        style={{ width, minWidth: width * smallestScale, maxWidth: '100%' }}
        role="img"
        aria-label={t($ => $.graph.of, {
          path: path
            .filter(({ node }) => nodes.has(node))
            .map(({ name }) => name)
            .join(' → '),
        })}
      >
        {drawn.map(({ from, to, isTaken }) => {
          const [start, end] = [nodes.get(from), nodes.get(to)];
          return (
            start && end && <path key={`${from} ${to}`} className={isTaken ? 'is-taken' : ''} d={wayText(start, end)} />
          );
        })}
        {flow.nodes.map(({ id, name, x, y }) => (
          <g key={id} className={times.has(id) ? 'is-passed' : ''} transform={`translate(${x} ${y})`}>
            <title>{name}</title>
            <rect width={nodeSize.width} height={nodeSize.height} rx={8} />
            <foreignObject width={nodeSize.width} height={nodeSize.height}>
              <p>
                {times.has(id) && <b>{times.get(id)}</b>}
                <span className="cut">{name}</span>
              </p>
            </foreignObject>
          </g>
        ))}
      </svg>
    </figure>
  );
};

/** The way a call took, on the graph of the version it had. */
export const PathGraph = ({ record, onClose }: { record: Detail; onClose: () => void }) => {
  const { t } = useTranslation(['callLog', 'parts']);
  const graph = useQuery({
    queryKey: ['call/graph', record.id],
    queryFn: ({ signal }) => call(endpoints.call.graph, { id: record.id }, { signal, quiet: true }),
  });
  return (
    <Modal
      title={t($ => $.graph.title, { plan: record.planName })}
      closeLabel={t($ => $.close, { ns: 'parts' })}
      className="path-graph"
      onClose={onClose}
    >
      <div className="modal-body">
        {graph.isError && <ErrorPanel error={graph.error} onAgain={() => void graph.refetch()} />}
        {graph.isPending && <Skeleton rows={6} />}
        {graph.data?.flows.length === 0 && <Empty title={t($ => $.graph.none)} hint={t($ => $.graph.noneHint)} />}
        {graph.data?.flows.map(flow => (
          <FlowDrawn key={flow.id} flow={flow} path={record.path} />
        ))}
      </div>
    </Modal>
  );
};
