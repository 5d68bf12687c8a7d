export { isPracticeNumber } from '../phone/index.ts';
export { startCallee, stepCallee } from './callee.ts';
export type { CalleeEffect, CalleeEvent, CalleeKind, CalleeState, CalleeTimer } from './callee-state.ts';
export { type Coverage, coverageOf, type Way, waysOf } from './coverage.ts';
export { type InterruptionSetting, judgeInterruption, type OverlapMoment } from './interruptions.ts';
export {
  asIfDone,
  asIfFailed,
  type Broken,
  type Expectations,
  expectationsOf,
  isMeant,
  runTest,
  type TestConversation,
} from './lab.ts';
export { compileDraft } from './mend.ts';
export { MOST_MOVES, type Move } from './moves.ts';
export { type Answering, announcementOf, type Persona, type Range, sentencesOf } from './persona.ts';
export { moveOf, type Replay, type ReplayedNote, replay } from './replay.ts';
export { type Ringing, type SimulatedTalk, simulateTalk, type TalkOptions } from './talk.ts';
export { calleeSeed, practiceCalleeAt, practiceCallees } from './town.ts';
export { createTypedTalk, type TypedTalk } from './typed-talk.ts';
