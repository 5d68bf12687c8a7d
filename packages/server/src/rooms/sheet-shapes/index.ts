export { asBefore, shapeOf } from './shape.ts';
export { findShape, keepShape } from './shapes.store.ts';
