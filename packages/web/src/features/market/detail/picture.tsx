import { useTranslation } from 'react-i18next';
import { count } from '../../../ui/format.ts';
import type { Product } from '../product-text.ts';

/** In the measure of the editor’s canvas, where the next begins 200 px on at the least. */
const node = { width: 168, height: 72 };
const margin = 24;

const boxOf = (nodes: Product['picture']['nodes']): string => {
  const [xs, ys] = [nodes.map(({ x }) => x), nodes.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  const width = Math.max(...xs) + node.width + margin - left;
  const height = Math.max(...ys) + node.height + margin - top;
  return `${left} ${top} ${width} ${height}`;
};

/** A cord from the foot of one node to the head of another. */
const cord = (from: { x: number; y: number }, to: { x: number; y: number }): string => {
  const [x1, y1] = [from.x + node.width / 2, from.y + node.height];
  const [x2, y2] = [to.x + node.width / 2, to.y];
  const bend = Math.max(40, Math.abs(y2 - y1) / 2);
  return `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`;
};

/** The shape of the main flow, without a word of it; of a closed plan what kinds of nodes it has. */
export const Picture = ({ product }: { product: Product }) => {
  const { t } = useTranslation('market');
  const { picture, kinds, nodes } = product;
  const kindsText = kinds
    .map(({ kind, count: n }) =>
      t($ => $.detail.kindCount, { kind: t($ => $.detail.kind[kind as 'speak'], { defaultValue: kind }), n: count(n) }),
    )
    .join(' · ');
  return (
    <section className="market-part" aria-label={t($ => $.detail.flow)}>
      <h2>{t($ => $.detail.flow)}</h2>
      {picture.nodes.length > 0 ? (
        <svg
          className="market-picture"
          viewBox={boxOf(picture.nodes)}
          role="img"
          aria-label={t($ => $.detail.flowOf, { nodes })}
        >
          {picture.edges.map(([from, to]) => {
            const [one, other] = [picture.nodes[from], picture.nodes[to]];
            return one && other && <path key={`${from} ${to}`} d={cord(one, other)} />;
          })}
          {picture.nodes.map(({ kind, x, y }, at) => (
            <g key={`${x} ${y} ${kind}`} transform={`translate(${x} ${y})`}>
              <rect width={node.width} height={node.height} rx={12} className={at === 0 ? 'is-first' : undefined} />
              <text x={node.width / 2} y={node.height / 2}>
                {t($ => $.detail.kind[kind as 'speak'], { defaultValue: kind })}
              </text>
            </g>
          ))}
        </svg>
      ) : (
        <p className="hint">{t($ => $.detail.closedFlow, { nodes })}</p>
      )}
      {kinds.length > 0 && <p className="hint">{kindsText}</p>}
    </section>
  );
};
