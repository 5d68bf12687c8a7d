export { bindCallerIds } from './caller-ids.routes.ts';
export { addLineNumbers, forgetDecisions, hasNumbers } from './caller-ids.store.ts';
export { readNumber, readNumbers } from './caller-ids.ts';
export { giveUseBack } from './callers.store.ts';
export { countCallers, countingCallers, type GivenCallers, giveCallers } from './callers.ts';
export {
  awardClaim,
  COUNTS,
  claimsOf,
  contestedClaims,
  FIRST_CLAIM,
  findClaim,
  holdNumber,
  IS_OPEN,
  type NumberClaim,
  OLDEST_CLAIM,
} from './claims.store.ts';
export { type AddressesOf, atCarrierOf } from './claims.ts';
