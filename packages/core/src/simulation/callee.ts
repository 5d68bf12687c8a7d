import type { Question } from '../conversation/index.ts';
import { after, dice, type Instant, ignored, moved, type Step } from '../kit/index.ts';
import {
  type CalleeEffect,
  type CalleeEvent,
  type CalleeState,
  type CalleeTimer,
  calleeTimers,
} from './callee-state.ts';
import { noMemory, turnOf } from './mind.ts';
import type { Habit, Persona, Range } from './persona.ts';

/**
 * A simulated callee: a person (or a machine) on the phone with habits, who takes turns by ear: it hears when the robot
 * speaks and when it stops. What it answers is its persona's script, one entry a turn; who has a mind is told what the robot
 * asks and answers that, but for the plans it knows by heart. The practice carrier voices it over real SIP, the simulator
 * runs it in virtual time.
 *
 *   idle ──▶ ringing ──picks up──▶ breathing ──its turn──▶ speaking ──spoken──▶ waiting
 *     │         │                    ▲   │ hangs up           ▲  ▲                │  │
 *     ▼         ▼ refuses            │   ▼                    │  └── patience ────┘  │ the robot
 *   announcing ▶ gone                │  gone             urge │      「喂？」         │ speaks
 *                                    └── robot is quiet ── listening ◀──────────────┘
 *
 * A breath is 240–600 ms after the robot was noticed to be quiet. The ear notices that about 460 ms late, so a pause of
 * 700 ms is the callee's turn, a pause inside a prompt is not, and a reply begins within 1.2 s. Invariants: it speaks
 * only between picking up and going; it goes once; whatever it waits for has a limit, so no call of it lasts for ever.
 */
type CalleeStep = Step<CalleeState, CalleeEffect>;

/** First words after picking up. */
const greetingMs = { from: 250, to: 400 };
const breathMs = { from: 240, to: 600 };
/** Nobody says anything to the callee for so long: it asks. */
const PATIENCE_MS = 6_000;
const MOST_ASKED = 2;
/** Who never asks gives up after so long all the same: a mailbox is full, a phone in a pocket hangs up. */
const LONGEST_WAIT_MS = 120_000;
/** Between the last word and the click of the line; words sent as text are through by then (RFC 4103 §6: 300 ms). */
const LAST_WORD_MS = 400;
/** An announcement that could not be voiced: the call is refused without. */
const LONGEST_ANNOUNCEMENT_MS = 20_000;

export const startCallee = (persona: Persona, seed: number): CalleeState => ({
  kind: 'idle',
  persona,
  seed,
  turn: 0,
  robotSpeaks: false,
  asked: 0,
  question: null,
  memory: noMemory,
  isLeaving: false,
});

/** The same persona, seed and events give the same words at the same instants. */
export const stepCallee = (state: CalleeState, event: CalleeEvent, at: Instant): CalleeStep => {
  if (state.kind === 'gone') return ignored(state, 'it has gone');
  switch (event.type) {
    case 'called':
      return state.kind === 'idle' ? called(state, at) : ignored(state, 'it was called already');
    case 'robot.speaking':
      return hearsRobot(state, at);
    case 'robot.quiet':
      return hearsQuiet(state, at);
    case 'robot.asks':
      return moved({ ...state, question: event.question });
    case 'spoken':
      return spoken(state, at);
    case 'timer.fired':
      return fired(state, event.timer, at);
    case 'ended':
      return moved({ ...state, kind: 'gone' as const }, ...calleeTimers.map(clear));
  }
};

const clear = (timer: CalleeTimer): CalleeEffect => ({ type: 'clearTimer', timer });
const set = (timer: CalleeTimer, at: Instant): CalleeEffect => ({ type: 'setTimer', timer, at });

const throwFor = (state: CalleeState) => dice(state.seed * 7_919 + state.turn * 104_729 + state.asked);
const between = (state: CalleeState, { from, to }: Range): number => throwFor(state).between(from, to);

const called = (state: CalleeState, at: Instant): CalleeStep => {
  const { answering } = state.persona;
  if ('never' in answering) return moved({ ...state, kind: 'ringing' }, { type: 'ring', ringback: false });
  if ('announces' in answering && answering.announces !== undefined) {
    const announce = { type: 'announce', sentence: answering.announces } as const;
    return moved({ ...state, kind: 'announcing' }, announce, set('pickUp', after(at, LONGEST_ANNOUNCEMENT_MS)));
  }
  const { afterMs } = answering;
  if (afterMs === undefined) return refuses(state);
  const ringback = 'ringback' in answering && answering.ringback === true;
  return moved(
    { ...state, kind: 'ringing' },
    { type: 'ring', ringback },
    set('pickUp', after(at, between(state, afterMs))),
  );
};

const refuses = (state: CalleeState): CalleeStep => {
  const { answering } = state.persona;
  const code = 'refuses' in answering ? answering.refuses : null;
  if (code === null) return ignored(state, 'it refuses nothing');
  return moved({ ...state, kind: 'gone' }, { type: 'refuse', code });
};

const hearsRobot = (state: CalleeState, at: Instant): CalleeStep => {
  const heard = { ...state, robotSpeaks: true };
  if (state.isLeaving) return moved(heard);
  if (state.kind === 'waiting') return listens(heard, at, clear('patience'));
  if (state.kind === 'breathing') return listens(heard, at, clear('breath'));
  return moved(heard);
};

