import type { Question } from '../conversation/index.ts';
import type { Instant } from '../kit/index.ts';
import type { Meant } from './meant.ts';
import type { Memory } from './mind.ts';
import type { Persona } from './persona.ts';

/** What happens to a simulated callee, as its rim (practice carrier, simulation) reports it. */
export type CalleeEvent =
  | { readonly type: 'called' }
  | { readonly type: 'robot.speaking' }
  | { readonly type: 'robot.quiet' }
  /** What the robot wants to hear now; told to who has a mind. */
  | { readonly type: 'robot.asks'; readonly question: Question }
  /** Its own sentence, its keys, or the announcement are out to the end. */
  | { readonly type: 'spoken' }
  | { readonly type: 'timer.fired'; readonly timer: CalleeTimer }
  /** The call is over, whoever ended it. */
  | { readonly type: 'ended' };

/** `pickUp`: it has rung long enough. `breath`: its turn. `urge`: it will not wait for its turn. `patience`: it has waited long enough. */
export const calleeTimers = ['pickUp', 'breath', 'urge', 'patience'] as const;
export type CalleeTimer = (typeof calleeTimers)[number];

export type CalleeEffect =
  /** It rings; with a ringback the caller hears music instead, until the answer. */
  | { readonly type: 'ring'; readonly ringback: boolean }
  /** The network speaks before the answer; `spoken` comes back. */
  | { readonly type: 'announce'; readonly sentence: string }
  | { readonly type: 'pickUp' }
  | { readonly type: 'refuse'; readonly code: number }
  /** Answered by `spoken` at the end, the tone included. `heard`: the words that a recogniser makes of it, where others. */
  | {
      readonly type: 'say';
      readonly sentence: string;
      readonly thenBeeps: boolean;
      readonly heard?: string;
      readonly meant?: Meant;
    }
  /** Answered by `spoken` too: nobody speaks while he types. */
  | { readonly type: 'press'; readonly keys: string; readonly meant?: Meant }
  | { readonly type: 'hangUp' }
  | { readonly type: 'setTimer'; readonly timer: CalleeTimer; readonly at: Instant }
  | { readonly type: 'clearTimer'; readonly timer: CalleeTimer };

export const calleeKinds = [
  'idle',
  'ringing',
  'announcing',
  'breathing',
  'speaking',
  'waiting',
  'listening',
  'gone',
] as const;
export type CalleeKind = (typeof calleeKinds)[number];

export interface CalleeState {
  readonly kind: CalleeKind;
  readonly persona: Persona;
  readonly seed: number;
  /** Entries of the script already used. */
  readonly turn: number;
  readonly robotSpeaks: boolean;
  /** How often it had to ask into the silence. */
  readonly asked: number;
  /** What the robot wanted to hear last; null: nobody told. */
  readonly question: Question | null;
  readonly memory: Memory;
  /** What it is saying is its last word. */
  readonly isLeaving: boolean;
}
