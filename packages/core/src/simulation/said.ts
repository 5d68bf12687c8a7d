import type { CalleeEffect } from './callee-state.ts';
import type { Meant } from './meant.ts';

/** What a callee said or pressed, and what it meant; null: it has no mind, or meant nothing by it. */
export interface Said {
  readonly sentence: string;
  /** As it arrived. */
  readonly heard: string;
  readonly isKeys: boolean;
  readonly meant: Meant | null;
}

export const saidBy = (effect: Extract<CalleeEffect, { readonly type: 'say' | 'press' }>): Said => {
  const { meant = null } = effect;
  if (effect.type === 'press') return { sentence: effect.keys, heard: effect.keys, isKeys: true, meant };
  return { sentence: effect.sentence, heard: effect.heard ?? effect.sentence, isKeys: false, meant };
};
