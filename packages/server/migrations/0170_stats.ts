import { type Kysely, sql } from 'kysely';

/**
 * Sums of ended calls grow to what the statistics ask (decision 120): beside `call_hour`, by hour in which a call was placed with
 * all that one may narrow by (`stat_hour`), and by day once more split by province, caller number and cause (`stat_day`). They
 * grow by what changed as before (decision 30): a change carries all of it, and one job moves it to each. A call that was
 * removed is in no sum.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  // What waits is moved on by hand: the queue is made anew.
  await sql`
    insert into call_hour as hour (merchant_id, hour, owner_id, source, calls, answered, talk_ms,
      level_a, level_b, level_c, level_d, level_e, level_f, cost)
    select merchant_id, hour, owner_id, source, sum(calls), sum(answered), sum(talk_ms),
      sum(level_a), sum(level_b), sum(level_c), sum(level_d), sum(level_e), sum(level_f), sum(cost)
    from call_change group by 1, 2, 3, 4
    on conflict (merchant_id, hour, owner_id, source) do update set
      calls = hour.calls + excluded.calls, answered = hour.answered + excluded.answered, talk_ms = hour.talk_ms + excluded.talk_ms,
      level_a = hour.level_a + excluded.level_a, level_b = hour.level_b + excluded.level_b,
      level_c = hour.level_c + excluded.level_c, level_d = hour.level_d + excluded.level_d,
      level_e = hour.level_e + excluded.level_e, level_f = hour.level_f + excluded.level_f, cost = hour.cost + excluded.cost`.execute(
    db,
  );
  await sql`drop trigger call_change_new on call`.execute(db);
  await sql`drop trigger call_change on call`.execute(db);
  await sql`drop function note_call_change()`.execute(db);
  await sql`drop table call_change`.execute(db);
  await sql.raw(tables).execute(db);
  await sql.raw(changes).execute(db);
  await missedBefore(db);
  await removedBefore(db);
  await sql.raw(triggers).execute(db);
  await sql.raw(summedBefore).execute(db);
};

const figures = `
  calls int not null,
  numbers int not null,
  seized int not null,
  answered int not null,
  heard int not null,
  talk_ms bigint not null,
  turns int not null,
  completed int not null,
  missed int not null,
  level_a int not null,
  level_b int not null,
  level_c int not null,
  level_d int not null,
  level_e int not null,
  level_f int not null,
  cost numeric(14, 4) not null`;
const names = figures
  .trim()
  .split(',\n')
  .map(line => line.trim().split(' ')[0] ?? '');
const sums = names.map(name => `sum(${name}) as ${name}`).join(', ');

/** Of no owner, task, plan or port: 0. */
const whose = `
  owner_id bigint not null,
  source text not null,
  task_id bigint not null,
  plan_id bigint not null,
  plan_version int not null,
  line_id bigint not null,
  port_id bigint not null`;
const whoseNames = 'owner_id, source, task_id, plan_id, plan_version, line_id, port_id';

const tables = `
  alter table call add column missed smallint not null default 0;

  create table stat_hour (
    merchant_id bigint not null references merchant,
    -- When it was placed, a whole hour of the merchant's clock.
    hour timestamptz not null,
    ${whose},
    ${figures},
    primary key (merchant_id, hour, ${whoseNames})
  );
  create table stat_day (
    merchant_id bigint not null references merchant,
    -- By what its calls are split, and into which.
    split text not null check (split in ('province', 'caller', 'cause')),
    day date not null,
    ${whose},
    key text not null,
    ${figures},
    primary key (merchant_id, split, day, ${whoseNames}, key)
  );
  create table call_change (
    merchant_id bigint not null,
    -- Where the list has it, as call_hour has its hours; when it was placed, as stat_hour has them.
    hour timestamptz not null,
    placed_hour timestamptz not null,
    ${whose},
    caller_number text not null,
    province text not null,
    cause text not null,
    ${figures},
    id bigint generated always as identity,
    primary key (merchant_id, hour, id)
  );
  create index call_change_placed on call_change (merchant_id, placed_hour);
`;

const changeNames = `merchant_id, hour, placed_hour, ${whoseNames}, caller_number, province, cause, ${names.join(', ')}`;

