import { type Kysely, sql } from 'kysely';

/**
 * What the columns of an import that fill no variable are called: conditions of a plan are offered them. People who were put
 * on a list because another task had called them came by no sheet; `name` is then that task's.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table task_import
      add column kept text[] not null default '{}',
      add column again boolean not null default false`.execute(db);
  await sql`create index task_import_recent on task_import (merchant_id, id desc) where kept <> '{}'`.execute(db);
};
