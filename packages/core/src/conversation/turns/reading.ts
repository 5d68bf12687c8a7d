import type { Asked } from '../answers/when/when.ts';
import type { CompiledPlan } from '../compile/compile.ts';
import type { Understood } from '../events/events.ts';
import type { ListeningNode } from '../walk/routing.ts';
import { understand } from './understand.ts';
import { asksForNoMoreCalls } from './wish.ts';

/** A line that a callee said, and where. */
export interface SaidAt {
  readonly node: string;
  readonly text: string;
  /** One a character of the text; none where the rim made none. */
  readonly syllables: readonly string[];
  /** Null where the merchant's day is not known. */
  readonly asked: Asked | null;
}

export interface LineRead {
  /** Null: nothing of the plan is in it. */
  readonly understood: Understood | null;
  /** What would be kept of it as an answer; '' : nothing. */
  readonly value: string;
}

/**
 * What a plan makes of one line where it was said, without the talk around it: every item may still be answered, nothing was
 * asked before but by the node itself. Null: the plan has no such node, or it does not listen; and what a free talk hears is its model's.
 */
export const readLine = (plan: CompiledPlan, { node: id, ...sentence }: SaidAt): LineRead | null => {
  const node = plan.nodes.get(id);
  if (node === undefined || !listens(node)) return null;
  if (asksForNoMoreCalls(plan, sentence.text, sentence.syllables, { heard: node.sentences.at(-1) ?? '', node }))
    return { understood: { meaning: 'refuse', name: '', by: 'wish', matched: sentence.text }, value: '' };
  const { meant } = understand(plan, node, {}, sentence);
  return {
    understood: 'understood' in meant ? meant.understood : null,
    value: meant.type === 'answer' ? meant.value : '',
  };
};

const listens = (node: { readonly kind: string }): node is Exclude<ListeningNode, { readonly kind: 'llm' }> =>
  node.kind === 'speak' || node.kind === 'collect' || node.kind === 'menu';
