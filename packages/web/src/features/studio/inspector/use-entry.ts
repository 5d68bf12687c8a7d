import { type Intent, type KnowledgeItem, type Plan, withoutItem } from '@lianxian/core';
import { useDraftStore } from '../draft/draft-store.ts';

interface Entries {
  readonly knowledge: KnowledgeItem;
  readonly intents: Intent;
}

/** Puts fields of one intent or question, or removes it. An undefined value takes the field away. */
export const useEntry = <List extends keyof Entries>(list: List, id: string, label: string) => {
  const { change } = useDraftStore().getState();
  const put = (part: { readonly [K in keyof Entries[List]]?: Entries[List][K] | undefined }) =>
    change(
      plan => {
        const entries: readonly { readonly id: string }[] = plan[list];
        const next = entries.map(entry =>
          entry.id === id
            ? Object.fromEntries(Object.entries({ ...entry, ...part }).filter(([, value]) => value !== undefined))
            : entry,
        );
        return { ...plan, [list]: next } as Plan;
      },
      label,
      `${id} ${Object.keys(part).join(' ')}`,
    );
  const remove = () =>
    change(
      plan =>
        list === 'knowledge'
          ? withoutItem(plan, id)
          : { ...plan, intents: plan.intents.filter(intent => intent.id !== id) },
      label,
    );
  return { put, remove };
};
