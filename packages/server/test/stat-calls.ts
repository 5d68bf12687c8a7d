import type { TestHouse } from './house.ts';
import { addNumbers, phonesFrom, type TaskGround } from './tasks.ts';

/** Whose calls a {@link addStatCalls} makes, and when: the wall clock of Shanghai. */
interface StatCalls {
  readonly ground: TaskGround;
  readonly task: string;
  readonly owner: string | null;
  readonly day: string;
  readonly calls: number;
  readonly version?: number;
}

let first = 13_500_000_000;

/**
 * Calls of a task over one day, of all kinds in turn: hours from 9 to 20, two lines with a port each, three caller numbers, four
 * provinces, answered or not, levels, turns, cost. What they come to is counted by plain SQL in the tests.
 */
export const addStatCalls = async (house: TestHouse, wish: StatCalls): Promise<void> => {
  const { ground, task, owner, day, calls, version = 1 } = wish;
  const callees = await addNumbers(house, ground.merchantId, task, phonesFrom(first, calls));
  first += calls;
  await house.database.pool.query(
    `insert into plan_version (merchant_id, plan_id, version, graph, nodes, published_at)
     select merchant_id, plan_id, $3, graph, nodes, now() from plan_version
     where merchant_id = $1 and plan_id = $2 and version = 1 on conflict do nothing`,
    [ground.merchantId, ground.planId, version],
  );
  await house.database.pool.query(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, callee_name, caller_number,
       task_id, callee_id, attempt, port_id, owner_id, placed_at, dialled_at, answered_at, ended_at, stage, state, fault, because,
       may_retry, hung_up_by, level, talk_ms, turns, missed, ended_how, cost)
     select $1, $2, $3, '短话术', case when n % 2 = 0 then $4::bigint else $5::bigint end, '线路', callee.phone, callee.name,
       '0216000000' || n % 3, $6, callee.id, 1, case when n % 2 = 0 then $7::bigint else $8::bigint end, $9, at, at,
       case when n % 3 = 0 then at end, at + interval '90 seconds', 'ended',
       case n % 3 when 0 then 'answered' when 1 then 'busy' else 'noAnswer' end, 'nobody',
       case n % 3 when 0 then 'hungUp' when 1 then 'busy' else 'noAnswer' end, false, 'callee',
       case when n % 3 = 0 then substr('ABCDEF', n / 3 % 6 + 1, 1) end,
       case when n % 3 = 0 then 1000 * (n % 40) else 0 end, case when n % 3 = 0 then n % 7 else 0 end,
       case when n % 9 = 0 then 2 else 0 end, case when n % 6 = 0 then 'planned' when n % 3 = 0 then 'midSentence' end,
       case when n % 3 = 0 then 0.0123 * n else 0 end
     from unnest($10::bigint[]) with ordinality numbers (callee, nth)
       join callee on callee.merchant_id = $1 and callee.task_id = $6 and callee.id = numbers.callee
       cross join lateral (select nth::int as n) numbered
       cross join lateral (select ($11 || 'T09:10:00+08')::timestamptz + make_interval(hours => n % 11, secs => n) as at) placed`,
    [
      ...[ground.merchantId, ground.planId, version, ground.ordinaryLine, ground.practiceLine, task],
      ...[ground.ordinaryPort, ground.practicePort, owner, callees, day],
    ],
  );
  // As a table of places would say it.
  await house.database.pool.query(
    `update call set province = (array['广东', '北京', '四川', ''])[id % 4 + 1] where merchant_id = $1 and task_id = $2`,
    [ground.merchantId, task],
  );
};
