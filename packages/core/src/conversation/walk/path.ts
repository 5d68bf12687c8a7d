import { levelSoFar } from '../levels/levels.ts';
import type { Exit } from '../plan/exit.ts';
import type { KnowledgeItem } from '../plan/plan.ts';
import { exitName } from '../plan/ways-out.ts';
import { factsOf } from './facts.ts';
import { noteUnclear } from './kept.ts';
import { type Draft, type PathStep, patch } from './state.ts';

/*
 * The way a conversation takes, step by step: for the transcript, the level rules and the heat map.
 */

/** The way with the step that is open at this node closed; the same way where none is open. */
export const pathLeft = <S extends PathStep>(
  path: readonly S[],
  node: string,
  by: Exit,
  name: string,
): readonly S[] => {
  const index = path.findLastIndex(step => step.node === node && step.leftBy === '');
  return index < 0 ? path : path.with(index, { ...path[index]!, leftBy: by, leftName: name });
};

export const noteEntered = (draft: Draft, node: string, name: string, knowledge: boolean): Draft => {
  const step = { node, name, knowledge, enteredAt: draft.at, leftBy: '', leftName: '' } as const;
  patch(draft, { path: [...draft.state.path, step] });
  const level = levelSoFar(draft.state.plan.plan.levelRules, factsOf(draft, 'callee'));
  draft.effects.push({ type: 'note', note: { type: 'node.entered', at: draft.at, node, name, knowledge, level } });
  return draft;
};

/** Closes the step of the current node. */
export const leave = (draft: Draft, by: Exit): Draft => {
  noteUnclear(draft);
  return close(draft, draft.state.node, by);
};

/** The answer of a knowledge item is out, or was cut short. `onward`: the flow goes on, whatever else the item would do. */
export const comeBack = (draft: Draft, onward?: 'onward'): Draft => {
  const { aside, plan } = draft.state;
  if (aside === null) return draft;
  patch(draft, { aside: null });
  close(draft, aside, onward ? 'resumed' : leftAsideBy(plan.knowledge.get(aside)!));
  return draft;
};

const leftAsideBy = ({ next, common }: KnowledgeItem): Exit => {
  if (common === 'repeat') return 'repeated';
  if ('goto' in next) return 'wentElsewhere';
  if ('hangUp' in next) return 'saidGoodbye';
  return next.resume === 'repeat' ? 'askedAgain' : 'resumed';
};

const close = (draft: Draft, node: string, by: Exit): Draft => {
  const { path, plan } = draft.state;
  const name = exitName(plan.plan, by, plan.nodes.get(node));
  const closed = pathLeft(path, node, by, name);
  if (closed === path) return draft;
  patch(draft, { path: closed });
  draft.effects.push({ type: 'note', note: { type: 'node.left', at: draft.at, node, by, name } });
  return draft;
};