const changes = `
  create type call_sum as (
    merchant_id bigint, hour timestamptz, placed_hour timestamptz, owner_id bigint, source text, task_id bigint, plan_id bigint,
    plan_version int, line_id bigint, port_id bigint, caller_number text, province text, cause text,
    ${names.map(name => `${name} ${name === 'talk_ms' ? 'bigint' : name === 'cost' ? 'numeric' : 'int'}`).join(', ')}
  );
  create or replace function call_in_hour(ended call, times int) returns setof call_hour language sql stable as $$
    select ($1).merchant_id, date_trunc('hour', ($1).listed_at, 'UTC'), coalesce(($1).owner_id, 0), times,
      times * (($1).state is not distinct from 'answered')::int, times * coalesce(($1).talk_ms, 0)::bigint,
      times * (($1).level is not distinct from 'A')::int, times * (($1).level is not distinct from 'B')::int,
      times * (($1).level is not distinct from 'C')::int, times * (($1).level is not distinct from 'D')::int,
      times * (($1).level is not distinct from 'E')::int, times * (($1).level is not distinct from 'F')::int,
      times * coalesce(($1).cost, 0), call_source($1)
    where ($1).stage = 'ended' and ($1).removed_at is null
  $$;
  -- What an ended call is in the sums, so many times; nothing of one that lives or was removed.
  create function call_sums(ended call, times int) returns setof call_sum language sql stable as $$
    select ($1).merchant_id, date_trunc('hour', ($1).listed_at, 'UTC'),
      date_trunc('hour', ($1).placed_at, (select zone from merchant where id = ($1).merchant_id)),
      coalesce(($1).owner_id, 0), call_source($1), coalesce(($1).task_id, 0), coalesce(($1).plan_id, 0),
      coalesce(($1).plan_version, 0), ($1).line_id, coalesce(($1).port_id, 0), ($1).caller_number, ($1).province,
      coalesce(($1).state, '') || ' ' || coalesce(($1).because, ''),
      times,
      times * (($1).attempt is not distinct from 1::smallint and ($1).dialled_at is not null)::int,
      times * (($1).dialled_at is not null or ($1).direction = 'in')::int,
      times * (($1).state is not distinct from 'answered')::int,
      times * (($1).state is not distinct from 'answered' and ($1).talk_ms >= 10000)::int,
      times * coalesce(($1).talk_ms, 0)::bigint,
      times * ($1).turns,
      times * (coalesce(($1).ended_how, '') in ('planned', 'transferred'))::int,
      times * ($1).missed,
      times * (($1).level is not distinct from 'A')::int, times * (($1).level is not distinct from 'B')::int,
      times * (($1).level is not distinct from 'C')::int, times * (($1).level is not distinct from 'D')::int,
      times * (($1).level is not distinct from 'E')::int, times * (($1).level is not distinct from 'F')::int,
      times * coalesce(($1).cost, 0)
    where ($1).stage = 'ended' and ($1).removed_at is null
  $$;
  -- Old is null when the row is new: it was in no sum.
  create function note_call_change() returns trigger language plpgsql as $$ begin
    insert into call_change (${changeNames})
    select merchant_id, hour, placed_hour, ${whoseNames}, caller_number, province, cause, ${sums}
    from (select * from call_sums(old, -1) union all select * from call_sums(new, 1)) change
    group by merchant_id, hour, placed_hour, ${whoseNames}, caller_number, province, cause;
    return null;
  end $$;
`;

/** Calls say how many of their sentences were missed: words go, figures stay. */
const missedBefore = (db: Kysely<never>) =>
  sql`
    update call set missed = least(said.n, 32767) from (
      select merchant_id, call_id, count(*)::int as n from missed_line where because is null group by 1, 2) said
    where call.merchant_id = said.merchant_id and call.id = said.call_id`.execute(db);

/** What is removed leaves the sums from now on; what was removed before leaves them now. */
const removedBefore = async (db: Kysely<never>): Promise<void> => {
  await sql`
    insert into node_hour (merchant_id, plan_id, plan_version, hour, owner_id, source, node, what, by, next, n)
    select call.merchant_id, plan_id, plan_version, date_trunc('hour', listed_at, 'UTC'), coalesce(owner_id, 0),
      call_source(call), node, what, by, next, -sum(n)
    from call cross join lateral nodes_of_call(call)
    where call.stage = 'ended' and call.removed_at is not null and not exists (select from call_uncounted waiting
      where waiting.merchant_id = call.merchant_id and waiting.call_id = call.id)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    on conflict (merchant_id, plan_id, plan_version, hour, owner_id, source, node, what, by, next)
    do update set n = node_hour.n + excluded.n`.execute(db);
  await sql`
    delete from call_uncounted waiting using call where call.merchant_id = waiting.merchant_id and call.id = waiting.call_id
      and call.removed_at is not null`.execute(db);
  await sql`
    update call_hour as hour set calls = hour.calls - gone.calls, answered = hour.answered - gone.answered,
      talk_ms = hour.talk_ms - gone.talk_ms, level_a = hour.level_a - gone.level_a, level_b = hour.level_b - gone.level_b,
      level_c = hour.level_c - gone.level_c, level_d = hour.level_d - gone.level_d, level_e = hour.level_e - gone.level_e,
      level_f = hour.level_f - gone.level_f, cost = hour.cost - gone.cost
    from (
      select merchant_id, date_trunc('hour', listed_at, 'UTC') as hour, coalesce(owner_id, 0) as owner_id,
        call_source(call) as source, count(*) as calls, count(*) filter (where state = 'answered') as answered,
        sum(talk_ms) as talk_ms, count(*) filter (where level = 'A') as level_a, count(*) filter (where level = 'B') as level_b,
        count(*) filter (where level = 'C') as level_c, count(*) filter (where level = 'D') as level_d,
        count(*) filter (where level = 'E') as level_e, count(*) filter (where level = 'F') as level_f, sum(cost) as cost
      from call where stage = 'ended' and removed_at is not null group by 1, 2, 3, 4) gone
    where hour.merchant_id = gone.merchant_id and hour.hour = gone.hour and hour.owner_id = gone.owner_id
      and hour.source = gone.source`.execute(db);
};

