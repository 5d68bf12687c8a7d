export { accessFaults, accessNeeds, storedPassword } from './access.ts';
export { type LineAddress, readLineAddress } from './address.ts';
export {
  type EndedCalls,
  knownHealth,
  type LineHealth,
  type LineHealthEvent,
  type LineHealthRules,
  nextMoment,
  stepLineHealth,
  usualHealthRules,
} from './health.ts';
export { OWN_NUMBER, readOwnNumbers } from './own-numbers.ts';
export { afterCall, type CalleePlace, type CallerNumber, pickNumber } from './pick.ts';
export { rewritten, rewrittenAbroad } from './rewrite.ts';
export { rewritingExamples } from './rewriting-examples.ts';
export {
  carriageOf,
  type LineSetting,
  type LineSettings,
  lineSettingNames,
  lineSettings,
  settingsOf,
  signallingOf,
  usualLine,
} from './settings.ts';
export {
  asDialled,
  type CallerPick,
  callerPicks,
  countryCodes,
  type LineBecause,
  type LineState,
  lineBecauses,
  lineStates,
  type Rewriting,
} from './types.ts';
export { goesElsewhere, type LineWay } from './way.ts';
