import { type BorrowedWords, namesIn, type Plan, withMeaningsOfBefore } from '@lianxian/core';
import { type Kysely, sql } from 'kysely';

/**
 * Common meanings are taken by name (decision 72). What intents and items took of them by the likeness of their sentences is
 * written down, so that drafts and versions hear as they did: a version by the words it froze, a draft by those of its
 * groups as they are now. One graph at a time: each may have some MB. A draft that is another has another revision: a page
 * that was left open cannot save over the names.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await drafts(db);
  await versions(db);
};

type Db = Kysely<never>;
interface Row {
  readonly merchant_id: string;
  readonly plan_id: string;
  readonly version: number;
}

const drafts = async (db: Db): Promise<void> => {
  const { rows } = await sql<Omit<Row, 'version'>>`
    select merchant_id, id as plan_id from plan where draft is not null`.execute(db);
  for (const { merchant_id, plan_id } of rows) {
    const key = sql`merchant_id = ${merchant_id} and id = ${plan_id}`;
    const found = await sql<{ graph: unknown }>`select draft as graph from plan where ${key}`.execute(db);
    const plan = namesIn(found.rows[0]?.graph);
    const named = plan && withMeaningsOfBefore(plan, await likesOfGroups(db, merchant_id, plan));
    if (takesAny(named))
      await sql`update plan set draft = ${JSON.stringify(named)}::jsonb, ${nextRevision} where ${key}`.execute(db);
  }
};

/** What was published of the draft as it was is published of it as it is. */
const nextRevision = sql`draft_rev = draft_rev + 1,
  published_rev = case when published_rev = draft_rev then draft_rev + 1 else published_rev end`;

/** Of the groups of the common library that a draft borrows: their similar sentences, which is all that counts here. */
const likesOfGroups = async (db: Db, merchantId: string, plan: Plan): Promise<readonly BorrowedWords[]> => {
  const groups = new Set([...plan.intents, ...plan.knowledge].flatMap(({ groups = [] }) => groups));
  if (groups.size === 0) return [];
  const { rows } = await sql<{ id: string; likes: string[] }>`
    select group_id::text as id, array_agg(text order by id) as likes from keyword
    where merchant_id = ${merchantId} and kind = 'like' and group_id::text = any(${[...groups]})
    group by group_id`.execute(db);
  return rows.map(({ id, likes }) => ({ id, name: '', recognised: { words: [], likes } }));
};

const versions = async (db: Db): Promise<void> => {
  const { rows } = await sql<Row>`select merchant_id, plan_id, version from plan_version`.execute(db);
  for (const { merchant_id, plan_id, version } of rows) {
    const key = sql`merchant_id = ${merchant_id} and plan_id = ${plan_id} and version = ${version}`;
    const found = await sql<{ graph: unknown }>`select graph from plan_version where ${key}`.execute(db);
    const plan = namesIn(found.rows[0]?.graph);
    const named = plan && withMeaningsOfBefore(plan);
    if (!takesAny(named)) continue;
    await sql`update plan_version set graph = ${JSON.stringify(named)}::jsonb where ${key}`.execute(db);
    // Without a draft the newest version is what is edited.
    await sql`update plan set ${nextRevision}
      where merchant_id = ${merchant_id} and id = ${plan_id} and draft is null`.execute(db);
  }
};

/** Who took nothing stays as it is. */
const takesAny = (plan: Plan | null): plan is Plan =>
  plan !== null && [...plan.intents, ...plan.knowledge].some(({ meanings }) => meanings !== undefined);
