import { type Kysely, sql } from 'kysely';

/** Messages of a call are found in the ledger by the call, as all else is that it cost (`ledger_call`, 0096). */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create index ledger_message on ledger (merchant_id, call_id) where call_id is not null and kind = 'sms'`.execute(
    db,
  );
};
