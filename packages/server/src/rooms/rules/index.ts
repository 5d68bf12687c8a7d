export { callsOfNumber } from './counts.store.ts';
export {
  type CallingRules,
  calendarOfTask,
  callingRulesOf,
  callingRulesQuery,
  inForce,
  merchantRulesOf,
  saveMerchantRules,
} from './rules.store.ts';
