import { type Kysely, sql } from 'kysely';

/** Which version of the house a node runs: of several machines one may be left behind by an upgrade. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table calls_node add column version text not null default ''`.execute(db);
};
