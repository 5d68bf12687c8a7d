import { type Kysely, sql } from 'kysely';

/**
 * Trials (试呼: by hand, of no task) count apart: sums of ended calls and of nodes are kept by where a call came from. They
 * grow by what changes as before (decision 30). Hours are summed anew of the calls themselves, of which none goes; sums of
 * nodes are moved over for the calls whose words are still there, what was emptied before stays with the tasks.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create function call_source(call) returns text language sql immutable as $$
      select case when ($1).task_id is not null then 'task' when ($1).direction = 'in' then 'in' else 'hand' end
    $$;

    -- One word a thing: its port bears the name of the practice line, unless a person gave it another.
    update port set name = '练习线路' from line
    where line.merchant_id = port.merchant_id and line.id = port.line_id and line.practice and port.name = '练习网关';

    truncate call_hour, call_change;
    alter table call_hour
      drop constraint call_hour_pkey,
      add column source text not null,
      add primary key (merchant_id, hour, owner_id, source);
    alter table call_change add column source text not null;
    create or replace function call_in_hour(ended call, times int) returns setof call_hour language sql stable as $$
      select ($1).merchant_id, date_trunc('hour', ($1).listed_at, 'UTC'), coalesce(($1).owner_id, 0), times,
        times * (($1).state is not distinct from 'answered')::int, times * coalesce(($1).talk_ms, 0)::bigint,
        times * (($1).level is not distinct from 'A')::int, times * (($1).level is not distinct from 'B')::int,
        times * (($1).level is not distinct from 'C')::int, times * (($1).level is not distinct from 'D')::int,
        times * (($1).level is not distinct from 'E')::int, times * (($1).level is not distinct from 'F')::int,
        times * coalesce(($1).cost, 0), call_source($1)
      where ($1).stage = 'ended'
    $$;
    create or replace function note_call_change() returns trigger language plpgsql as $$ begin
      insert into call_change (merchant_id, hour, owner_id, source, calls, answered, talk_ms,
        level_a, level_b, level_c, level_d, level_e, level_f, cost)
      select merchant_id, hour, owner_id, source, sum(calls), sum(answered), sum(talk_ms),
        sum(level_a), sum(level_b), sum(level_c), sum(level_d), sum(level_e), sum(level_f), sum(cost)
      from (select * from call_in_hour(old, -1) union all select * from call_in_hour(new, 1)) change
      group by merchant_id, hour, owner_id, source;
      return null;
    end $$;
    insert into call_hour (merchant_id, hour, owner_id, source, calls, answered, talk_ms,
      level_a, level_b, level_c, level_d, level_e, level_f, cost)
    select change.merchant_id, change.hour, change.owner_id, change.source,
      sum(change.calls), sum(change.answered), sum(change.talk_ms),
      sum(level_a), sum(level_b), sum(level_c), sum(level_d), sum(level_e), sum(level_f), sum(change.cost)
    from call cross join lateral call_in_hour(call, 1) change
    group by 1, 2, 3, 4;

    alter table node_hour
      drop constraint node_hour_pkey,
      add column source text not null default 'task',
      add primary key (merchant_id, plan_id, plan_version, hour, owner_id, source, node, what, by, next);
    create or replace function note_call_nodes() returns trigger language plpgsql as $$ begin
      if old.stage = 'ended' then
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
      if new.stage = 'ended' then
        insert into call_uncounted (merchant_id, call_id) values (new.merchant_id, new.id);
      end if;
      return null;
    end $$;
    with counted as (
      select call.merchant_id, plan_id, plan_version, date_trunc('hour', listed_at, 'UTC') as hour,
        coalesce(owner_id, 0) as owner_id, call_source(call) as source, node, what, by, next, sum(n)::int as n
      from call
        join call_transcript said on said.merchant_id = call.merchant_id and said.call_id = call.id and said.path <> '[]'
        cross join lateral nodes_of_call(call)
      where call.stage = 'ended' and task_id is null
        and not exists (select from call_uncounted waiting
          where waiting.merchant_id = call.merchant_id and waiting.call_id = call.id)
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    insert into node_hour (merchant_id, plan_id, plan_version, hour, owner_id, source, node, what, by, next, n)
    select merchant_id, plan_id, plan_version, hour, owner_id, source, node, what, by, next, n from counted
    union all
    select merchant_id, plan_id, plan_version, hour, owner_id, 'task', node, what, by, next, -sum(n) from counted
    group by 1, 2, 3, 4, 5, 7, 8, 9, 10
    on conflict (merchant_id, plan_id, plan_version, hour, owner_id, source, node, what, by, next)
    do update set n = node_hour.n + excluded.n;
  `.execute(db);
};
