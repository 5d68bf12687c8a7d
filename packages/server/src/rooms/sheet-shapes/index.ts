export { asBefore, shapeOf } from './shape.policy.ts';
export { findShape, keepShape } from './shapes.store.ts';
