import { type Kysely, sql } from 'kysely';

/**
 * What a file is decides who may have it, and its name on the wire cannot be guessed: 128 bits of chance, of two random
 * uuids (each has 122, and a hash spreads them). Files of before get both.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table file
      add column kind text not null default 'recording'
        check (kind in ('recording', 'sheet', 'refused', 'calls', 'wholeCalls', 'audit', 'plan')),
      add column key text not null
        default left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 32);
    update file set kind = 'sheet' where path like 'uploads/%';
    update file set kind = 'plan' where path like 'plans/%';
    update file set kind = case
        when batch.kind = 'callees.import' then 'refused'
        when batch.kind = 'exportAudit' then 'audit'
        when batch.input ->> 'seesPhones' = 'false' then 'calls'
        else 'wholeCalls'
      end
      from batch where batch.merchant_id = file.merchant_id and batch.file_id = file.id;
    -- Whoever writes a row says what it is.
    alter table file alter column kind drop default;
    create unique index file_key on file (key);
    -- What counts towards a merchant's room: all but recordings, so it stays small.
    create index file_kept on file (merchant_id) include (bytes) where kind <> 'recording';

    -- A message names its file as the wire does.
    alter table push_message alter column file_id type text using file_id::text;
    update push_message kept set file_id = file.key from file
      where kept.file_id is not null and file.merchant_id = kept.merchant_id and file.id::text = kept.file_id;
  `.execute(db);
};
