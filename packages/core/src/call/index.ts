export type * from './switchboard.ts';
export type * from './verdict.ts';
