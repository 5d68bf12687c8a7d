import { type Kysely, sql } from 'kysely';

/** A node is asked for with its plan: nobody looks for the plans that have it any more. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table plan drop column draft_node_ids`.execute(db);
};
