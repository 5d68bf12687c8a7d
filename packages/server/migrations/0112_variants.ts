import { type Kysely, sql } from 'kysely';

/**
 * Numbers of a task dealt to two or three plans (decision 94). Which of them a number is dealt to follows from its place on the
 * list and the key: nothing is written for it until it is called. The calls of a number say what it was dealt to; its first
 * outcome, and the one that came to the goal, are counted here as they are filed, until somebody ends the comparison.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table task_experiment (
      merchant_id bigint not null,
      task_id bigint not null,
      deal_key int not null,
      -- When a call counts as a success: core's Goal.
      goal jsonb not null,
      -- The task goes on with this one alone.
      taken smallint,
      ended_at timestamptz,
      primary key (merchant_id, task_id),
      foreign key (merchant_id, task_id) references task (merchant_id, id) on delete cascade,
      check ((taken is null) = (ended_at is null))
    );
    create table task_variant (
      merchant_id bigint not null,
      task_id bigint not null,
      -- Called A, B, C.
      nth smallint not null check (nth between 0 and 2),
      plan_id bigint not null,
      plan_version int not null,
      plan_name text not null,
      -- Of a hundred numbers.
      share smallint not null check (share between 1 and 99),
      called int not null default 0,
      reached int not null default 0,
      primary key (merchant_id, task_id, nth),
      foreign key (merchant_id, task_id) references task_experiment (merchant_id, task_id) on delete cascade,
      foreign key (merchant_id, plan_id, plan_version) references plan_version (merchant_id, plan_id, version)
    );
    create index task_variant_plan on task_variant (merchant_id, plan_id, plan_version);
    alter table call add column variant smallint;
    create index call_by_variant on call (merchant_id, variant, listed_at desc, id desc) where variant is not null;
  `.execute(db);
};
