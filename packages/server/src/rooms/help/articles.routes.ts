import { helpEndpoints, helpLimits, type InputOf } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Restored } from '../removals/index.ts';
import {
  articleGoes,
  deleteArticle,
  findArticle,
  findWords,
  insertArticle,
  listPlaces,
  listWhole,
  lockArticles,
  placeArticles,
  updateArticle,
} from './articles.store.ts';
import { excerptOf, runsOf, wordsOf } from './search.view.ts';
import { childrenOf, inOrder, onlineOf, type Placed, placedBefore, placeFault } from './tree.policy.ts';
import { writing } from './writing.ts';

const missing = () => refuse('notFound', { what: 'article' });

/** What readers see, in order. */
export const listOnline = async (db: UnscopedDb) => onlineOf(await listPlaces(db));

const search = async (query: string, db: UnscopedDb) => {
  const words = wordsOf(query);
  const ids = (await listOnline(db)).map(article => article.id);
  if (ids.length === 0 || words.length === 0) return { list: [] };
  const found = await findWords(db, ids, words);
  return {
    list: found.map(({ id, title, content }) => ({
      id,
      title: [...runsOf(title, words)],
      excerpt: [...excerptOf(content, words)],
    })),
  };
};

const detail = async (id: string, db: UnscopedDb) => {
  const isOnline = (await listOnline(db)).some(article => article.id === id);
  const article = isOnline ? await findArticle(db, id) : undefined;
  if (article === undefined) throw missing();
  return { ...article, updatedAt: article.updatedAt.toISOString() };
};

const checkPlace = (all: readonly Placed[], id: string | null, parentId: string | null): void => {
  if (parentId !== null && !all.some(article => article.id === parentId)) throw refuse('notFound', { what: 'section' });
  const fault = placeFault(all, id, parentId);
  if (fault === 'loop') throw refuse('articleLoop');
  if (fault === 'deep') throw refuse('articleDeep', { limit: helpLimits.depth });
};

const save = (input: InputOf<typeof helpEndpoints.save>, context: SignedInContext, unscopedDb: UnscopedDb) =>
  writing(unscopedDb, context, async (tx, audit) => {
    const { id, parentId = null, ...text } = input;
    if (id !== undefined) {
      const before = await findArticle(tx, id);
      if (before === undefined) throw missing();
      await updateArticle(tx, id, text, context.at);
      await audit({ action: 'article.save', target: id, name: text.title, before, after: text });
      return { id };
    }
    await lockArticles(tx);
    const all = await listPlaces(tx);
    if (all.length >= helpLimits.articles) throw refuse('articlesFull', { limit: helpLimits.articles });
    checkPlace(all, null, parentId);
    const made = await insertArticle(tx, text, parentId, context.at);
    await audit({ action: 'article.save', target: made, name: text.title, after: text });
    return { id: made };
  });

const move = (input: InputOf<typeof helpEndpoints.move>, context: SignedInContext, unscopedDb: UnscopedDb) =>
  writing(unscopedDb, context, async (tx, audit) => {
    const { id, parentId = null, before = null } = input;
    await lockArticles(tx);
    const all = await listPlaces(tx);
    const moved = all.find(article => article.id === id);
    if (moved === undefined) throw missing();
    checkPlace(all, id, parentId);
    const siblings = (childrenOf(all).get(parentId) ?? []).map(article => article.id);
    await placeArticles(tx, parentId, placedBefore(siblings, id, before));
    const [from, to] = [{ parentId: moved.parentId }, { parentId }];
    await audit({ action: 'article.move', target: id, name: moved.title, before: from, after: to });
    return {};
  });

const remove = (id: string, context: SignedInContext, unscopedDb: UnscopedDb) =>
  writing(unscopedDb, context, async (tx, audit, keep) => {
    await lockArticles(tx);
    const below = (childrenOf(await listPlaces(tx)).get(id) ?? []).length;
    if (below > 0) throw refuse('articleNotEmpty', { count: below });
    const before = await findArticle(tx, id);
    if (before === undefined) throw missing();
    const removed = { kind: 'article', target: id, name: before.title } as const;
    const undo = await keep(removed, articleGoes(id));
    await deleteArticle(tx, id);
    await audit({ action: 'article.remove', target: id, name: before.title, before });
    return { undo };
  });

/** An article that is back counts as one, and its section may have been moved meanwhile. */
export const articleRestored: Restored = {
  before: async (tx, request) => {
    await lockArticles(tx);
    return request;
  },
  after: async ({ tx, target }) => {
    const all = await listPlaces(tx);
    if (all.length > helpLimits.articles) throw refuse('articlesFull', { limit: helpLimits.articles });
    checkPlace(all, target, all.find(({ id }) => id === target)?.parentId ?? null);
    return undefined;
  },
};

/** Help articles: what readers see, and the platform's people writing them. */
export const bindArticles = (front: Front, unscopedDb: UnscopedDb): void => {
  bind(front, helpEndpoints.list, async () => {
    const list = [...(await listOnline(unscopedDb))];
    return { list, total: list.length };
  });
  bind(front, helpEndpoints.detail, ({ id }) => detail(id, unscopedDb));
  bind(front, helpEndpoints.search, ({ q }) => search(q, unscopedDb));
  bind(front, helpEndpoints.all, async () => {
    const list = inOrder(await listWhole(unscopedDb)).map(row => ({ ...row, updatedAt: row.updatedAt.toISOString() }));
    return { list, total: list.length };
  });
  bind(front, helpEndpoints.save, (input, context) => save(input, context, unscopedDb));
  bind(front, helpEndpoints.move, (input, context) => move(input, context, unscopedDb));
  bind(front, helpEndpoints.remove, ({ id }, context) => remove(id, context, unscopedDb));
};
