import type { PlanNode } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { useDraftStore } from '../draft/draft-store.ts';
import { changeNode } from '../graph/edits.ts';

/**
 * Puts fields of one node. Putting the same fields again soon is one step of undo: typing. An undefined value takes the
 * field away.
 */
export const usePutNode = <N extends PlanNode>(node: N) => {
  const { t } = useTranslation('studio');
  const store = useDraftStore();
  return (part: { readonly [K in keyof N]?: N[K] | undefined }) => {
    const names = Object.keys(part);
    const label = names.includes('name')
      ? t($ => $.steps.name)
      : names.includes('routers')
        ? t($ => $.steps.branches)
        : names.includes('sentences')
          ? t($ => $.steps.sentence)
          : t($ => $.steps.inspector);
    store.getState().change(
      plan =>
        changeNode(plan, node.id, now => {
          const next = { ...now, ...part };
          return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)) as unknown as N;
        }),
      label,
      `${node.id} ${names.join(' ')}`,
    );
  };
};
