/** Nodes of ours stand in columns, top to bottom, so that a new plan reads on the canvas. */
export const COLUMN_PX = 300;
/** A node of two rows of exits and the cords below it. */
const ROW_PX = 212;

/** Where a node stands in the editor, in its pixels. */
export const canvasSpot = (column: number, row: number): { readonly x: number; readonly y: number } => ({
  x: column * COLUMN_PX,
  y: row * ROW_PX,
});
