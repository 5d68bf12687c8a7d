import { endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { sayRemoved } from '../../ui/undo.ts';

export type Article = OutputOf<typeof endpoints.help.all>['list'][number];

export const useAllArticles = () =>
  useQuery({
    queryKey: ['help/all'],
    queryFn: ({ signal }) => call(endpoints.help.all, {}, { signal, quiet: true }),
  });

/** Reads everything anew that shows articles: this page and the help centre. */
export const useArticlesChanged = () => {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ['help/all', 'help/list', 'help/detail', 'help/search'].map(key =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
};

interface Move {
  readonly id: string;
  readonly parentId: string | null;
  /** Stands in front of that one; null: at the end. */
  readonly before: string | null;
}
export const useMoveArticle = () => {
  const refresh = useArticlesChanged();
  return useMutation({
    mutationFn: ({ id, parentId, before }: Move) =>
      call(endpoints.help.move, { id, ...(parentId !== null && { parentId }), ...(before !== null && { before }) }),
    onSettled: refresh,
  });
};

export const useRemoveArticle = (onDone: () => void) => {
  const { t } = useTranslation('editorial');
  const refresh = useArticlesChanged();
  return useMutation({
    mutationFn: (id: string) => call(endpoints.help.remove, { id }),
    onSuccess: ({ undo }) => {
      sayRemoved(
        t($ => $.removed),
        undo,
        refresh,
      );
      onDone();
    },
    onSettled: refresh,
  });
};

/** How deep each article lies, 0 at the top; the list has parents before children. */
export const depths = (list: readonly Article[]): ReadonlyMap<string, number> => {
  const depth = new Map<string, number>();
  for (const { id, parentId } of list) depth.set(id, parentId === null ? 0 : (depth.get(parentId) ?? 0) + 1);
  return depth;
};

/** Where one step up or down leads among the siblings; null: it stands at that end. */
export const stepOf = (list: readonly Article[], id: string, step: 'up' | 'down'): Move | null => {
  const parentId = list.find(article => article.id === id)?.parentId ?? null;
  const siblings = list.filter(article => article.parentId === parentId).map(article => article.id);
  const at = siblings.indexOf(id);
  if (step === 'up') return at > 0 ? { id, parentId, before: siblings[at - 1]! } : null;
  return at >= 0 && at < siblings.length - 1 ? { id, parentId, before: siblings[at + 2] ?? null } : null;
};
