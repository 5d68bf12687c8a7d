import { after, dice, type Instant, ignored, moved, type Step } from '../kit/index.ts';
import type { Habit, Persona } from './personas.ts';

/**
 * A simulated callee: a person on the phone with habits, who takes turns by ear. It hears when the robot speaks and when
 * it stops, not what it says: what it answers is its persona's script, one entry a turn. The practice carrier voices it
 * over real SIP, the simulator runs it in virtual time.
 *
 *   idle ──called──▶ ringing ──pickUp──▶ waiting ──robot.speaking──▶ listening
 *                       │ refuses          ▲  │ patience: 「喂？」        │ robot.quiet, then a breath
 *                       ▼                  │  ▼                         ▼
 *                     gone ◀──hangs up── speaking ◀──────────────── its turn
 *
 * A breath is 240–600 ms after the robot was noticed to be quiet. The ear notices that about 460 ms late, so a pause of
 * 700 ms is the callee's turn, a pause inside a prompt is not, and a reply begins within 1.2 s.
 */
export type CalleeEvent =
  | { readonly type: 'called' }
  | { readonly type: 'robot.speaking' }
  | { readonly type: 'robot.quiet' }
  /** Its own sentence has been voiced to the end. */
  | { readonly type: 'spoken' }
  | { readonly type: 'timer.fired'; readonly timer: CalleeTimer }
  /** The call is over, whoever ended it. */
  | { readonly type: 'ended' };

export type CalleeTimer = 'pickUp' | 'breath' | 'patience';

export type CalleeEffect =
  | { readonly type: 'ring' }
  | { readonly type: 'pickUp' }
  | { readonly type: 'refuse'; readonly code: number }
  | { readonly type: 'say'; readonly sentence: string }
  | { readonly type: 'press'; readonly key: string }
  | { readonly type: 'hangUp' }
  | { readonly type: 'setTimer'; readonly timer: CalleeTimer; readonly at: Instant }
  | { readonly type: 'clearTimer'; readonly timer: CalleeTimer };

export const calleeKinds = ['idle', 'ringing', 'waiting', 'listening', 'breathing', 'speaking', 'gone'] as const;
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
}

type CalleeStep = Step<CalleeState, CalleeEffect>;

/** First words after picking up. */
const greetingMs = { from: 250, to: 400 };
const breathMs = { from: 240, to: 600 };
/** Nobody says anything to the callee for so long: it asks. */
const patienceMs = 6_000;
const mostAsked = 2;

export const startCallee = (persona: Persona, seed: number): CalleeState => ({
  kind: 'idle',
  persona,
  seed,
  turn: 0,
  robotSpeaks: false,
  asked: 0,
});

/** The same persona, seed and events give the same words at the same instants. */
export const stepCallee = (state: CalleeState, event: CalleeEvent, at: Instant): CalleeStep => {
  if (state.kind === 'gone') return ignored(state, 'it has gone');
  switch (event.type) {
    case 'called':
      return state.kind === 'idle' ? called(state, at) : ignored(state, 'it was called already');
    case 'robot.speaking':
      return hearsRobot(state);
    case 'robot.quiet':
      return hearsQuiet(state, at);
    case 'spoken':
      return state.kind === 'speaking' ? handsOver(state, at) : ignored(state, 'it was not speaking');
    case 'timer.fired':
      return fired(state, event.timer, at);
    case 'ended':
      return moved({ ...state, kind: 'gone' as const }, ...clearAll);
  }
};

const clearAll: readonly CalleeEffect[] = (['pickUp', 'breath', 'patience'] as const).map(timer => ({
  type: 'clearTimer',
  timer,
}));

const throwFor = (state: CalleeState) => dice(state.seed * 7_919 + state.turn * 104_729 + state.asked);

const called = (state: CalleeState, at: Instant): CalleeStep => {
  const { answering } = state.persona;
  if ('refuses' in answering) return moved({ ...state, kind: 'gone' }, { type: 'refuse', code: answering.refuses });
  const ringMs = throwFor(state).between(answering.afterMs.from, answering.afterMs.to);
  return moved(
    { ...state, kind: 'ringing' },
    { type: 'ring' },
    { type: 'setTimer', timer: 'pickUp', at: after(at, ringMs) },
  );
};

const hearsRobot = (state: CalleeState): CalleeStep => {
  const heard = { ...state, robotSpeaks: true };
  if (state.kind === 'waiting')
    return moved({ ...heard, kind: 'listening' }, { type: 'clearTimer', timer: 'patience' });
  if (state.kind === 'breathing')
    return moved({ ...heard, kind: 'listening' }, { type: 'clearTimer', timer: 'breath' });
  return moved(heard);
};

const hearsQuiet = (state: CalleeState, at: Instant): CalleeStep => {
  const heard = { ...state, robotSpeaks: false };
  if (state.kind !== 'listening') return moved(heard);
  const breath = throwFor(state).between(breathMs.from, breathMs.to);
  return moved({ ...heard, kind: 'breathing' }, { type: 'setTimer', timer: 'breath', at: after(at, breath) });
};

const handsOver = (state: CalleeState, at: Instant): CalleeStep =>
  state.robotSpeaks
    ? moved({ ...state, kind: 'listening' as const })
    : moved({ ...state, kind: 'waiting' as const }, { type: 'setTimer', timer: 'patience', at: after(at, patienceMs) });

const fired = (state: CalleeState, timer: CalleeTimer, at: Instant): CalleeStep => {
  if (timer === 'pickUp' && state.kind === 'ringing') {
    const greeting = throwFor(state).between(greetingMs.from, greetingMs.to);
    const waiting = { ...state, kind: 'breathing' as const };
    return moved(waiting, { type: 'pickUp' }, { type: 'setTimer', timer: 'breath', at: after(at, greeting) });
  }
  if (timer === 'breath' && state.kind === 'breathing') return acts(state, at);
  if (timer === 'patience' && state.kind === 'waiting') return asks(state);
  return ignored(state, 'the moment has passed');
};

/** The callee's turn: the next entry of its script, and when that is used up, its leave. */
const acts = (state: CalleeState, at: Instant): CalleeStep => {
  const habit: Habit = state.persona.habits[state.turn] ?? { hangsUp: true };
  const next = { ...state, turn: state.turn + 1 };
  if ('hangsUp' in habit) return moved({ ...next, kind: 'gone' as const }, { type: 'hangUp' });
  if ('presses' in habit) {
    const step = handsOver(next, at);
    const press = { type: 'press', key: habit.presses } as const;
    return step.kind === 'moved' ? moved(step.state, press, ...step.effects) : step;
  }
  const sentence = throwFor(state).pick(habit.says);
  return moved({ ...next, kind: 'speaking' as const }, { type: 'say', sentence });
};

const asks = (state: CalleeState): CalleeStep => {
  if (state.asked >= mostAsked) return moved({ ...state, kind: 'gone' as const }, { type: 'hangUp' });
  const sentence = throwFor(state).pick(state.persona.asksIntoSilence);
  return moved({ ...state, kind: 'speaking' as const, asked: state.asked + 1 }, { type: 'say', sentence });
};
