import { currentNode } from './routing.ts';
import { type Draft, type KeptAnswer, patch } from './state.ts';

/** Writes down an answer: whatever was being asked about it is settled. */
export const noteKept = (draft: Draft, variable: string, { value, when, line }: KeptAnswer): void => {
  const { answers, values, dates, plan, lines } = draft.state;
  const { [variable]: _, ...others } = dates;
  patch(draft, {
    ...{ answers: { ...answers, [variable]: value }, values: { ...values, [variable]: value } },
    ...{ dates: when ? { ...others, [variable]: when } : others, unclear: null },
  });
  const label = plan.variables.get(variable)?.label ?? variable;
  const note = { at: draft.at, line: line ?? lines, variable, label, value, ...(when && { when }) };
  draft.effects.push({ type: 'note', note: { type: 'answer.kept', ...note } });
};

/** However a node is left, an answer of which something was still being asked is kept as it was said. */
export const noteUnclear = (draft: Draft): void => {
  const node = currentNode(draft);
  const { unclear } = draft.state;
  if (unclear && node.kind === 'collect') noteKept(draft, node.variable, unclear);
};
