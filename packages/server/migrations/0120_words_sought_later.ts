import { type Kysely, sql } from 'kysely';

/**
 * Words of a call enter the index of pairs (decision 84) after its filing, by the job `indexSaid`: kept up row by row it took
 * twice what the rest of a filing takes. `sought`: its words are in the index; until then they are looked through.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table call_transcript add column sought boolean not null default true;
    alter table call_transcript alter column sought set default false;
    drop index call_transcript_said;
    create index call_transcript_said on call_transcript using gin (said_pairs(merchant_id, lines)) where sought;
    create index call_transcript_unsought on call_transcript (merchant_id, call_id) where not sought;
  `.execute(db);
};
