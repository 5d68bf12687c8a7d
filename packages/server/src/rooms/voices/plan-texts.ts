import type { Plan } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import { keysOf } from './sentences.policy.ts';
import { planGraphs, planStates } from './voices.store.ts';

/** Which plans say which texts, in the draft or as published. */
export interface PlanTexts {
  readonly id: string;
  readonly name: string;
  readonly draft: ReadonlySet<string>;
  readonly published: ReadonlySet<string>;
}

/** Plans whose texts are remembered, of all merchants; the one read first is forgotten first. */
const MOST_KEPT = 500;
/** Graphs read at once: each may have some MB. */
const AT_ONCE = 10;

/** A graph that is not whole says nothing: the list of recordings does not fail by one plan. */
const textsOf = (graph: Plan): ReadonlySet<string> => {
  try {
    return new Set(keysOf(graph));
  } catch {
    return new Set();
  }
};

/** Reads the texts of a merchant's plans; a plan that has not changed since is not read again. */
export const openPlanTexts = () => {
  const kept = new Map<string, Omit<PlanTexts, 'name'>>();
  return async (db: MerchantDb): Promise<readonly PlanTexts[]> => {
    const states = await planStates(db);
    const keyOf = ({ id, draft_rev, version }: (typeof states)[number]) => `${id} ${draft_rev} ${version}`;
    const unknown = states.filter(state => !kept.has(keyOf(state)));
    const read = new Map<string, Omit<PlanTexts, 'name'>>();
    for (let from = 0; from < unknown.length; from += AT_ONCE) {
      const ids = unknown.slice(from, from + AT_ONCE).map(({ id }) => id);
      for (const { id, draft, published } of await planGraphs(db, ids)) {
        const texts = published === null ? new Set<string>() : textsOf(published);
        read.set(id, { id, published: texts, draft: draft === null ? texts : textsOf(draft) });
      }
    }
    const found = states.flatMap(state => {
      const texts = kept.get(keyOf(state)) ?? read.get(state.id);
      if (texts === undefined) return [];
      kept.set(keyOf(state), texts);
      return [{ ...texts, name: state.name }];
    });
    for (const key of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(key);
    }
    return found;
  };
};
