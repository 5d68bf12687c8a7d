export { callsOfNumber } from './counts.store.ts';
export { LOOK_AGAIN_JOB, lookAgain } from './look-again.ts';
export { bindRules } from './rules.routes.ts';
export { type CallingRules, calendarOfTask, callingRulesOf, callingRulesQuery, inForce } from './rules.store.ts';
export { spanText } from './rules.view.ts';
