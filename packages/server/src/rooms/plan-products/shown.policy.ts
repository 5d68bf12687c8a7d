import { marketLimits, type ShownOfVersion } from '@lianxian/contract';
import { firstSentences, maskNumbers, type Plan, renderSentence, variablesToFill, waysOut } from '@lianxian/core';

/** What the shelf shows of a version, worked out once when it is handed in. */

type Picture = ShownOfVersion['picture'];

/** A node without a place of its own stands in a grid. */
const COLUMNS = 5;
const GRID_PX = 200;

/** The main flow's shape, without a word of it. */
const pictureOf = ({ flows, rootFlow }: Plan): Picture => {
  const nodes = (flows.find(({ id }) => id === rootFlow)?.nodes ?? []).slice(0, marketLimits.pictureNodes);
  const places = new Map(nodes.map(({ id }, index) => [id, index]));
  const edges = nodes.flatMap((node, from) =>
    [...new Set(waysOut(node).map(({ to }) => places.get(to)))].flatMap((to): [number, number][] =>
      to === undefined || to === from ? [] : [[from, to]],
    ),
  );
  const spot = (index: number) => ({ x: (index % COLUMNS) * GRID_PX, y: Math.floor(index / COLUMNS) * GRID_PX });
  return {
    nodes: nodes.map(({ kind, at }, index) => {
      const { x, y } = at ?? spot(index);
      return { kind, x: Math.round(x), y: Math.round(y) };
    }),
    edges,
  };
};

const kindsOf = ({ flows, knowledge }: Plan): ShownOfVersion['kinds'] => {
  const counts = new Map<string, number>();
  for (const { kind } of flows.flatMap(({ nodes }) => nodes)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  if (knowledge.length > 0) counts.set('knowledge', knowledge.length);
  return [...counts].map(([kind, count]) => ({ kind, count }));
};

const labelsOf = ({ variables }: Plan, names: Iterable<string>): readonly string[] => {
  const byName = new Map(variables.map(({ name, label }) => [name, label || name]));
  return [...new Set(names)].map(name => byName.get(name) ?? name);
};

/** As somebody hears it of whom nothing is known. */
export const openingOf = (plan: Plan): string => {
  const { announcement } = plan.defaults;
  const first = firstSentences(plan);
  const text = first.find(one => one !== announcement) ?? first[0] ?? '';
  return renderSentence(text, new Map(plan.variables.map(variable => [variable.name, variable])), {}).text;
};

export const shownOf = (plan: Plan, sample: ShownOfVersion['sample']): ShownOfVersion => ({
  kinds: kindsOf(plan),
  picture: pictureOf(plan),
  collects: labelsOf(
    plan,
    plan.flows.flatMap(({ nodes }) => nodes).flatMap(node => (node.kind === 'collect' ? [node.variable] : [])),
  ),
  fills: labelsOf(
    plan,
    variablesToFill(plan).map(({ name }) => name),
  ),
  sample,
});

/** A line of a talk as strangers see one. */
interface Spoken {
  readonly by: string;
  readonly text: string;
  readonly move: number;
  readonly sentence: NonNullable<ShownOfVersion['sample'][number]['sentence']> | null;
}

/** Lines that were said, numbers masked: what was asked of the world is told to nobody. */
export const saidLines = (lines: readonly Spoken[]): ShownOfVersion['sample'] =>
  lines
    .filter(({ by }) => by !== 'note')
    .map(({ by, text, move, sentence }) => ({
      by: by === 'robot' ? 'robot' : 'callee',
      text: maskNumbers(text),
      move,
      ...(by === 'robot' && sentence !== null && { sentence }),
    }));
