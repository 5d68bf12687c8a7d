import type { CalleeStateWord, CallState, Level } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

interface TaskKey {
  readonly merchantId: string;
  readonly id: string;
}

export const findSheetTask = (db: MerchantDb, id: string) =>
  db
    .selectFrom('task')
    .innerJoin('taskCount', join =>
      join.onRef('taskCount.merchantId', '=', 'task.merchantId').onRef('taskCount.taskId', '=', 'task.id'),
    )
    .select(['task.name', 'task.planId', 'task.planVersion', 'taskCount.total'])
    .where('task.id', '=', id)
    .where('task.removedAt', 'is', null)
    .executeTakeFirst();

export const countPeople = async (db: MerchantDb, id: string): Promise<number> =>
  (await findSheetTask(db, id))?.total ?? 0;

/** A list has fewer titles; what is beyond stays with the numbers. */
const MOST_TITLES = 200;

/** What was kept with any number of the task, by its title: once over the list. */
export const titlesOf = async (db: UnscopedDb, { merchantId, id }: TaskKey): Promise<readonly string[]> => {
  const { rows } = await sql<{ title: string }>`
    select title, min(callee.id) as first from callee cross join lateral jsonb_object_keys(variables) as keys (title)
    where merchant_id = ${merchantId} and task_id = ${id}
    group by title order by first, title limit ${MOST_TITLES}`.execute(db);
  return rows.map(({ title }) => title);
};

/** Of a call's words; older rows do not say which variable. */
interface KeptAnswer {
  readonly variable?: string;
  readonly label: string;
  readonly value: string;
}

export interface PersonOfSheet {
  readonly id: string;
  readonly phone: string;
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly state: CalleeStateWord;
  readonly because: string;
  readonly attempts: number;
  readonly lastState: CallState | null;
  readonly level: Level | null;
  readonly levelRule: string | null;
  readonly correctedLevel: Level | null;
  readonly ruledLevel: Level | null;
  readonly why: string | null;
  /** By the merchant's wall clock, as if it were UTC: a sheet has no zones. */
  readonly calledAt: string | null;
  readonly answers: readonly KeptAnswer[] | null;
}

/** The next people of the list with their last call. */
export const readPeople = async (
  db: UnscopedDb,
  { merchantId, id }: TaskKey,
  after: string | null,
  limit: number,
): Promise<readonly PersonOfSheet[]> => {
  const { rows } = await sql<PersonOfSheet>`
    select c.id::text as id, c.phone, c.name, c.variables, c.state, c.because, c.attempts, c.last_state,
      coalesce(k.level, c.last_level) as level, l.level_rule, k.level as corrected_level, k.ruled_level, k.why,
      to_char(l.placed_at at time zone m.zone, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as called_at, t.answers
    from callee c join merchant m on m.id = c.merchant_id
      left join call l on l.merchant_id = c.merchant_id and l.id = c.last_call_id
      left join call_transcript t on t.merchant_id = c.merchant_id and t.call_id = c.last_call_id
      left join call_correction k on k.merchant_id = c.merchant_id and k.call_id = c.last_call_id
    where c.merchant_id = ${merchantId} and c.task_id = ${id} and c.id > ${after ?? '0'}
    order by c.id limit ${limit}`.execute(db);
  return rows;
};
