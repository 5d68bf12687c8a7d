import type { Flow, PlanNode } from '@lianxian/core';
import { exitsOf } from './exits.ts';

/**
 * The shape of a node on the canvas (tokens, Parts, Node): known without measuring, so that three hundred of them cost
 * nothing until they are seen.
 */
export const nodeSize = { width: 216, height: 122 } as const;
const head = 32;
const sentence = 56;
const exitRow = 34;
const heatRow = 46;
/** More exits stand in further rows. */
export const exitsInRow = 4;

export const rowsOf = (node: PlanNode): number => Math.max(1, Math.ceil(exitsOf(node).length / exitsInRow));

export const heightOf = (node: PlanNode, heat: boolean): number =>
  head + sentence + rowsOf(node) * (heat ? heatRow : exitRow);

/** The rectangle around all nodes of a flow, which has some. */
export const boundsOf = ({ nodes }: Flow, heat: boolean) => {
  const spots = nodes.map(node => ({ x: node.at?.x ?? 0, y: node.at?.y ?? 0, bottom: heightOf(node, heat) }));
  const [x, y] = [Math.min(...spots.map(spot => spot.x)), Math.min(...spots.map(spot => spot.y))];
  return {
    ...{ x, y },
    width: Math.max(...spots.map(spot => spot.x)) + nodeSize.width - x,
    height: Math.max(...spots.map(spot => spot.y + spot.bottom)) - y,
  };
};

/** Where the handle of an exit is, from the node's top left corner. */
export const handleAt = (node: PlanNode, index: number, heat: boolean): { readonly x: number; readonly y: number } => {
  const row = Math.floor(index / exitsInRow);
  const inRow = Math.min(exitsInRow, exitsOf(node).length - row * exitsInRow);
  const column = index % exitsInRow;
  return {
    x: ((column + 0.5) * nodeSize.width) / inRow,
    y: head + sentence + (row + 1) * (heat ? heatRow : exitRow),
  };
};
