export type * from './events.ts';
export type * from './plan.ts';