const hearsQuiet = (state: CalleeState, at: Instant): CalleeStep => {
  const heard = { ...state, robotSpeaks: false };
  if (state.kind !== 'listening') return moved(heard);
  return moved({ ...heard, kind: 'breathing' }, clear('urge'), set('breath', after(at, between(state, breathMs))));
};

/** The robot speaks and it lets it, unless its next habit is not to. */
const listens = (state: CalleeState, at: Instant, ...effects: readonly CalleeEffect[]): CalleeStep => {
  const { overMs } = questionFor(state) === null ? habitOf(state) : leave;
  const urge = overMs === undefined ? [] : [set('urge', after(at, between(state, overMs)))];
  return moved({ ...state, kind: 'listening' }, ...effects, ...urge);
};

const waits = (state: CalleeState, at: Instant): CalleeStep => {
  const ms = state.persona.asksIntoSilence.length > 0 ? PATIENCE_MS : LONGEST_WAIT_MS;
  return moved({ ...state, kind: 'waiting' }, set('patience', after(at, ms)));
};

const spoken = (state: CalleeState, at: Instant): CalleeStep => {
  const thenGoes = set('breath', after(at, LAST_WORD_MS));
  if (state.kind === 'announcing') return moved(state, thenGoes);
  if (state.kind !== 'speaking') return ignored(state, 'it was not speaking');
  if (state.isLeaving) return moved({ ...state, kind: 'breathing' }, thenGoes);
  return state.robotSpeaks ? listens(state, at) : waits(state, at);
};

const fired = (state: CalleeState, timer: CalleeTimer, at: Instant): CalleeStep => {
  switch (timer) {
    case 'pickUp':
      return rangLongEnough(state, at);
    case 'breath':
      if (state.kind === 'announcing') return refuses(state);
      return state.kind === 'breathing' ? acts(state, at) : late(state);
    case 'urge':
      return state.kind === 'listening' ? acts(state, at) : late(state);
    case 'patience':
      return state.kind === 'waiting' ? asks(state) : late(state);
  }
};

const late = (state: CalleeState): CalleeStep => ignored(state, 'the moment has passed');

const rangLongEnough = (state: CalleeState, at: Instant): CalleeStep => {
  if (state.kind !== 'ringing' && state.kind !== 'announcing') return late(state);
  if ('refuses' in state.persona.answering) return refuses(state);
  const firstWord = set('breath', after(at, between(state, greetingMs)));
  return moved({ ...state, kind: 'breathing' }, { type: 'pickUp' }, firstWord);
};

const leave: Habit = { hangsUp: true };
const habitOf = ({ persona, turn }: CalleeState): Habit => persona.habits[turn] ?? persona.afterwards ?? leave;

/** What it answers by its mind; null: it follows its script. It picks up as it always does. */
const questionFor = ({ persona, question, turn }: CalleeState): Question | null =>
  persona.temper === undefined || turn === 0 || question === null || knowsByHeart(persona, question) ? null : question;

const knowsByHeart = ({ knows }: Persona, { plan }: Question): boolean => knows !== undefined && plan.includes(knows);

const hangsUp = (state: CalleeState): CalleeStep =>
  moved({ ...state, kind: 'gone' }, ...calleeTimers.map(clear), { type: 'hangUp' });

/** The callee's turn, given or taken: the next entry of its script. */
const acts = (state: CalleeState, at: Instant): CalleeStep => {
  const habit = habitOf(state);
  const next = { ...state, turn: state.turn + 1 };
  if (state.isLeaving) return hangsUp(next);
  const question = questionFor(state);
  if (question !== null) return answers(next, question, at);
  if ('hangsUp' in habit) return hangsUp(next);
  if ('says' in habit) {
    const say = { type: 'say', sentence: throwFor(state).pick(habit.says), thenBeeps: habit.beeps === true } as const;
    return moved({ ...next, kind: 'speaking', isLeaving: habit.leaves === true }, say);
  }
  if ('presses' in habit) return moved({ ...next, kind: 'speaking' }, { type: 'press', keys: habit.presses });
  return state.robotSpeaks ? listens(next, at) : waits(next, at);
};

/** A turn by its mind; `next` has counted it. */
const answers = (next: CalleeState, question: Question, at: Instant): CalleeStep => {
  const { persona, seed, turn } = next;
  const { does, meant, memory } = turnOf({ temper: persona.temper!, seed, turn }, question, next.memory);
  const state = { ...next, memory };
  const told = meant && { meant };
  if ('hangsUp' in does) return hangsUp(state);
  if ('listens' in does) return next.robotSpeaks ? listens(state, at) : waits(state, at);
  if ('presses' in does) return moved({ ...state, kind: 'speaking' }, { type: 'press', keys: does.presses, ...told });
  const { says: sentence, heard } = does;
  return moved(
    { ...state, kind: 'speaking' },
    { type: 'say', sentence, thenBeeps: false, ...(heard !== undefined && { heard }), ...told },
  );
};

const asks = (state: CalleeState): CalleeStep => {
  const { asksIntoSilence } = state.persona;
  if (asksIntoSilence.length === 0 || state.asked >= MOST_ASKED) return hangsUp(state);
  const sentence = throwFor(state).pick(asksIntoSilence);
  return moved({ ...state, kind: 'speaking', asked: state.asked + 1 }, { type: 'say', sentence, thenBeeps: false });
};
