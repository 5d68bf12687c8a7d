import type { KnowledgeItem } from './plan.ts';
import { type Draft, patch } from './state.ts';

/*
 * The way a conversation takes, step by step: for the transcript, the level rules and the heat map.
 */

export const noteEntered = (draft: Draft, node: string, name: string, knowledge: boolean): Draft => {
  const step = { node, name, knowledge, enteredAt: draft.at, leftBy: '' };
  patch(draft, { path: [...draft.state.path, step] });
  draft.effects.push({ type: 'note', note: { type: 'node.entered', at: draft.at, node, name, knowledge } });
  return draft;
};

/** Closes the step of the current node. */
export const leave = (draft: Draft, by: string): Draft => close(draft, draft.state.node, by);

/** The answer of a knowledge item is out, or was cut short. */
export const comeBack = (draft: Draft): Draft => {
  const { aside, plan } = draft.state;
  if (aside === null) return draft;
  patch(draft, { aside: null });
  close(draft, aside, leftAsideBy(plan.knowledge.get(aside)!));
  return draft;
};

const leftAsideBy = ({ next, common }: KnowledgeItem): string => {
  if (common === 'repeat') return '再说一遍';
  if ('goto' in next) return '答后跳转';
  if ('hangUp' in next) return '答后挂断';
  return next.resume === 'repeat' ? '答后回到原处' : '答后继续';
};

const close = (draft: Draft, node: string, by: string): Draft => {
  const { path } = draft.state;
  const index = path.findLastIndex(step => step.node === node && step.leftBy === '');
  if (index < 0) return draft;
  patch(draft, { path: path.with(index, { ...path[index]!, leftBy: by }) });
  draft.effects.push({ type: 'note', note: { type: 'node.left', at: draft.at, node, by } });
  return draft;
};
