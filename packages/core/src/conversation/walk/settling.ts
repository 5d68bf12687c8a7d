import type { When } from '../events/when.ts';
import type { KnowledgeItem } from '../plan/plan.ts';
import { answerOnward } from './asides.ts';
import { currentNode, routerOn } from './routing.ts';
import { type Draft, patch } from './state.ts';
import { go } from './walking.ts';

/** In words; `when`: the day and hour they mean. */
interface KeptAnswer {
  readonly value: string;
  readonly when?: When;
  /** A question that was asked with it. */
  readonly asked?: KnowledgeItem;
}

/** Keeps a collected answer and goes on by `collected`, with the answer to what was asked beside it. */
export const keepAnswer = (draft: Draft, line: number | null, { value, when, asked }: KeptAnswer): Draft => {
  const node = currentNode(draft);
  if (node.kind !== 'collect') return draft;
  const { variable } = node;
  const { answers, values, plan, lines } = draft.state;
  patch(draft, { answers: { ...answers, [variable]: value }, values: { ...values, [variable]: value } });
  const label = plan.variables.get(variable)?.label ?? variable;
  const note = { at: draft.at, line: line ?? lines, variable, label, value, ...(when && { when }) };
  draft.effects.push({ type: 'note', note: { type: 'answer.kept', ...note } });
  return go(draft, 'collected', routerOn(node, 'collected')!.to, asked && answerOnward(draft, asked));
};
