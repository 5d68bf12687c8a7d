import { answerOnward } from './asides.ts';
import { noteKept } from './kept.ts';
import { currentNode, routerOn } from './routing.ts';
import type { Draft, KeptAnswer } from './state.ts';
import { go } from './walking.ts';

/** Keeps a collected answer and goes on by `collected`, with the answer to what was asked beside it. */
export const keepAnswer = (draft: Draft, answer: KeptAnswer): Draft => {
  const node = currentNode(draft);
  if (node.kind !== 'collect') return draft;
  noteKept(draft, node.variable, answer);
  const { asked } = answer;
  return go(draft, 'collected', routerOn(node, 'collected')!.to, asked && answerOnward(draft, asked));
};
