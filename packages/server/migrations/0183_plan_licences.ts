import { type Kysely, sql } from 'kysely';

/**
 * What a merchant may do with a plan, and who signed it when it came (decisions 131 and 132); and the pair of keys by which a
 * merchant signs what he gives away. Plans of before are their merchants' own.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table plan
      add column licence text not null default 'open' check (licence in ('open', 'share', 'own', 'closed')),
      add column closed boolean not null generated always as (licence = 'closed') stored,
      -- The public key of who signed what it came in; null: it was made here, or nobody signed.
      add column signed_by text`.execute(db);
  await sql`
    create table plan_signer (
      merchant_id bigint primary key references merchant (id),
      -- Ed25519, 32 bytes as base64url.
      public_key text not null,
      private_sealed text not null,
      made_at timestamptz not null default now()
    )`.execute(db);
};
