import { sayNext } from '../walk/speaking.ts';
import { type CalleeTurn, clearTimer, type Draft, patch } from '../walk/state.ts';
import { finishQueue } from '../walk/walking.ts';
import { saysOnlyListening } from './over-prompt.ts';
import { textOf } from './turn-notes.ts';

/*
 * False interruptions: a voice stopped the robot, but no sentence came, or one that only says 「I am listening」. The prompt
 * goes on where it stopped, and from then on mere voice does not stop it again: only words that mean something do.
 */

/** A 「嗯」 after most of a question answers it; before, it only stopped the robot. */
export const wasStoppedByMistake = ({ state }: Draft, turn: CalleeTurn): boolean =>
  turn.interrupted !== null && !turn.interrupted.mostlyHeard && saysOnlyListening(state.plan, textOf(turn));

export const resumeStopped = (draft: Draft, turn: CalleeTurn): Draft => {
  const { interrupted } = turn;
  if (!interrupted) return draft;
  const { saying, rest, afterQueue, heardMs } = interrupted;
  for (const timer of ['silence', 'sentenceEnd', 'keys'] as const) clearTimer(draft, timer);
  const again = { ...saying, interruption: { when: 'onMeaning' }, fromMs: heardMs ?? saying.fromMs ?? 0 } as const;
  patch(draft, { kind: 'saying', queue: [again, ...rest], afterQueue, turn: null, silenceDue: null });
  if (!sayNext(draft)) finishQueue(draft);
  return draft;
};
