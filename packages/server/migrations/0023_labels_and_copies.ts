import { type Kysely, sql } from 'kysely';

/** Recordings know whether synthesised sound is in them; secrets in an address of a speech service lie sealed. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    -- Of calls before this nobody knows: they are labelled as synthesised (GB 45438-2025), which nearly all are.
    alter table call_recording add column synthesised boolean not null default true;

    -- The values of the query of its address, where it has one: often a key. The settings hold them masked.
    alter table speech_service add column query_sealed text;
  `.execute(db);
};
