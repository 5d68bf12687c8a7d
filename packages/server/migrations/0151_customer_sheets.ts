import { type Kysely, sql } from 'kysely';

/**
 * Sheets of customers, each taken back as a whole: what it changed stands beside it as it was before. Calls of customers are counted
 * anew where their numbers change: by an import, by a merge.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    alter table file
      drop constraint file_kind_check,
      add constraint file_kind_check check (kind in ('recording', 'sheet', 'refused', 'calls', 'wholeCalls', 'audit', 'plan', 'archive',
        'statement', 'list', 'wholeList', 'listRefused', 'sharedList', 'proof', 'customers', 'wholeCustomers', 'customersRefused'));

    create table customer_import (
      merchant_id bigint not null,
      id bigint generated always as identity,
      batch_id bigint not null,
      name text not null,
      by_employee bigint not null,
      at timestamptz not null default now(),
      added integer not null default 0,
      changed integer not null default 0,
      refused integer not null default 0,
      is_over boolean not null default false,
      taken_back_at timestamptz,
      primary key (merchant_id, id),
      foreign key (merchant_id, by_employee) references employee (merchant_id, id)
    );
    create index customer_import_batch on customer_import (merchant_id, batch_id);
    -- What stood in the fields that a sheet changed, and what it wrote there: [{field, before, after}].
    create table customer_import_change (
      merchant_id bigint not null,
      import_id bigint not null,
      customer_id bigint not null,
      fields jsonb not null,
      primary key (merchant_id, import_id, customer_id),
      foreign key (merchant_id, customer_id) references customer (merchant_id, id) on delete cascade
    );
    create index customer_import_change_of on customer_import_change (merchant_id, customer_id);

    create function recount_customers(merchant bigint, whose bigint[]) returns void language sql as $$
      with numbers as (
          select id, phone from customer where merchant_id = merchant and id = any(whose)
          union all select customer_id, phone from customer_number where merchant_id = merchant and customer_id = any(whose)),
        met as (select n.id, c.* from numbers n cross join lateral (
          select call.id as call_id, call.listed_at, call.level, call.state, call.task_id from call
          where call.merchant_id = merchant and call.phone = n.phone and call.stage = 'ended' and call.removed_at is null) c),
        sums as (select id, count(*)::int as calls, (count(*) filter (where state = 'answered'))::int as answered,
          max(listed_at) filter (where state = 'answered') as spoken_at from met group by id),
        latest as (select distinct on (id) id, call_id, listed_at, level, state from met order by id, listed_at desc, call_id desc)
      update customer set calls = coalesce(sums.calls, 0), answered = coalesce(sums.answered, 0), spoken_at = sums.spoken_at,
        last_call_id = latest.call_id, last_call_at = latest.listed_at, last_level = latest.level,
        last_answered = coalesce(latest.state = 'answered', false)
      from unnest(whose) asked (id) left join sums on sums.id = asked.id left join latest on latest.id = asked.id
      where customer.merchant_id = merchant and customer.id = asked.id
        and (customer.calls <> coalesce(sums.calls, 0) or customer.last_call_id is distinct from latest.call_id)
    $$;
  `)
    .execute(db);
};
