import type { endpoints, OutputOf } from '@lianxian/contract';

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
