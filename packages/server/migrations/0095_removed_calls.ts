import { type Kysely, sql } from 'kysely';

/**
 * Calls that somebody removed are shown nowhere; money, caps and figures still count them. Their sound and words are kept until
 * `removal_due`, so that the removal can be taken back, then go. Exports that wait for a second person's word.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table call
      add column removed_at timestamptz,
      -- The batch task that removed it.
      add column removed_in bigint,
      -- Until then sound and words are kept; null: they are gone, or nobody removed it.
      add column removal_due timestamptz;
    create index call_removal on call (removal_due) where removal_due is not null;
    create index call_removed_in on call (merchant_id, removed_in) where removed_in is not null;

    -- Exports of more calls than that wait for a second person; null: none does.
    alter table merchant_settings add column export_rows int check (export_rows > 0);
    create table export_request (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      asked_by bigint not null,
      asked_at timestamptz not null default now(),
      -- What it would be: as the batch task is told.
      input jsonb not null,
      calls int not null,
      state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused')),
      decided_by bigint,
      decided_at timestamptz,
      batch_id bigint,
      primary key (merchant_id, id),
      foreign key (merchant_id, asked_by) references employee (merchant_id, id),
      foreign key (merchant_id, decided_by) references employee (merchant_id, id),
      check ((state in ('approved', 'refused')) = (decided_by is not null)),
      check (decided_by <> asked_by)
    );
    create index export_request_waiting on export_request (merchant_id, id desc) where state = 'waiting';
    create index export_request_asked on export_request (merchant_id, asked_by, id desc);
    create index export_request_decided on export_request (merchant_id, decided_by) where decided_by is not null;
  `.execute(db);
};
