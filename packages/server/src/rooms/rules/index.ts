export { callsOfNumber, countsOfCalls } from './counts.store.ts';
export { LOOK_AGAIN_JOB, lookAgain, lookAgainAfter } from './look-again.store.ts';
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
export { type CallingRules, callingRulesOf, callingRulesQuery, inForce, rulesOfTask } from './rules.store.ts';
export { changesOf, daysText, spanText, versionsPage } from './rules.view.ts';
export { countRung, sweepRung } from './rung.store.ts';
