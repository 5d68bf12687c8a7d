import { sql } from 'kysely';
import { asPattern, type UnscopedDb } from '../../platform/db/index.ts';
import type { Goes } from '../removals/index.ts';

/** Changes of the tree one after another: two at once could close a ring. */
export const lockArticles = async (tx: UnscopedDb): Promise<void> => {
  await sql`lock table article in share row exclusive mode`.execute(tx);
};

const MOST_READ = 1_000;
const columns = ['id', 'parentId', 'title', 'path', 'isOnline'] as const;

/** All of them without their text, siblings in order. */
export const listPlaces = (db: UnscopedDb) =>
  db.selectFrom('article').select(columns).orderBy('sort').orderBy('id').limit(MOST_READ).execute();

export const listWhole = (db: UnscopedDb) =>
  db
    .selectFrom('article')
    .select([...columns, 'content', 'updatedAt'])
    .orderBy('sort')
    .orderBy('id')
    .limit(MOST_READ)
    .execute();

export const findArticle = (db: UnscopedDb, id: string) =>
  db
    .selectFrom('article')
    .select([...columns, 'content', 'updatedAt'])
    .where('id', '=', id)
    .executeTakeFirst();

const MOST_FOUND = 20;

/** Articles of these ids that have every word in title or text, those with all in the title first. */
export const findWords = (db: UnscopedDb, ids: readonly string[], words: readonly string[]) => {
  const inTitle = sql.join(
    words.map(word => sql`title ilike ${asPattern(word)}`),
    sql` and `,
  );
  return words
    .reduce(
      (query, word) =>
        query.where(eb => eb.or([eb('title', 'ilike', asPattern(word)), eb('content', 'ilike', asPattern(word))])),
      db.selectFrom('article').select(['id', 'title', 'content']).where('id', 'in', ids),
    )
    .orderBy(sql`(${inTitle}) desc`)
    .orderBy('sort')
    .orderBy('id')
    .limit(MOST_FOUND)
    .execute();
};

interface ArticleText {
  readonly title: string;
  readonly path: string;
  readonly isOnline: boolean;
  readonly content: string;
}

const rowOf = ({ title, path, isOnline, content }: ArticleText, at: Date) => ({
  title,
  path,
  isOnline,
  content,
  updatedAt: at,
});

/** At the end of its section. */
export const insertArticle = async (
  db: UnscopedDb,
  text: ArticleText,
  parentId: string | null,
  at: Date,
): Promise<string> => {
  const last = sql<number>`(select coalesce(max(sort), 0) + 1 from article
    where parent_id is not distinct from ${parentId}::bigint)`;
  return (
    await db
      .insertInto('article')
      .values({ ...rowOf(text, at), parentId, sort: last })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
};

export const updateArticle = async (db: UnscopedDb, id: string, text: ArticleText, at: Date): Promise<void> => {
  await db.updateTable('article').set(rowOf(text, at)).where('id', '=', id).execute();
};

/** Puts the articles below that one, in this order. */
export const placeArticles = async (db: UnscopedDb, parentId: string | null, ids: readonly string[]): Promise<void> => {
  await sql`update article set parent_id = ${parentId}::bigint, sort = place.at::int
    from unnest(${ids}::bigint[]) with ordinality place (id, at) where article.id = place.id`.execute(db);
};

/** What goes with an article, below which nothing lies. */
export const articleGoes = (id: string): readonly Goes[] => [{ table: 'article', where: sql`kept.id = ${id}` }];

export const deleteArticle = async (db: UnscopedDb, id: string): Promise<void> => {
  await db.deleteFrom('article').where('id', '=', id).execute();
};
