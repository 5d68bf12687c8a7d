import { currentNode, onwardBy } from '../walk/routing.ts';
import type { Draft } from '../walk/state.ts';
import { go, part } from '../walk/walking.ts';

/** What is said here to who was not understood, one a time. */
export const repromptsAt = (draft: Draft): readonly string[] => {
  const node = currentNode(draft);
  const own = 'notUnderstood' in node ? node.notUnderstood : undefined;
  return (own ?? draft.state.plan.plan.defaults.notUnderstood).sentences;
};

/** They are used up. */
export const giveUp = (draft: Draft): Draft => {
  const onward = onwardBy(currentNode(draft), ['notUnderstood', 'other']);
  return onward ? go(draft, onward.by, onward.to) : part(draft, 'notUnderstood');
};
