export { type Compiled, type CompiledPlan, compilePlan, compileWhole } from './compile/compile.ts';
export { type FaultKey, faultsOf, type PlanFault, stopsCalls, stopsTrials } from './compile/faults.ts';
export { type People, peopleFaults, personMeant, withoutPeople, withPeople } from './compile/people-faults.ts';
export {
  exitBefore,
  meaningBefore,
  namesIn,
  nodeOfAnyRelease,
  type PlanBefore,
  planBefore,
  planOfAnyRelease,
  rulesBefore,
} from './earlier/before.ts';
export { linesBefore, noteOfAnyRelease, passedBefore, pathBefore, testBefore } from './earlier/before-calls.ts';
export { withMeaningsOfBefore } from './earlier/meanings.ts';
export { type Day, dayFrom, dayOf, isoOf, partsOf, weekdayOf } from './events/calendar.ts';
export type * from './events/events.ts';
export { answerTypes, askTypes, calleeWants, enders } from './events/events.ts';
export { type PartyPlace, type PartyWho, partyTypes } from './events/people.ts';
export type { DayPart, When } from './events/when.ts';
export { factHolds, levelOf } from './levels/levels.ts';
export { stepConversation } from './machine/machine.ts';
export { startPlainTalk, stepPlainTalk } from './machine/plain.ts';
export { canvasSpot } from './parts/canvas.ts';
export { callBackVariable, planParts } from './parts/common-parts.ts';
export { type PartKind, type PlanPart, partId } from './parts/part.ts';
export { acceptsNow, freshBounds, repromptsOf } from './parts/reprompts.ts';
export { textReprompts } from './parts/text-reprompts.ts';
export {
  partsMissing,
  type WordGroups,
  withAllParts,
  withoutItem,
  withPart,
} from './parts/with-part.ts';
export { allOf, conditionParts } from './plan/condition-parts.ts';
export type * from './plan/dates.ts';
export { dayHalves } from './plan/dates.ts';
export { diffPlans, type FieldChange, type FieldValue, type PlanChange } from './plan/diff.ts';
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
} from './plan/exit.ts';
export { goalOf } from './plan/goal.ts';
export { freshQuestion, type Lesson, newIn, taught, untaught } from './plan/lesson.ts';
export { type FileLicence, fileLicences, mayPassOn, maySell, type PlanLicence, planLicences } from './plan/licence.ts';
export type * from './plan/plan.ts';
export type { Speaker } from './plan/plan.ts';
export {
  aloudWays,
  commonDialogues,
  comparisons,
  countedFacts,
  customerTypes,
  goodLevels,
  levels,
  sides,
  speakers,
  spokenWays,
} from './plan/plan.ts';
export { type Question, questionAt } from './plan/question.ts';
export { createQuestionReader, questionText } from './plan/question-text.ts';
export { firstSentences } from './plan/reach.ts';
export {
  type ComparedVoice,
  houseVoice,
  isVoiceGone,
  type PlanVoice,
  type Synthesis,
  type VoiceChoice,
  voiceChoiceOf,
} from './plan/voice.ts';
export { exitName, exitOn, mayLeaveBy, type WayOut, waysOut } from './plan/ways-out.ts';
export { wordNodes } from './plan/word-nodes.ts';
export { adjusted, adjustmentsOf, readjust } from './plan-join/adjust.ts';
export { type Difference, differenceOf } from './plan-join/difference.ts';
export { type JoinConflict, joinPlans, mergePlans } from './plan-join/join.ts';
export { isSame } from './plan-join/same.ts';
export { closedFaults, type Sealed, sealPlan, withOwnWords } from './plan-join/seal.ts';
export { sideTexts } from './plan-join/side-texts.ts';
export { comparable } from './recognition/alike.ts';
export { builtInLibrary, tradeLibrary } from './recognition/built-in/library.ts';
export { meaningsMark } from './recognition/built-in/mark.ts';
export { listedMeanings, proposedMeanings } from './recognition/built-in/told.ts';
export { builtInTopics, tradeTopics } from './recognition/built-in/topics.ts';
export { wantsNoCalls } from './recognition/call-wish/call-wish.ts';
export { WISH_PLACES, wishFeatures } from './recognition/call-wish/features.ts';
export { commonCharacters } from './recognition/common-words.ts';
export { type Asked, askedBy, askedKinds } from './recognition/dialogue-act/asked.ts';
export { ACT_ROW, type Act, actOdds, dialogueActs } from './recognition/dialogue-act/dialogue-act.ts';
export { ACT_PLACES, actFeatures } from './recognition/dialogue-act/features.ts';
export { heardByEar } from './recognition/homophones.ts';
export { isBackchannel, tidy } from './recognition/lexicon.ts';
export type { Match } from './recognition/match.ts';
export { readPattern } from './recognition/pattern.ts';
export { buildRecognition, type Recognition, recognise } from './recognition/recognise.ts';
export type { SyllablesOf } from './recognition/sounds.ts';
export { SUBJECT_DIMENSIONS, subjectOf } from './recognition/subject/subject.ts';
export { WEIGHT_STEP, writeVectors, writeWeights } from './recognition/weights-text.ts';
export { aloud, isSilent, type PieceUse, recordablePieces, soundKey } from './sentences/aloud.ts';
export { withoutEdges } from './sentences/edges.ts';
export { figuresAloud } from './sentences/figures-aloud.ts';
export { sentenceRead, sentenceWritten } from './sentences/labels.ts';
export {
  apologyOf,
  fixedPartsOf,
  openQuestionsOf,
  outsideOf,
  type PlacedSentence,
  placedSentences,
  planSentences,
  renderSentence,
  saidKeys,
  seatGoneFarewell,
  variablesOf,
  variablesToFill,
} from './sentences/sentence.ts';
export { type LineRead, readLine, type SaidAt } from './turns/reading.ts';
export { type Suspicion, suspectsOf, suspicions, type TalkedLine } from './turns/suspects.ts';
export {
  type CalleeLine,
  followTalk,
  isCallees,
  noTalk,
  type RobotLine,
  type SpokenLine,
  type TalkAsk,
  type TalkStep,
  type TalkView,
  talkOf,
} from './view/talk-view.ts';
export { ANNOUNCING_MS } from './walk/limits.ts';
export { openingFor } from './walk/opening.ts';
export { type ConversationKind, type ConversationState, conversationKinds, startConversation } from './walk/state.ts';
