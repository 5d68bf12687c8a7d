export { compareVariants, type Variant } from './compare.ts';
export { type Dealing, dealtTo } from './deal.ts';
export { type Goal, meetsGoal } from './goal.ts';
