import { type Kysely, sql } from 'kysely';

/**
 * A call takes people (decision 102): it may have no plan, a seat may be whose it is and who hung up, and everybody who took part
 * has a row for each leg. Who the callee was heard by stands in the call's own row; among legs it is the first where there
 * are others. `parties`: legs that live, and what a CANCEL or a BYE needs of each.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table call
      alter column plan_id drop not null,
      alter column plan_version drop not null,
      add column origin text not null default 'robot',
      add column seat_id bigint,
      add column parties jsonb,
      add constraint call_origin_check check (origin in ('robot', 'seat', 'internal')),
      add constraint call_plan_whole check ((plan_id is null) = (plan_version is null)),
      drop constraint call_hung_up_by_check,
      add constraint call_hung_up_by_check
        check (hung_up_by in ('callee', 'robot', 'user', 'seat', 'platform', 'nobody'))`.execute(db);
  await sql`
    create table call_leg (
      merchant_id bigint not null,
      call_id bigint not null,
      n smallint not null,
      kind text not null check (kind in ('callee', 'seat', 'outside')),
      -- Of a seat; its name within the call, by which legs of one person are found together.
      employee_id bigint,
      party text not null,
      called_from text not null,
      called_to text not null,
      began_at timestamptz not null,
      answered_at timestamptz,
      joined_at timestamptz,
      ended_at timestamptz not null,
      ended_by text not null check (ended_by in ('callee', 'robot', 'user', 'seat', 'platform', 'nobody')),
      because text not null,
      media jsonb,
      cost numeric(14, 4) not null default 0,
      primary key (merchant_id, call_id, n)
    ) partition by range (call_id)`.execute(db);
  await sql`create index call_leg_seat on call_leg (merchant_id, employee_id, call_id) where employee_id is not null`.execute(
    db,
  );
  await sql`select keep_months()`.execute(db);
};
