import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export type ArticleRow = OutputOf<typeof endpoints.help.list>['list'][number];
export interface Branch extends ArticleRow {
  readonly below: readonly Branch[];
}

/** The list, parents before children, as a tree. */
export const treeOf = (list: readonly ArticleRow[]): readonly Branch[] => {
  const children = Map.groupBy(list, article => article.parentId);
  const below = (id: string | null): readonly Branch[] =>
    (children.get(id) ?? []).map(article => ({ ...article, below: below(article.id) }));
  return below(null);
};

/** What can be read: sections only hold others. */
export const readable = (list: readonly ArticleRow[]): readonly ArticleRow[] => {
  const sections = new Set(list.map(article => article.parentId));
  return list.filter(article => !sections.has(article.id));
};

/** The article of a page: the one whose path is the page's, or the longest that the page lies below; else the first. */
export const articleFor = (list: readonly ArticleRow[], page: string): ArticleRow | undefined => {
  const articles = readable(list);
  const belongs = articles.filter(({ path }) => path !== '' && (page === path || page.startsWith(`${path}/`)));
  return belongs.toSorted((a, b) => b.path.length - a.path.length)[0] ?? articles[0];
};

const minuteMs = 60_000;
/** Articles change rarely: what was read a minute ago is shown again without asking. */
export const useArticles = () =>
  useQuery({
    queryKey: ['help/list'],
    queryFn: ({ signal }) => call(endpoints.help.list, {}, { signal, quiet: true }),
    staleTime: minuteMs,
  });

export const useArticle = (id: string | undefined) =>
  useQuery({
    queryKey: ['help/detail', id],
    queryFn: ({ signal }) => call(endpoints.help.detail, { id: id ?? '' }, { signal, quiet: true }),
    enabled: id !== undefined,
    staleTime: minuteMs,
  });

export const useSearch = (q: string) =>
  useQuery({
    queryKey: ['help/search', q],
    queryFn: ({ signal }) => call(endpoints.help.search, { q }, { signal, quiet: true }),
    enabled: q !== '',
    placeholderData: before => before,
  });
