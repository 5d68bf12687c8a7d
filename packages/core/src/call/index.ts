export type * from './switchboard.ts';
export {
  becauseKeys,
  type CallState,
  type HungUpBy,
  interrupted,
  notDialled,
  type Verdict,
  verdictOf,
  type WireEnding,
} from './verdict.ts';
