import { after, type Dice, type Instant, ignored, moved, type Step } from '@lianxian/core/kit';

/**
 * How a callee takes turns: by voice activity on the robot's sound, as a person would.
 *
 *                       robot quiet                 thought
 *   listening ─────────────────────▶ thinking ─────────────────▶ speaking ──(said)──▶ listening
 *       ▲                                │ robot speaks on            │ and that was the last word
 *       └────────────────────────────────┘                            ▼
 *   waiting too long: 喂？ and at last hanging up                    over
 *
 * What to say is not decided here: `say` asks the callee's part for its next sentence. Invariants: a callee speaks only
 * out of `thinking` or of too long a wait; while it speaks the robot does not stop it; after `over` nothing happens.
 */
export interface Turns {
  readonly phase: 'listening' | 'thinking' | 'speaking' | 'over';
  /** The robot's text says that its sentence goes on: a pause is only its comma. Always false where it sends no text. */
  readonly midSentence: boolean;
  /** How often the callee has asked whether anybody is there, since the robot last spoke. */
  readonly asked: number;
  readonly robotSpeaks: boolean;
  /** The robot said something while the callee spoke: it wants an answer too. */
  readonly spokenTo: boolean;
}

export type TurnEvent =
  | { readonly type: 'started' }
  | { readonly type: 'robotSpeaking' }
  | { readonly type: 'robotQuiet' }
  | { readonly type: 'robotText'; readonly sentenceEnded: boolean }
  | { readonly type: 'thought' }
  | { readonly type: 'waitedTooLong' }
  /** The callee's own sentence is out; `last` when it said good-bye. */
  | { readonly type: 'said'; readonly last: boolean };

export type TurnEffect =
  | { readonly type: 'say'; readonly what: 'part' | 'hello' }
  /** One timer at a time: a new one replaces the old, null clears it. */
  | {
      readonly type: 'timer';
      readonly timer: { readonly fires: 'thought' | 'waitedTooLong'; readonly at: Instant } | null;
    }
  | { readonly type: 'hangUp' };

export const turnsAtStart: Turns = {
  phase: 'listening',
  midSentence: false,
  asked: 0,
  robotSpeaks: false,
  spokenTo: false,
};

/** From the robot's last sound to the callee's first; the voice gate has already waited about half a second. */
const THINKING_MS = { from: 150, to: 500 };
/** How much longer a callee waits when the robot's sentence is not over. */
const COMMA_MS = 900;
const PATIENCE_MS = 7_000;
const ASKS_AT_MOST = 2;

export const turn = (state: Turns, event: TurnEvent, at: Instant, chance: Dice): Step<Turns, TurnEffect> => {
  if (state.phase === 'over') return ignored(state, 'the call is over');
  switch (event.type) {
    case 'started':
      return moved(state, patience(at));
    case 'robotSpeaking': {
      const heard: Turns = { ...state, robotSpeaks: true, asked: 0 };
      if (state.phase === 'speaking') return moved({ ...heard, spokenTo: true });
      return moved({ ...heard, phase: 'listening' }, { type: 'timer', timer: null });
    }
    case 'robotQuiet':
      if (state.phase === 'speaking') return moved({ ...state, robotSpeaks: false });
      return think({ ...state, robotSpeaks: false }, at, chance);
    case 'robotText':
      return moved({ ...state, midSentence: !event.sentenceEnded });
    case 'thought':
      if (state.phase !== 'thinking') return ignored(state, 'the robot went on');
      return moved({ ...state, phase: 'speaking' }, { type: 'say', what: 'part' });
    case 'waitedTooLong':
      if (state.phase !== 'listening') return ignored(state, 'the robot was heard');
      if (state.asked === ASKS_AT_MOST) return moved({ ...state, phase: 'over' }, { type: 'hangUp' });
      return moved({ ...state, phase: 'speaking', asked: state.asked + 1 }, { type: 'say', what: 'hello' });
    case 'said':
      if (event.last) return moved({ ...state, phase: 'over' }, { type: 'hangUp' });
      if (state.robotSpeaks) return moved({ ...state, phase: 'listening', spokenTo: false });
      if (state.spokenTo) return think({ ...state, spokenTo: false }, at, chance);
      return moved({ ...state, phase: 'listening' }, patience(at));
  }
};

const think = (state: Turns, at: Instant, chance: Dice): Step<Turns, TurnEffect> => {
  const thinkingMs = chance.between(THINKING_MS.from, THINKING_MS.to) + (state.midSentence ? COMMA_MS : 0);
  return moved(
    { ...state, phase: 'thinking' },
    { type: 'timer', timer: { fires: 'thought', at: after(at, thinkingMs) } },
  );
};

const patience = (at: Instant): TurnEffect => ({
  type: 'timer',
  timer: { fires: 'waitedTooLong', at: after(at, PATIENCE_MS) },
});
