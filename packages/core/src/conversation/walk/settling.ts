import { answerOnward } from './asides.ts';
import { currentNode, routerOn } from './routing.ts';
import { type Draft, type KeptAnswer, patch } from './state.ts';
import { go } from './walking.ts';

/** Keeps a collected answer and goes on by `collected`, with the answer to what was asked beside it. */
export const keepAnswer = (draft: Draft, answer: KeptAnswer): Draft => {
  const node = currentNode(draft);
  if (node.kind !== 'collect') return draft;
  noteKept(draft, node.variable, answer);
  const { asked } = answer;
  return go(draft, 'collected', routerOn(node, 'collected')!.to, asked && answerOnward(draft, asked));
};

/** An answer that is asked about, of who says no more: it is kept as it is. */
export const noteUnclear = (draft: Draft): void => {
  const node = currentNode(draft);
  const { unclear } = draft.state;
  if (unclear && node.kind === 'collect') noteKept(draft, node.variable, unclear);
};

const noteKept = (draft: Draft, variable: string, { value, when, line }: KeptAnswer): void => {
  const { answers, values, plan, lines } = draft.state;
  patch(draft, {
    ...{ answers: { ...answers, [variable]: value }, values: { ...values, [variable]: value } },
    unclear: null,
  });
  const label = plan.variables.get(variable)?.label ?? variable;
  const note = { at: draft.at, line: line ?? lines, variable, label, value, ...(when && { when }) };
  draft.effects.push({ type: 'note', note: { type: 'answer.kept', ...note } });
};
