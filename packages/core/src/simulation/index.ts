export { isPracticeNumber } from '../phone/index.ts';
export {
  type CalleeEffect,
  type CalleeEvent,
  type CalleeKind,
  type CalleeState,
  type CalleeTimer,
  calleeKinds,
  startCallee,
  stepCallee,
} from './callee.ts';
export { type Habit, type Persona, type PracticeCallee, practiceCallees } from './personas.ts';
export { type SimulatedTalk, simulateTalk, type TalkOptions } from './talk.ts';
export { createTypedTalk, type TypedTalk } from './typed-talk.ts';
