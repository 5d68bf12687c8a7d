import type { CallState, TaskBecause, TaskState } from '@lianxian/core';
import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { isDead } from '../lines/index.ts';

/** How the calls of tasks came out, by the minutes that their endings were counted in. */
interface TaskFailures {
  readonly taskId: string;
  readonly state: TaskState;
  readonly because: TaskBecause;
  readonly lately: readonly { readonly state: CallState; readonly calls: number }[];
  readonly past: readonly { readonly state: CallState; readonly calls: number }[];
  readonly isLineUnwell: boolean;
}

/** A past further back is of other lists, lines and days. */
const PAST = sql`interval '3 days'`;
const LATELY = sql`interval '5 minutes'`;

const endingsBetween = (from: ReturnType<typeof sql>, to: ReturnType<typeof sql>) => sql`(
  select coalesce(json_agg(json_build_object('state', e.state, 'calls', e.calls)), '[]') from (
    select m.state, sum(m.calls)::int as calls from task_minute m
    where m.merchant_id = task.merchant_id and m.task_id = task.id and m.minute >= ${from} and m.minute < ${to}
    group by m.state) e)`;

/** Whoever resumed it has looked: what failed before says nothing any more. */
const since = sql`greatest(date_trunc('minute', now()) - ${LATELY}, (
  select max(e.at) from task_event e where e.merchant_id = task.merchant_id and e.task_id = task.id and e.kind = 'resumed'))`;

/** Of those that run. One statement, however many. */
export const failuresOf = async (
  db: UnscopedDb,
  merchantId: string,
  tasks: readonly string[],
): Promise<readonly TaskFailures[]> => {
  const { rows } = await sql<TaskFailures>`
    select task.id as task_id, task.state, task.because, ${endingsBetween(sql`lately.since`, sql`'infinity'::timestamptz`)} as lately,
      ${endingsBetween(sql`now() - ${PAST}`, sql`date_trunc('minute', now()) - ${LATELY}`)} as past,
      exists (select from task_port tp
        join port p on p.merchant_id = tp.merchant_id and p.id = tp.port_id
        join line l on l.merchant_id = p.merchant_id and l.id = p.line_id
        join line_health h on h.merchant_id = l.root_merchant_id and h.line_id = l.root_id
        where tp.merchant_id = task.merchant_id and tp.task_id = task.id
          and (${isDead(sql`h`)} or h.rests > 0 or h.state = 'congested' or h.because = 'failing')) as is_line_unwell
    from task cross join lateral (select ${since} as since) lately
    where task.merchant_id = ${merchantId} and task.id = any(${[...tasks]}::bigint[]) and task.state = 'running'`.execute(
    db,
  );
  return rows;
};
