import { type Kysely, sql } from 'kysely';

/**
 * What the platform and resellers keep of a merchant: whom to call, how much it may use, who made it; and money that
 * goes from a reseller's balance to a merchant's own (docs/tasks.md#money): two entries of one transaction.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table merchant
      add column contact_name text not null default '',
      add column contact_phone text not null default '',
      -- Of who looks after it; the merchant does not see it.
      add column remark text not null default '',
      add column employee_limit int not null default 50 check (employee_limit between 1 and 100000),
      add column seat_limit int not null default 50 check (seat_limit between 0 and 100000),
      -- Live calls of all its tasks together; its own calling rules may say less.
      add column channel_limit int not null default 300 check (channel_limit between 0 and 10000),
      -- An employee of the platform or of its reseller.
      add column created_by bigint;
    -- Who had more before keeps it.
    update merchant set channel_limit = calling_rules.channels
      from calling_rules where calling_rules.merchant_id = merchant.id and calling_rules.channels > 300;

    alter table ledger
      drop constraint ledger_kind_check,
      add check (kind in ('topUp', 'call', 'transferIn', 'transferOut')),
      -- Whom a transfer came from or went to.
      add column peer_id bigint references merchant,
      add check ((kind in ('transferIn', 'transferOut')) = (peer_id is not null));
    -- Calls are nearly all of a ledger: what else moved money is found without them.
    create index ledger_not_calls on ledger (merchant_id, id desc) where kind <> 'call';
    create index ledger_at on ledger (merchant_id, at);
  `.execute(db);
};
