export { aloud, isSilent, numberAloud, type PieceUse, piecesAloud, recordablePieces, soundKey } from './aloud.ts';
export {
  exitBefore,
  meaningBefore,
  namesIn,
  nodeOfAnyRelease,
  type PlanBefore,
  planBefore,
  planOfAnyRelease,
  rulesBefore,
} from './before.ts';
export { linesBefore, noteOfAnyRelease, passedBefore, pathBefore, testBefore } from './before-calls.ts';
export { type Compiled, type CompiledPlan, compilePlan, compileWhole } from './compile.ts';
export { diffPlans, type FieldChange, type FieldValue, type PlanChange } from './diff.ts';
export { withoutEdges } from './edges.ts';
export type * from './events.ts';
export { enders } from './events.ts';
export {
  type BuiltInExit,
  type BuiltInMeaning,
  builtInExits,
  builtInMeanings,
  type Exit,
  isBuiltInExit,
  isExit,
  ownOf,
  routerMeanings,
} from './exit.ts';
export { type FaultKey, faultsOf, type PlanFault, stopsCalls, stopsTrials } from './faults.ts';
export { taught } from './lesson.ts';
export { factHolds, type Levelled, levelOf } from './levels.ts';
export { isBackchannel, tidy } from './lexicon.ts';
export { announcingMs } from './limits.ts';
export { stepConversation } from './machine.ts';
export { type OpeningPart, openingLacks } from './opening.ts';
export type * from './plan.ts';
export { commonDialogues, comparisons, countedFacts, customerTypes, levels, sides, spokenWays } from './plan.ts';
export { firstSentences } from './reach.ts';
export { type Comparable, comparable } from './recognition/alike.ts';
export { keptLibrary } from './recognition/kept/library.ts';
export { type TakenTopic, topicsTaken } from './recognition/kept/told.ts';
export type { Match, Owner } from './recognition/match.ts';
export { readPattern } from './recognition/pattern.ts';
export { buildRecognition, type Recognition, recognise } from './recognition/recognise.ts';
export { fuzzySyllable, type SyllablesOf } from './recognition/sounds.ts';
export {
  fixedPartsOf,
  type PlacedSentence,
  placedSentences,
  planSentences,
  type Recordings,
  renderSentence,
  type SentenceRole,
  saidKeys,
  variablesOf,
  variablesToFill,
} from './sentence.ts';
export { type ConversationKind, type ConversationState, conversationKinds, startConversation } from './state.ts';
export {
  type CalleeLine,
  followTalk,
  noTalk,
  type RobotLine,
  type SpokenLine,
  type TalkAsk,
  type TalkStep,
  type TalkView,
  talkOf,
} from './talk-view.ts';
export { exitName, exitOn, mayLeaveBy, type WayOut, waysOut } from './ways-out.ts';
