import type { CallState } from '@lianxian/core';
import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { TaskKey } from '../task-board/index.ts';

/** A day of a task that was: what came of it, and whom it had before it at its first call. */
interface DayThatWas {
  /** Its first call was placed, its last one ended. */
  readonly at: Date;
  readonly end: Date;
  readonly calls: number;
  readonly answered: number;
  /** Yuan. */
  readonly cost: string;
}

interface Bounds {
  /** The instants at which the day begins and ends by the merchant's clock. */
  readonly from: Date;
  readonly to: Date;
}

export const boundsOf = async (db: UnscopedDb, day: string, zone: string): Promise<Bounds> => {
  const { rows } = await sql<Bounds>`
    select (${day}::date)::timestamp at time zone ${zone} as "from",
      (${day}::date + 1)::timestamp at time zone ${zone} as "to"`.execute(db);
  return rows[0]!;
};

/** Calls of the task that were placed then and have ended; those undialled are none. */
const callsOfDay = ({ merchantId, taskId }: TaskKey, { from, to }: Bounds) => sql`
  merchant_id = ${merchantId} and task_id = ${taskId} and listed_at >= ${from} and placed_at >= ${from} and placed_at < ${to}
    and stage = 'ended' and (dialled_at is not null or state <> 'cancelled')`;

/** Null: nobody was called. */
export const findDay = async (db: UnscopedDb, key: TaskKey, bounds: Bounds): Promise<DayThatWas | null> => {
  const { rows } = await sql<DayThatWas & { readonly at: Date | null }>`
    select min(placed_at) as at, max(ended_at) as end, count(*)::int as calls,
      (count(*) filter (where state = 'answered'))::int as answered, trim_scale(coalesce(sum(cost), 0))::text as cost
    from call where ${callsOfDay(key, bounds)}`.execute(db);
  const [day] = rows;
  return day === undefined || day.at === null ? null : day;
};

interface FirstCalled {
  readonly practice: boolean;
  readonly province: string | null;
  readonly numbers: number;
}

/** Numbers that were called for the first time then or later: all of them waited that morning. */
export const firstCalledSince = async (
  db: UnscopedDb,
  { merchantId, taskId }: TaskKey,
  { from }: Bounds,
): Promise<readonly FirstCalled[]> => {
  const { rows } = await sql<FirstCalled>`
    select practice, nullif(province, '') as province, count(*)::int as numbers from call
    where merchant_id = ${merchantId} and task_id = ${taskId} and listed_at >= ${from} and placed_at >= ${from} and attempt = 1
    group by 1, 2`.execute(db);
  return rows;
};

interface RedialledThen {
  readonly practice: boolean;
  readonly last: CallState;
  readonly tries: number;
  readonly inMinutes: number;
  readonly numbers: number;
}

/** Redials of calls before that day, when they came on it: within ten minutes of it. */
export const redialledOn = async (db: UnscopedDb, key: TaskKey, bounds: Bounds): Promise<readonly RedialledThen[]> => {
  const { rows } = await sql<RedialledThen>`
    with here as materialized (
      select distinct on (callee_id) callee_id, attempt, practice, placed_at, min(placed_at) over () as first
      from call where ${callsOfDay(key, bounds)} order by callee_id, attempt)
    select here.practice, before.state as last, here.attempt - 1 as tries,
      (extract(epoch from here.placed_at - here.first) / 600)::int * 10 as "inMinutes", count(*)::int as numbers
    from here join call before on before.merchant_id = ${key.merchantId} and before.task_id = ${key.taskId}
      and before.callee_id = here.callee_id and before.attempt = here.attempt - 1
    where here.attempt > 1 and before.state is not null
    group by 1, 2, 3, 4`.execute(db);
  return rows;
};
