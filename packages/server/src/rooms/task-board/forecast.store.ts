import type { CallState, CallsSeen, Lane, RetryRules, TaskRules } from '@lianxian/core';
import { sql } from 'kysely';
import { rowAsJson, rowsAsJson, type UnscopedDb } from '../../platform/db/index.ts';
import { type CallingRules, callingRulesQuery, rulesOfTask } from '../rules/index.ts';

/** What the forecast of a task reads, in one statement; each part of it by an index. */
export interface TaskKey {
  readonly merchantId: string;
  readonly taskId: string;
}

interface TaskAhead {
  readonly own: TaskRules;
  readonly retries: RetryRules;
  readonly concurrency: number;
  /** The merchant's, and now: an instant as JSON has it. */
  readonly zone: string;
  readonly now: string;
  readonly fresh: number;
}

const taskQuery = ({ merchantId, taskId }: TaskKey) => sql`
  select ${rulesOfTask} as own, task.retries, task.concurrency, n.fresh, m.zone, now() as now
  from task join merchant m on m.id = task.merchant_id
    join task_count n on n.merchant_id = task.merchant_id and n.task_id = task.id
  where task.merchant_id = ${merchantId} and task.id = ${taskId}`;

/** Fresh numbers that are not ordinary ones: the others are most of a list, and known by its counts. */
const besidesQuery = ({ merchantId, taskId }: TaskKey) => sql`
  select lane, count(*)::int as numbers from callee
  where merchant_id = ${merchantId} and task_id = ${taskId} and state = 'fresh' and lane in (1, 2, 3)
  group by lane`;

interface CalledNumbers {
  readonly state: 'retry' | 'calling';
  readonly lane: Lane;
  readonly tried: Readonly<Partial<Record<CallState, number>>>;
  readonly last: CallState | null;
  readonly inMinutes: number;
  /** From the minute that runs to that of the first of them: a call promised for ten is shown at ten. */
  readonly firstIn: number;
  readonly numbers: number;
}

/** Ways to stand that are read, the commonest first; those of the others that come again by the same outcome are one. */
const MOST_WAYS = 500;

/**
 * Those that wait for a redial and those that are being called, alike ones together: by the minute when they are due soon,
 * by ten minutes of today, by the hour later.
 */
const calledQuery = ({ merchantId, taskId }: TaskKey) => sql`
  select state, lane, tried, last, "inMinutes", min(first)::int as "firstIn", sum(numbers)::int as numbers
  from (
    select state, lane, last, numbers, first,
      case when way <= ${sql.lit(MOST_WAYS)} then tried
        else jsonb_strip_nulls(jsonb_build_object(coalesce(last, ''), tried -> last)) end as tried,
      case when way <= ${sql.lit(MOST_WAYS)} then due else due / 60 * 60 end as "inMinutes"
    from (
      select state, lane, tried, last, due, count(*) as numbers, min(first) as first, row_number() over (order by count(*) desc) as way
      from (
        select state, lane, tried, last_state as last,
          coalesce(greatest(0, floor(extract(epoch from due_at - date_trunc('minute', now())) / 60)), 0) as first,
          case when minutes < 60 then minutes when minutes < 1440 then (minutes + 5) / 10 * 10 else (minutes + 30) / 60 * 60 end as due
        from callee, lateral (select coalesce(greatest(0, extract(epoch from due_at - now()) / 60), 0)::int as minutes) at
        where merchant_id = ${merchantId} and task_id = ${taskId} and state in ('retry', 'calling')) one
      group by state, lane, tried, last, due) ways) few
  group by state, lane, tried, last, "inMinutes"`;

/** The last calls of a task tell what the next will come to. */
const LOOKED_AT = 3_000;

const seenQuery = ({ merchantId, taskId }: TaskKey) => sql`
  select b.state as before, c.state, null as hour, null as province, count(*)::int as calls,
    sum(extract(epoch from c.ended_at - c.placed_at))::float8 as seconds, sum(ceil(c.talk_ms / 60000.0))::float8 as minutes
  from (
    select state, callee_id, attempt, placed_at, ended_at, talk_ms from call
    where merchant_id = ${merchantId} and task_id = ${taskId} and stage = 'ended'
      and (dialled_at is not null or state <> 'cancelled')
    order by listed_at desc, id desc limit ${sql.lit(LOOKED_AT)}) c
    left join call b on b.merchant_id = ${merchantId} and b.task_id = ${taskId} and b.callee_id = c.callee_id
      and b.attempt = c.attempt - 1
  group by b.state, c.state`;

/** Live calls of others, by line. */
const othersQuery = ({ merchantId, taskId }: TaskKey) => sql`
  select line_id::text as line, count(*)::int as calls from call
  where merchant_id = ${merchantId} and stage <> 'ended' and task_id is distinct from ${taskId}
  group by line_id`;

export interface ListRead {
  readonly task: TaskAhead;
  readonly besides: readonly { readonly lane: Lane; readonly numbers: number }[];
  readonly called: readonly CalledNumbers[];
  readonly seen: readonly CallsSeen[];
  readonly others: readonly { readonly line: string; readonly calls: number }[];
  readonly rules: CallingRules;
}

/** Null: there is no such task. */
export const findListAhead = async (db: UnscopedDb, key: TaskKey): Promise<ListRead | null> => {
  const { rows } = await sql<Omit<ListRead, 'task'> & { readonly task: TaskAhead | null }>`
    select ${rowAsJson(taskQuery(key))} as task, ${rowsAsJson(besidesQuery(key))} as besides,
      ${rowsAsJson(calledQuery(key))} as called, ${rowsAsJson(seenQuery(key))} as seen,
      ${rowsAsJson(othersQuery(key))} as others, ${rowAsJson(callingRulesQuery(key.merchantId))} as rules`.execute(db);
  const [found] = rows;
  return found === undefined || found.task === null ? null : { ...found, task: found.task };
};
