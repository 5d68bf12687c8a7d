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
export { type Answering, announcementOf, type Habit, type Persona, type Range, sentencesOf } from './persona.ts';
export { type Ringing, type SimulatedTalk, simulateTalk, type TalkOptions } from './talk.ts';
export { calleeSeed, type PracticeCallee, practiceCalleeAt, practiceCallees } from './town.ts';
export { createTypedTalk, type TypedTalk } from './typed-talk.ts';
