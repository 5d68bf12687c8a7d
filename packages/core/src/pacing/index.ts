export { decide } from './decide.ts';
export { freshShare, isStarved, type Shares, stepShares, type TaskUse } from './shares.ts';
export * from './types.ts';
