import type { Answered } from '../events/events.ts';
import type { LlmNode } from '../plan/plan.ts';
import { askForNode } from '../walk/asking.ts';
import { LONGEST_MODEL_TEXT } from '../walk/limits.ts';
import { saying } from '../walk/speaking.ts';
import { type Draft, patch, type Saying } from '../walk/state.ts';
import { go, sayThen } from '../walk/walking.ts';

/*
 * The free talk of an llm node: the callee's turn goes to the merchant's language model, whose answer is said. It leaves by
 * an exit the model chose, or by `failed` when the turns are used up or the model gives nothing usable.
 */

/** The callee has said something. */
export const freeTurn = (draft: Draft, node: LlmNode): Draft => {
  const turns = draft.state.freeTurns + 1;
  if (turns > node.mostTurns) return go(draft, 'failed', node.failed);
  patch(draft, { freeTurns: turns });
  return askForNode(draft);
};

export const freeTalkAnswered = (draft: Draft, node: LlmNode, answer: Answered): Draft => {
  if (answer.type === 'exit') {
    const exit = node.exits.find(({ id }) => id === answer.exit);
    if (!exit) return go(draft, 'failed', node.failed);
    return sayThen(draft, modelSays(node, answer.text, false), { type: 'go', by: `exit:${exit.id}`, to: exit.to });
  }
  const words = answer.type === 'said' ? modelSays(node, answer.text, true) : [];
  return words.length === 0 ? go(draft, 'failed', node.failed) : sayThen(draft, words, { type: 'listen' });
};

/** Its words as they are, cut at the last whole sentence where they are too many. */
const modelSays = (node: LlmNode, text: string, asks: boolean): readonly Saying[] => {
  const plain = text.replace(/\s+/g, ' ').trim();
  const cut = plain.slice(0, LONGEST_MODEL_TEXT);
  const whole = cut.length < plain.length ? (/^.*[。！？!?]/s.exec(cut)?.[0] ?? cut) : cut;
  if (whole === '') return [];
  return [{ ...saying(whole, node.id, { interruption: node.interruption, asks }), verbatim: true }];
};
