export { isPracticeNumber } from '../phone/index.ts';
export { startCallee, stepCallee } from './callee.ts';
export {
  type CalleeEffect,
  type CalleeEvent,
  type CalleeKind,
  type CalleeState,
  type CalleeTimer,
  calleeKinds,
} from './callee-state.ts';
export { type Coverage, coverageOf, type Way, waysOf, waysTaken } from './coverage.ts';
export {
  graceMs,
  type InterruptionJudged,
  type InterruptionSetting,
  type InterruptionVerdict,
  judgeInterruption,
  type OverlapMoment,
} from './interruptions.ts';
export {
  asIfDone,
  asIfFailed,
  type Broken,
  type Expectations,
  expectationsOf,
  isMeant,
  passedOf,
  runTest,
  type TestConversation,
  type TestRun,
} from './lab.ts';
export { compileDraft } from './mend.ts';
export { type Move, mostMoves } from './moves.ts';
export { type Answering, announcementOf, type Habit, type Persona, type Range, sentencesOf } from './persona.ts';
export { type Replay, type ReplayedAsk, type ReplayedNote, type ReplayOptions, replay } from './replay.ts';
export { emptyWorld, type SimulatedWorld } from './robot-side.ts';
export { type Ringing, type SimulatedTalk, simulateTalk, type TalkOptions } from './talk.ts';
export { calleeSeed, type PracticeCallee, practiceCalleeAt, practiceCallees } from './town.ts';
export { createTypedTalk, type TypedTalk } from './typed-talk.ts';
