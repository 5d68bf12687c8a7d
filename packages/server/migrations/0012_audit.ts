import { type Kysely, sql } from 'kysely';

/**
 * The merchant's settings beside its calling rules. And the audit as people read it: what changed from what to what, on which page; filtered by person, action, target and
 * address, newest first. A row that was written stays as it is: the trigger holds for the table's owner as well, and the
 * product has no other way to the table (docs/rights.md#audit).
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table audit
      -- How the target was called then; a task that is gone has no other name.
      add column target_name text not null default '',
      -- Whose row it was, where somebody of the platform or a reseller wrote it.
      add column about_merchant_id bigint references merchant,
      add column before jsonb,
      add column after jsonb,
      add column page_path text not null default '';

    drop index audit_at;
    create index audit_at on audit (merchant_id, at desc, id desc);
    create index audit_person on audit (merchant_id, employee_id, at desc, id desc);
    create index audit_action on audit (merchant_id, action, at desc, id desc);
    create index audit_target on audit (merchant_id, target, at desc, id desc) where target <> '';

    create function audit_stays() returns trigger language plpgsql as $$
      begin
        raise exception 'audit rows are never changed or removed';
      end
    $$;
    create trigger audit_stays before update or delete on audit for each row execute function audit_stays();
    create trigger audit_stays_whole before truncate on audit for each statement execute function audit_stays();

    create table merchant_settings (
      merchant_id bigint primary key references merchant,
      -- Names of levels by letter; a letter without one is shown bare.
      level_names jsonb not null default '{}',
      -- Do owners see whole numbers without a role that says so?
      owner_sees_phones boolean not null default true,
      recording_days int not null default 180 check (recording_days between 30 and 3650)
    );
    -- The oldest words that are still kept, for the purge.
    create index call_transcript_words on call_transcript (merchant_id, call_id) where lines <> '[]'::jsonb;
  `.execute(db);
};
