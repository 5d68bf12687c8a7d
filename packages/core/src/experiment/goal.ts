import type { CallState } from '../call/index.ts';
import { type Level, levels } from '../conversation/index.ts';

/** What a variant is to bring about; the same for all variants of a task. */
export type Goal =
  /** This level or a better one. */
  | { readonly kind: 'level'; readonly level: Level }
  /** So long a talk at least. */
  | { readonly kind: 'talk'; readonly seconds: number }
  /** The talk came to a node of this name: plans that are compared name theirs alike. */
  | { readonly kind: 'node'; readonly node: string };

interface EndedTalk {
  readonly state: CallState;
  /** By the plan's rules, not as somebody corrected it: who corrects knows which plan it was. */
  readonly level: Level | null;
  readonly talkMs: number;
  /** Names of the nodes it came to. */
  readonly nodes: readonly string[];
}

export const meetsGoal = (goal: Goal, { state, level, talkMs, nodes }: EndedTalk): boolean => {
  if (state !== 'answered') return false;
  if (goal.kind === 'level') return level !== null && levels.indexOf(level) <= levels.indexOf(goal.level);
  if (goal.kind === 'talk') return talkMs >= goal.seconds * 1_000;
  return nodes.includes(goal.node);
};
