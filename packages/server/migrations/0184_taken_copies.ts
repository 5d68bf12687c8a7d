import { type Kysely, sql } from 'kysely';

/**
 * The plans that something taken of the market was before: removed, and taken anew since. Calls that were placed with them are
 * calls with it, whatever it is by now.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table taken_plan add column earlier bigint[] not null default '{}'`.execute(db);
};
