import { type Kysely, sql } from 'kysely';

/**
 * The common word library (公共词库): groups of words that plans borrow, frozen into a version when it is published. Guide
 * questions (导航问题): of a plan, not of its versions: what a seat asks today does not wait for a robot's publishing.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table keyword_group (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      name text not null,
      semantic text not null check (semantic in ('肯定', '否定', '拒绝', '自定义')),
      note text not null default '',
      changed_at timestamptz not null default now(),
      changed_by bigint,
      primary key (merchant_id, id),
      unique (merchant_id, name),
      foreign key (merchant_id, changed_by) references employee (merchant_id, id)
    );

    create table keyword (
      merchant_id bigint not null,
      id bigint generated always as identity,
      group_id bigint not null,
      kind text not null check (kind in ('simple', 'combined', 'exact', 'pattern', 'sound', 'like')),
      -- Of a combination its words with + between them.
      text text not null check (text <> ''),
      primary key (merchant_id, id),
      unique (merchant_id, group_id, kind, text),
      foreign key (merchant_id, group_id) references keyword_group (merchant_id, id) on delete cascade
    );

    create table guide_question (
      merchant_id bigint not null,
      id bigint generated always as identity,
      plan_id bigint not null,
      -- Its place among the plan's.
      sort int not null,
      title text not null,
      -- 1: one of the options, 2: several.
      type smallint not null check (type in (1, 2)),
      -- [{v: what is chosen, n: id of the next question, or empty}]
      options jsonb not null,
      is_root boolean not null,
      is_required boolean not null,
      has_other boolean not null,
      primary key (merchant_id, id),
      foreign key (merchant_id, plan_id) references plan (merchant_id, id)
    );
    create index guide_question_plan on guide_question (merchant_id, plan_id, sort);
    create unique index guide_question_root on guide_question (merchant_id, plan_id) where is_root;
  `.execute(db);
};
