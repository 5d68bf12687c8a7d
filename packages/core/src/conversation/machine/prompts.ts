import { settleKeys } from '../turns/keys.ts';
import { takeKept } from '../turns/turns.ts';
import { comeBack } from '../walk/path.ts';
import { hangUp, sayNext } from '../walk/speaking.ts';
import { type Draft, patch } from '../walk/state.ts';
import { finishQueue } from '../walk/walking.ts';
import { waitingPromptEnded } from './answering.ts';

/** A prompt was heard to its end (or could not be voiced): what was said meanwhile, then the next sentence, then on. */
export const promptEnded = (draft: Draft, prompt: number): string | undefined => {
  const { queue, turn, voiceSince, keys } = draft.state;
  const [done, ...rest] = queue;
  if (done?.prompt !== prompt) return notCurrent(draft, prompt);
  patch(draft, { queue: rest });
  if (done.source === draft.state.aside) comeBack(draft);
  if (keys !== null) {
    settleKeys(draft);
    return undefined;
  }
  if (turn && turn.texts.length > 0 && voiceSince === null && takeKept(draft, turn)) return undefined;
  if (!sayNext(draft)) finishQueue(draft);
  return undefined;
};

/** The same while the world is asked. */
export const fillerOver = (draft: Draft, prompt: number): string | undefined => {
  const [done, ...rest] = draft.state.queue;
  if (done?.prompt !== prompt) return notCurrent(draft, prompt);
  patch(draft, { queue: rest });
  waitingPromptEnded(draft);
  return undefined;
};

/** The same while the robot takes its leave: nothing said counts any more. */
export const farewellEnded = (draft: Draft, prompt: number): string | undefined => {
  const [done, ...rest] = draft.state.queue;
  if (done?.prompt !== prompt) return notCurrent(draft, prompt);
  patch(draft, { queue: rest });
  if (!sayNext(draft)) hangUp(draft);
  return undefined;
};

/** What two people are told is out; they go on. */
export const warningOver = (draft: Draft, prompt: number): string | undefined => {
  if (draft.state.queue[0]?.prompt !== prompt) return notCurrent(draft, prompt);
  patch(draft, { queue: [] });
  return undefined;
};

/** News of a prompt that was asked to stop; also of one that ended in the same moment. */
export const promptStopped = (draft: Draft, prompt: number, heardMs: number): string | undefined => {
  const { stopping, turn } = draft.state;
  if (!stopping.includes(prompt)) return 'not a prompt that was asked to stop';
  patch(draft, { stopping: stopping.filter(asked => asked !== prompt) });
  const interrupted = turn?.interrupted;
  if (turn && interrupted?.saying.prompt === prompt) {
    const heard = { ...interrupted, heardMs };
    patch(draft, { turn: { ...turn, interrupted: heard } });
  }
  noteCut(draft, prompt, heardMs - (interrupted?.saying.prompt === prompt ? (interrupted.saying.fromMs ?? 0) : 0));
  return undefined;
};

/** How much of a line was heard: the transcript shows no more than was said. */
export const noteCut = (draft: Draft, line: number, heardMs: number): void => {
  draft.effects.push({
    type: 'note',
    note: { type: 'robot.interrupted', at: draft.at, line, heardMs: Math.max(0, heardMs) },
  });
};

const notCurrent = (draft: Draft, prompt: number): string | undefined => {
  const { stopping } = draft.state;
  if (!stopping.includes(prompt)) return 'not the prompt being said';
  patch(draft, { stopping: stopping.filter(asked => asked !== prompt) });
  return undefined;
};
