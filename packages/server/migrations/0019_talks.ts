import { type Kysely, sql } from 'kysely';

/**
 * Test conversations of a plan: what the callee does, and what must come of it (contract, `testConversation`). They go
 * with the plan, whatever its version; what a run of them came to is not kept, for a run takes less than reading it.
 * A draft that is called with has a row of `plan_version` with the negative of its revision: it is nobody's published
 * version, and the foreign keys of calls hold.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table plan_test (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      plan_id bigint not null,
      name text not null,
      test jsonb not null,
      -- The call it was taken from; not followed, for a call may be purged.
      call_id bigint,
      saved_at timestamptz not null default now(),
      saved_by bigint,
      primary key (merchant_id, id),
      foreign key (merchant_id, plan_id) references plan (merchant_id, id),
      foreign key (merchant_id, saved_by) references employee (merchant_id, id)
    );
    alter table plan_version
      drop constraint plan_version_version_check,
      add constraint plan_version_version_check check (version <> 0);
    create index plan_test_of_plan on plan_test (merchant_id, plan_id, id);
  `.execute(db);
};
