export { giveUseBack } from './callers.store.ts';
export { type CallerWish, countCallers, countingCallers, type GivenCallers, giveCallers } from './callers.ts';
export { bindNumbers } from './numbers.routes.ts';
export { addLineNumbers, hasNumbers } from './numbers.store.ts';
export { readNumber, readNumbers } from './numbers.ts';
