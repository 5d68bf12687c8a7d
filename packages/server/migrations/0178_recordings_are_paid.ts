import { type Kysely, sql } from 'kysely';

/**
 * Merchants buy recorded sentences and plans of each other: kinds of the ledger for both. A role may begin from the template
 * of voice people (docs/recording-orders.md).
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table ledger
      drop constraint ledger_kind_check,
      add constraint ledger_kind_check check (kind in ('topUp', 'call', 'reversal', 'correction', 'transferIn', 'transferOut',
        'sms', 'model', 'recognition', 'synthesis', 'recording', 'recordingSale', 'plan', 'planSale', 'planShare')),
      drop constraint ledger_check,
      add constraint ledger_check check (case
        when kind in ('transferIn', 'transferOut') then peer_id is not null
        when kind in ('recording', 'recordingSale', 'plan', 'planSale', 'planShare') then true
        else peer_id is null end);
    alter table role
      drop constraint role_template_check,
      add constraint role_template_check check (template in ('manager', 'seat', 'voice'));
  `.execute(db);
};
