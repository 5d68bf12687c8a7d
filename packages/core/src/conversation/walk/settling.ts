import type { When } from '../events/when.ts';
import { currentNode, routerOn } from './routing.ts';
import { type Draft, patch } from './state.ts';
import { go } from './walking.ts';

/** In words; `when`: the day and hour they mean. */
interface KeptAnswer {
  readonly value: string;
  readonly when?: When;
}

/** Keeps a collected answer and goes on by `collected`. */
export const keepAnswer = (draft: Draft, line: number | null, { value, when }: KeptAnswer): Draft => {
  const node = currentNode(draft);
  if (node.kind !== 'collect') return draft;
  const { variable } = node;
  const { answers, values, plan, lines } = draft.state;
  patch(draft, { answers: { ...answers, [variable]: value }, values: { ...values, [variable]: value } });
  const label = plan.variables.get(variable)?.label ?? variable;
  const note = { at: draft.at, line: line ?? lines, variable, label, value, ...(when && { when }) };
  draft.effects.push({ type: 'note', note: { type: 'answer.kept', ...note } });
  return go(draft, 'collected', routerOn(node, 'collected')!.to);
};
