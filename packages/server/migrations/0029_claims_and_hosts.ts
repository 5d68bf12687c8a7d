import { type Kysely, sql } from 'kysely';

/**
 * Whose calls a number's are, where more than one merchant writes it down at one carrier; and proof of a brand's host names.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table line_number
      -- As all its spellings are compared: numberCore of core/phone, said in SQL.
      add column core text not null generated always as (
        regexp_replace(regexp_replace(regexp_replace(regexp_replace(number, '^([+]86|0086)(?=[0-9])', ''),
          '^[+]', ''), '^86(?=[0-9]{10,11}$)', ''), '^0+(?=[0-9])', '')) stored,
      -- The platform has decided that its calls are this line's; of several, the last.
      add column awarded_at timestamptz;
    drop index line_number_called;
    create index line_number_called on line_number (core) where removed_at is null and plan_id is not null;

    -- A name that nobody has proved belongs to nobody: several may ask for it, one proves it.
    alter table branding_host
      add column proof text not null default replace(gen_random_uuid()::text, '-', ''),
      add column proven_at timestamptz;
    update branding_host set proven_at = added_at;
    alter table branding_host drop constraint branding_host_pkey;
    alter table branding_host add primary key (host, merchant_id);
    create unique index branding_host_proven on branding_host (host) where proven_at is not null;
  `.execute(db);
};
