import { type Kysely, sql } from 'kysely';

/** What a group of the word library means is an id, as meanings are everywhere (decision 39); until now it was its word. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table keyword_group drop constraint keyword_group_semantic_check`.execute(db);
  await sql`update keyword_group set semantic = before.id
    from (values ('肯定', 'yes'), ('否定', 'no'), ('拒绝', 'refuse'), ('自定义', 'own')) before (word, id)
    where semantic = before.word`.execute(db);
  await sql`alter table keyword_group add constraint keyword_group_semantic_check
    check (semantic in ('yes', 'no', 'refuse', 'own'))`.execute(db);
};
