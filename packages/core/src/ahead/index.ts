export { type Ahead, type AheadUnknown, goAhead, type LineAhead, type ListAhead } from './ahead.ts';
export type { Group } from './list.ts';
export { type CallsSeen, habitsOf } from './prospects.ts';
export { type WhatIf, whatIf } from './what-if.ts';
