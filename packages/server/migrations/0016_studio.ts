import { type Kysely, sql } from 'kysely';

/**
 * Drafts: a plan has at most one, a whole graph that people edit; what is published is a version and never changes. A
 * plan of before has none: its newest version stands for it until somebody saves. `draft_rev` grows with every save,
 * `published_rev` is the one the newest version was made of.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table plan
      add column draft jsonb,
      add column draft_nodes int not null default 0,
      add column draft_rev int not null default 0,
      add column draft_at timestamptz not null default now(),
      add column draft_by bigint,
      add column based_on int,
      add column published_rev int not null default 0,
      add foreign key (merchant_id, draft_by) references employee (merchant_id, id);
    update plan set draft_at = coalesce(
      (select max(published_at) from plan_version v where v.merchant_id = plan.merchant_id and v.plan_id = plan.id),
      created_at
    );
    create index plan_changed on plan (merchant_id, draft_at desc, id desc) where removed_at is null;

    alter table plan_version
      add column published_by bigint,
      add column note text not null default '',
      -- Why it was published although voices were missing or tests broke; empty: all gates were green.
      add column overridden text not null default '',
      -- {passed, failed}: test conversations at the publishing; null: there were none.
      add column tests jsonb,
      add foreign key (merchant_id, published_by) references employee (merchant_id, id);
  `.execute(db);
};
