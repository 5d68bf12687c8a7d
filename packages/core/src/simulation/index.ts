export { createQuestionReader } from '../conversation/index.ts';
export { isPracticeNumber } from '../phone/index.ts';
export { startCallee, stepCallee } from './callee.ts';
export type { CalleeEffect, CalleeEvent, CalleeState, CalleeTimer } from './callee-state.ts';
export { type Coverage, coverageOf } from './coverage.ts';
export { type HeardLine, type HeardTurn, heardTurns } from './heard.ts';
export { type InterruptionSetting, judgeInterruption, type OverlapMoment } from './interruptions.ts';
export {
  accepted,
  asIfDone,
  asIfFailed,
  type Broken,
  expectationsOf,
  isMeant,
  runTest,
  type TestConversation,
} from './lab.ts';
export { compileDraft } from './mend.ts';
export type { Temper } from './mind.ts';
export { MOST_MOVES, type Move } from './moves.ts';
export { announcementOf, type Persona, sentencesOf } from './persona.ts';
export { moveOf, type Replay, replay } from './replay.ts';
export { type Said, saidBy } from './said.ts';
export { sealedTest } from './sealed-test.ts';
export { type SimulatedTalk, simulateTalk } from './talk.ts';
export { personOf } from './talkers.ts';
export { calleeSeed, practiceCalleeAt, practiceCallees } from './town.ts';
export { meansIn, runTown, type TownCall, type TownHearing, type TownRun, townCalls, townHearing } from './town-run.ts';
export { createTypedTalk, type TypedTalk } from './typed-talk.ts';
