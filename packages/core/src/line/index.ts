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
