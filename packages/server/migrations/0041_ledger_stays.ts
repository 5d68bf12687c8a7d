import { type Kysely, sql } from 'kysely';

/**
 * What a ledger says it says for ever. A call whose true ending came after it was settled as interrupted has three lines:
 * what was charged, its reversal, and what it truly cost; each of them once.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table ledger
      drop constraint ledger_kind_check,
      add constraint ledger_kind_check
        check (kind in ('topUp', 'call', 'reversal', 'correction', 'transferIn', 'transferOut'));
    drop index ledger_call;
    create unique index ledger_call on ledger (merchant_id, call_id, kind) where call_id is not null;
  `.execute(db);
};
