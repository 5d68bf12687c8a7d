import { helpLimits } from '@lianxian/contract';

/** As much of an article as its place in the tree needs. */
export interface Placed {
  readonly id: string;
  readonly parentId: string | null;
  readonly isOnline: boolean;
}

/** Articles by what they lie below; what they are given in is the order of siblings. */
export const childrenOf = <A extends Placed>(all: readonly A[]): ReadonlyMap<string | null, readonly A[]> =>
  Map.groupBy(all, article => article.parentId);

/** Parents before children, siblings in their order; what lies below something that is not there is left out. */
export const inOrder = <A extends Placed>(all: readonly A[]): readonly A[] => {
  const children = childrenOf(all);
  const walk = (parentId: string | null, depth: number): readonly A[] =>
    depth > helpLimits.depth
      ? []
      : (children.get(parentId) ?? []).flatMap(article => [article, ...walk(article.id, depth + 1)]);
  return walk(null, 1);
};

/** Shown to readers: online, with everything above online too. */
export const onlineOf = <A extends Placed>(all: readonly A[]): readonly A[] =>
  inOrder(all.filter(article => article.isOnline));

/** How many levels lie from an article down, itself counted. */
const heightOf = (all: readonly Placed[], id: string): number => {
  const children = childrenOf(all);
  const height = (at: string, depth: number): number =>
    depth > helpLimits.depth
      ? 0
      : 1 + Math.max(0, ...(children.get(at) ?? []).map(article => height(article.id, depth + 1)));
  return height(id, 1);
};

/** The articles above, nearest first. */
const above = (all: readonly Placed[], id: string | null): readonly string[] => {
  const byId = new Map(all.map(article => [article.id, article]));
  const ids: string[] = [];
  for (let at = id; at !== null && ids.length <= helpLimits.depth; at = byId.get(at)?.parentId ?? null) ids.push(at);
  return ids;
};

/** May the article (null: a new one) lie below that one? */
export const placeFault = (
  all: readonly Placed[],
  id: string | null,
  parentId: string | null,
): 'loop' | 'deep' | null => {
  const trail = above(all, parentId);
  if (id !== null && trail.includes(id)) return 'loop';
  return trail.length + (id === null ? 1 : heightOf(all, id)) > helpLimits.depth ? 'deep' : null;
};

/** The siblings' new order: the article stands before that one, or at the end. */
export const placedBefore = (siblings: readonly string[], id: string, before: string | null): readonly string[] => {
  const others = siblings.filter(each => each !== id);
  const at = before === null ? -1 : others.indexOf(before);
  return others.toSpliced(at < 0 ? others.length : at, 0, id);
};
