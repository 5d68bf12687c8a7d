export { giveUseBack } from './callers.store.ts';
export { type CallerWish, countCallers, countingCallers, type GivenCallers, giveCallers } from './callers.ts';
export {
  awardClaim,
  type ContestedClaim,
  contestedClaims,
  FIRST_CLAIM,
  findClaim,
  OLDEST_CLAIM,
} from './claims.store.ts';
export type { AddressesOf } from './claims.ts';
export { bindNumbers } from './numbers.routes.ts';
export { addLineNumbers, forgetAwards, hasNumbers } from './numbers.store.ts';
export { readNumber, readNumbers } from './numbers.ts';
