import { type Kysely, sql } from 'kysely';

/**
 * Sums of ended calls by increments (decision 30). The database itself writes down what an ended call changes, in the
 * transaction that ends it, replaces its ending or corrects its level: `call_change` what to add to `call_hour`,
 * `call_uncounted` calls whose paths are not in `node_hour`. Jobs move both on, portion by portion; who reads adds what
 * still waits.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table call_change (
      like call_hour,
      id bigint generated always as identity,
      primary key (merchant_id, hour, id)
    );
    create table call_uncounted (
      merchant_id bigint not null,
      call_id bigint not null,
      primary key (merchant_id, call_id)
    );

    -- What an ended call is in the sums of its hour, so many times; nothing of one that lives.
    create function call_in_hour(ended call, times int) returns setof call_hour language sql stable as $$
      select ($1).merchant_id, date_trunc('hour', ($1).listed_at, 'UTC'), coalesce(($1).owner_id, 0), times,
        times * (($1).state is not distinct from 'answered')::int, times * coalesce(($1).talk_ms, 0)::bigint,
        times * (($1).level is not distinct from 'A')::int, times * (($1).level is not distinct from 'B')::int,
        times * (($1).level is not distinct from 'C')::int, times * (($1).level is not distinct from 'D')::int,
        times * (($1).level is not distinct from 'E')::int, times * (($1).level is not distinct from 'F')::int,
        times * coalesce(($1).cost, 0)
      where ($1).stage = 'ended'
    $$;
    -- Old is null when the row is new: it was in no sum.
    create function note_call_change() returns trigger language plpgsql as $$ begin
      insert into call_change (merchant_id, hour, owner_id, calls, answered, talk_ms,
        level_a, level_b, level_c, level_d, level_e, level_f, cost)
      select merchant_id, hour, owner_id, sum(calls), sum(answered), sum(talk_ms),
        sum(level_a), sum(level_b), sum(level_c), sum(level_d), sum(level_e), sum(level_f), sum(cost)
      from (select * from call_in_hour(old, -1) union all select * from call_in_hour(new, 1)) change
      group by merchant_id, hour, owner_id;
      return null;
    end $$;
    create trigger call_change_new after insert on call for each row
      when (new.stage = 'ended') execute function note_call_change();
    create trigger call_change after update on call for each row
      when ((new.stage = 'ended' or old.stage = 'ended')
        and (old.stage, old.state, old.level, old.talk_ms, old.cost, old.owner_id, old.listed_at) is distinct from
          (new.stage, new.state, new.level, new.talk_ms, new.cost, new.owner_id, new.listed_at))
      execute function note_call_change();

    -- Each node that an ended call came to, each leaving of one, and where it ended.
    create function nodes_of_call(ended call) returns table (node text, what text, by text, next text, n int)
      language sql stable as $$
      with step as (
        select nth, step->>'node' as node, coalesce(step->>'leftBy', '') as by, (step->>'knowledge')::boolean as aside
        from call_transcript said cross join jsonb_array_elements(said.path) with ordinality of_path (step, nth)
        where said.merchant_id = ($1).merchant_id and said.call_id = ($1).id),
      way as (
        select *, case when aside then '' else coalesce(lead(node) over (partition by aside order by nth), '') end as next
        from step)
      select node, 'calls', '', '', 1 from way group by node
      union all
      select node, 'left', by, next, count(*)::int from way group by node, by, next
      union all
      select ($1).ended_node, 'ended', coalesce(($1).ended_how, ''), '', 1 where ($1).ended_node is not null
    $$;
    -- An ending that another one replaces is waiting still, or is taken out of the sums; its words are there until then.
    create function note_call_nodes() returns trigger language plpgsql as $$ begin
      if old.stage = 'ended' then
        delete from call_uncounted where merchant_id = old.merchant_id and call_id = old.id;
        if not found then
          -- In the order of the key, as the job has it: neither waits for the other in turn.
          insert into node_hour (merchant_id, plan_id, plan_version, hour, owner_id, node, what, by, next, n)
          select old.merchant_id, old.plan_id, old.plan_version, date_trunc('hour', old.listed_at, 'UTC'),
            coalesce(old.owner_id, 0), was.node, was.what, was.by, was.next, -was.n
          from nodes_of_call(old) was order by 1, 2, 3, 4, 5, 6, 7, 8, 9
          on conflict (merchant_id, plan_id, plan_version, hour, owner_id, node, what, by, next)
          do update set n = node_hour.n + excluded.n;
        end if;
      end if;
      if new.stage = 'ended' then
        insert into call_uncounted (merchant_id, call_id) values (new.merchant_id, new.id);
      end if;
      return null;
    end $$;
    create trigger call_nodes_new after insert on call for each row
      when (new.stage = 'ended') execute function note_call_nodes();
    -- Another reason of the end is another ending, whose path may be another.
    create trigger call_nodes after update on call for each row
      when ((new.stage = 'ended' or old.stage = 'ended')
        and (old.stage, old.because, old.ended_node, old.ended_how, old.plan_id, old.plan_version, old.owner_id, old.listed_at)
          is distinct from
          (new.stage, new.because, new.ended_node, new.ended_how, new.plan_id, new.plan_version, new.owner_id, new.listed_at))
      execute function note_call_nodes();

    -- What the jobs of before may not have seen waits; the hours before that stay as they are.
    delete from call_hour where hour >= (select date_trunc('hour', until - interval '26 hours', 'UTC') from call_folded);
    insert into call_change (merchant_id, hour, owner_id, calls, answered, talk_ms,
      level_a, level_b, level_c, level_d, level_e, level_f, cost)
    select change.merchant_id, change.hour, change.owner_id, sum(change.calls), sum(change.answered), sum(change.talk_ms),
      sum(level_a), sum(level_b), sum(level_c), sum(level_d), sum(level_e), sum(level_f), sum(change.cost)
    from call_folded
      join call on call.listed_at >= date_trunc('hour', until - interval '26 hours', 'UTC')
      cross join lateral call_in_hour(call, 1) change
    group by 1, 2, 3;
    delete from node_hour where hour >= (select date_trunc('hour', until - interval '26 hours', 'UTC') from node_folded);
    insert into call_uncounted (merchant_id, call_id)
    select merchant_id, id from node_folded
      join call on call.listed_at >= date_trunc('hour', until - interval '26 hours', 'UTC') and call.stage = 'ended';
    drop table call_folded, node_folded;
  `.execute(db);
};
