import type { KeywordKind } from '@lianxian/contract';
import type { BorrowedWords } from '@lianxian/core';
import { sql } from 'kysely';
import { asPattern, type MerchantDb } from '../../platform/db/index.ts';
import { borrowedOf, type Keyword } from './words.policy.ts';

interface WordFilter {
  readonly groupId: string;
  readonly search: string;
  readonly kind?: KeywordKind | undefined;
}

const among = (db: MerchantDb, { groupId, search, kind }: WordFilter) => {
  let query = db.selectFrom('keyword').where('keyword.groupId', '=', groupId);
  if (search !== '') query = query.where('keyword.text', 'ilike', asPattern(search));
  return kind === undefined ? query : query.where('keyword.kind', '=', kind);
};

export const listWords = (db: MerchantDb, filter: WordFilter, { offset, limit }: { offset: number; limit: number }) =>
  among(db, filter)
    .select(['keyword.id', 'keyword.kind', 'keyword.text'])
    .orderBy('keyword.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();

export const countWords = async (db: MerchantDb, filter: WordFilter): Promise<number> =>
  Number(
    (
      await among(db, filter)
        .select(eb => eb.fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  );

export const countAllWords = async (db: MerchantDb): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('keyword')
        .select(eb => eb.fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  );

/** How many the group did not have. */
export const insertWords = async (db: MerchantDb, groupId: string, words: readonly Keyword[]): Promise<number> => {
  if (words.length === 0) return 0;
  const added = await db
    .insertInto(
      'keyword',
      words.map(({ kind, text }) => ({ groupId, kind, text })),
    )
    .onConflict(conflict => conflict.columns(['merchantId', 'groupId', 'kind', 'text']).doNothing())
    .returning('keyword.id')
    .execute();
  return added.length;
};

export const findWord = (db: MerchantDb, id: string) =>
  db
    .selectFrom('keyword')
    .select(['keyword.groupId', 'keyword.kind', 'keyword.text'])
    .where('keyword.id', '=', id)
    .executeTakeFirst();

export const isKept = async (db: MerchantDb, groupId: string, { kind, text }: Keyword): Promise<boolean> =>
  (await db
    .selectFrom('keyword')
    .select('keyword.id')
    .where('keyword.groupId', '=', groupId)
    .where('keyword.kind', '=', kind)
    .where('keyword.text', '=', text)
    .executeTakeFirst()) !== undefined;

export const updateWord = async (db: MerchantDb, id: string, { kind, text }: Keyword): Promise<void> => {
  await db.updateTable('keyword').set({ kind, text }).where('keyword.id', '=', id).execute();
};

/** What they were. */
export const deleteWords = (db: MerchantDb, groupId: string, ids: readonly string[]) =>
  db
    .deleteFrom('keyword')
    .where('keyword.groupId', '=', groupId)
    .where(sql<boolean>`keyword.id = any(${ids}::bigint[])`)
    .returning('keyword.text')
    .execute();

/** Words of the whole library that hold `q`, shortest first, each once. */
export const searchWords = async (db: MerchantDb, q: string, limit: number): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('keyword')
    .select(['keyword.text'])
    .where('keyword.text', 'ilike', asPattern(q))
    .groupBy('keyword.text')
    .orderBy(sql`length(keyword.text)`)
    .orderBy('keyword.text')
    .limit(limit)
    .execute();
  return rows.map(({ text }) => text);
};

/**
 * The words of groups as they are now, for a version that is published or a draft that is tried. Groups that are not the
 * merchant's, or gone, are left out.
 */
export const borrowedFor = async (db: MerchantDb, groupIds: readonly string[]): Promise<readonly BorrowedWords[]> => {
  const ids = [...new Set(groupIds)].filter(id => /^[1-9]\d{0,17}$/.test(id));
  if (ids.length === 0) return [];
  const [groups, words] = await Promise.all([
    db
      .selectFrom('keywordGroup')
      .select(['keywordGroup.id', 'keywordGroup.name'])
      .where(sql<boolean>`keyword_group.id = any(${ids}::bigint[])`)
      .orderBy('keywordGroup.id')
      .execute(),
    db
      .selectFrom('keyword')
      .select(['keyword.groupId', 'keyword.kind', 'keyword.text'])
      .where(sql<boolean>`keyword.group_id = any(${ids}::bigint[])`)
      .orderBy('keyword.id')
      .execute(),
  ]);
  const byGroup = Map.groupBy(words, word => word.groupId);
  return groups.map(({ id, name }) => borrowedOf(id, name, byGroup.get(id) ?? []));
};
