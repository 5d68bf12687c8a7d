import { type Kysely, sql } from 'kysely';

/** How far the SIP port of a node listens, for the page of lines: fixed, shut, open, or the system's code of why not. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table calls_node add column sip_door text not null default 'fixed'`.execute(db);
};
