export {
  type Attention,
  attentionOf,
  attentions,
  byAttention,
  type TalkHeard,
  type TalkNow,
  talkNow,
} from './attention.ts';
export { stepCall } from './machine.ts';
export type { CallParties, LegFacts, LiveLeg } from './parties.ts';
export { farSideOf, noParties } from './parties.ts';
export {
  type CallEffect,
  type CallEvent,
  type CallFact,
  type CallKind,
  type CallNews,
  type CallOutcome,
  type CallProgress,
  callKinds,
  type DialCommand,
  startCall,
} from './state.ts';
export * from './switchboard.ts';
export {
  becauseKeys,
  type CallDirection,
  type CallOrigin,
  type CallStage,
  type CallState,
  callDirections,
  callFaults,
  callOrigins,
  callStages,
  callStates,
  type HungUpBy,
  hungUpBys,
  interrupted,
  type LegEnding,
  lineNotReady,
  notDialled,
  type Verdict,
  verdictOf,
} from './verdict.ts';
