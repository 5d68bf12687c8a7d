export { afterCall, type CalleePlace, type CallerNumber, pickNumber } from './pick.ts';
export { rewritten } from './rewrite.ts';
export {
  asDialled,
  type CallerPick,
  callerPicks,
  type LineBecause,
  type LineState,
  lineBecauses,
  lineStates,
  type Rewriting,
} from './types.ts';
