import { type Kysely, sql } from 'kysely';

/**
 * What a line's far end may not be talked out of: where its sound may come from. Who sits behind address translation is
 * heard from the net of its signalling as well; gateways that register with us usually do.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table line add column behind_nat boolean not null default false`.execute(db);
  await sql`update line set behind_nat = true where access = 'gateway'`.execute(db);
};