const triggers = `
  create trigger call_change_new after insert on call for each row
    when (new.stage = 'ended') execute function note_call_change();
  create trigger call_change after update on call for each row
    when ((new.stage = 'ended' or old.stage = 'ended')
      and (old.stage, old.state, old.because, old.level, old.talk_ms, old.turns, old.missed, old.ended_how, old.cost, old.owner_id,
          old.plan_id, old.plan_version, old.line_id, old.port_id, old.caller_number, old.province, old.listed_at, old.placed_at,
          old.dialled_at is null, old.removed_at is null)
        is distinct from
          (new.stage, new.state, new.because, new.level, new.talk_ms, new.turns, new.missed, new.ended_how, new.cost, new.owner_id,
          new.plan_id, new.plan_version, new.line_id, new.port_id, new.caller_number, new.province, new.listed_at, new.placed_at,
          new.dialled_at is null, new.removed_at is null))
    execute function note_call_change();

  -- The paths of a call that was removed are in no sum either.
  create or replace function note_call_nodes() returns trigger language plpgsql as $$ begin
    if old.stage = 'ended' and old.removed_at is null then
      delete from call_uncounted where merchant_id = old.merchant_id and call_id = old.id;
      if not found then
        -- In the order of the key, as the job has it: neither waits for the other in turn.
        insert into node_hour (merchant_id, plan_id, plan_version, hour, owner_id, source, node, what, by, next, n)
        select old.merchant_id, old.plan_id, old.plan_version, date_trunc('hour', old.listed_at, 'UTC'),
          coalesce(old.owner_id, 0), call_source(old), was.node, was.what, was.by, was.next, -was.n
        from nodes_of_call(old) was order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
        on conflict (merchant_id, plan_id, plan_version, hour, owner_id, source, node, what, by, next)
        do update set n = node_hour.n + excluded.n;
      end if;
    end if;
    if new.stage = 'ended' and new.removed_at is null then
      insert into call_uncounted (merchant_id, call_id) values (new.merchant_id, new.id);
    end if;
    return null;
  end $$;
  drop trigger call_nodes on call;
  create trigger call_nodes after update on call for each row
    when ((new.stage = 'ended' or old.stage = 'ended')
      and (old.stage, old.because, old.ended_node, old.ended_how, old.plan_id, old.plan_version, old.owner_id, old.listed_at,
          old.removed_at is null)
        is distinct from
          (new.stage, new.because, new.ended_node, new.ended_how, new.plan_id, new.plan_version, new.owner_id, new.listed_at,
          new.removed_at is null))
    execute function note_call_nodes();
`;

const split = (name: string, key: string) => `
  insert into stat_day (merchant_id, split, day, ${whoseNames}, key, ${names.join(', ')})
  select change.merchant_id, '${name}', (placed_hour at time zone zone)::date, ${whoseNames
    .split(', ')
    .map(column => `change.${column}`)
    .join(', ')}, change.${key}, ${names.map(column => `sum(change.${column})`).join(', ')}
  from call cross join lateral call_sums(call, 1) change join merchant on merchant.id = call.merchant_id
  group by 1, 3, 4, 5, 6, 7, 8, 9, 10, 11;`;

const summedBefore = `
  insert into stat_hour (merchant_id, hour, ${whoseNames}, ${names.join(', ')})
  select change.merchant_id, change.placed_hour, ${whoseNames
    .split(', ')
    .map(column => `change.${column}`)
    .join(', ')}, ${names.map(column => `sum(change.${column})`).join(', ')}
  from call cross join lateral call_sums(call, 1) change
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  ${split('province', 'province')}
  ${split('caller', 'caller_number')}
  ${split('cause', 'cause')}
`;
