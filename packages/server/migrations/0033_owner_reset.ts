import { type Kysely, sql } from 'kysely';

/**
 * An owner who forgot his password asks for a reset: a browser that holds a secret, and a code that is read out to who
 * looks after the merchant. Until that one confirms, a row says nothing of whose account it is, and looks the same for
 * accounts that do not exist.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table owner_reset (
      -- Of the secret that the asking browser holds.
      secret_hash bytea primary key,
      -- Signed, with the account it was asked for.
      code_hash text not null unique,
      expires_at timestamptz not null,
      -- Once confirmed.
      for_merchant_id bigint,
      for_employee_id bigint,
      foreign key (for_merchant_id, for_employee_id) references employee (merchant_id, id) on delete cascade
    );
    create index owner_reset_age on owner_reset (expires_at);
  `.execute(db);
};
