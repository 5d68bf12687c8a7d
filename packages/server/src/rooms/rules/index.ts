export { callsOfNumber } from './counts.store.ts';
export { LOOK_AGAIN_JOB, lookAgain } from './look-again.ts';
export {
  callsOverMerchants,
  countingOverMerchants,
  type NumberKey,
  numberKeyWith,
  sweepOverMerchants,
  takeOverMerchants,
  uncountOverMerchants,
} from './over-merchants.store.ts';
export { bindRules } from './rules.routes.ts';
export { type CallingRules, calendarOfTask, callingRulesOf, callingRulesQuery, inForce } from './rules.store.ts';
export { daysText, spanText } from './rules.view.ts';
