export { aloud, isSilent, numberAloud, type PieceUse, piecesAloud, recordablePieces, soundKey } from './aloud.ts';
export { type Compiled, type CompiledPlan, compilePlan } from './compile.ts';
export type * from './events.ts';
export type { FaultKey, PlanFault } from './faults.ts';
export { findWords, isBackchannel, tidy } from './lexicon.ts';
export { stepConversation } from './machine.ts';
export type * from './plan.ts';
export { commonDialogues } from './plan.ts';
export {
  fixedPartsOf,
  type PlacedSentence,
  placedSentences,
  planSentences,
  type Recordings,
  renderSentence,
  type SentenceRole,
  variablesOf,
  variablesToFill,
} from './sentence.ts';
export { type ConversationKind, type ConversationState, conversationKinds, startConversation } from './state.ts';
