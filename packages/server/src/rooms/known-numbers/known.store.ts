import type { CallState } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

/** What the house knows of numbers that somebody wants to call. One query each; give at most 60,000 of them. */

/** Outcomes after which nobody is at a number. */
const DEAD: ReadonlySet<CallState> = new Set(['emptyNumber', 'numberChanged', 'outOfService']);

/** Tasks whose numbers are looked at: each is one more search for every number. */
const MOST_TASKS = 20;

/** Those of `phones` that calls were placed to in the last days; what was never dialled does not count. */
export const recentlyCalled = async (
  db: MerchantDb,
  phones: readonly string[],
  days: number,
): Promise<ReadonlySet<string>> => {
  if (days === 0) return new Set();
  const rows = await db.whole
    .selectFrom('call')
    .select('call.phone')
    .distinct()
    .where(sql<boolean>`call.phone = any(${phones}::text[])`)
    .where(sql<boolean>`call.placed_at > now() - make_interval(days => ${days})`)
    .where(sql<boolean>`call.id >= ids_since(make_interval(days => ${days} + 1))`)
    .where(sql<boolean>`(call.dialled_at is not null or call.state is distinct from 'cancelled')`)
    .execute();
  return new Set(rows.map(row => row.phone));
};

/**
 * Those of `phones` whose last call of the merchant within so many days came out as empty, changed or out of service. What
 * was taken back or interrupted says nothing of a number.
 */
export const knownDead = async (
  db: MerchantDb,
  phones: readonly string[],
  days: number,
): Promise<ReadonlySet<string>> => {
  if (days === 0) return new Set();
  const rows = await db.whole
    .selectFrom('call')
    .distinctOn('call.phone')
    .select(['call.phone', 'call.state'])
    .where(sql<boolean>`call.phone = any(${phones}::text[])`)
    .where(sql<boolean>`call.placed_at > now() - make_interval(days => ${days})`)
    .where(sql<boolean>`call.id >= ids_since(make_interval(days => ${days} + 1))`)
    .where(sql<boolean>`call.state not in ('cancelled', 'interrupted')`)
    .orderBy('call.phone')
    .orderBy(sql`call.listed_at`, 'desc')
    .orderBy('call.id', 'desc')
    .execute();
  return new Set(rows.flatMap(({ phone, state }) => (state !== null && DEAD.has(state) ? [phone] : [])));
};

/** Those of `phones` that somebody on the list has who has several. */
export const numbersOfPeople = async (
  db: MerchantDb,
  taskId: string,
  phones: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db.whole
    .selectFrom('calleeNumber')
    .select('calleeNumber.phone')
    .where('calleeNumber.taskId', '=', taskId)
    .where(sql<boolean>`callee_number.phone = any(${phones}::text[])`)
    .execute();
  return new Set(rows.map(row => row.phone));
};

/** Those of `phones` that the task has already: a search for each, whatever the planner knows of a list that grows. */
export const inTask = async (
  db: MerchantDb,
  taskId: string,
  phones: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db.whole
    .selectFrom('task')
    .innerJoin(sql<{ phone: string }>`unnest(${phones}::text[])`.as<'asked'>(sql`asked (phone)`), join => join.onTrue())
    .innerJoinLateral(
      eb =>
        eb
          .selectFrom('callee')
          .select(sql<number>`1`.as('one'))
          .whereRef('callee.merchantId', '=', 'task.merchantId')
          .whereRef('callee.taskId', '=', 'task.id')
          .whereRef('callee.phone', '=', 'asked.phone')
          .limit(1)
          .as('there'),
      join => join.onTrue(),
    )
    .select('asked.phone')
    .where('task.id', '=', taskId)
    .execute();
  return new Set(rows.map(row => row.phone));
};

/** Those of `phones` that wait to be called in the newest other tasks that may still call, at whichever place of a person's. */
export const waitingElsewhere = async (
  db: MerchantDb,
  taskId: string,
  phones: readonly string[],
  mostTasks = MOST_TASKS,
): Promise<ReadonlySet<string>> => {
  const tasks = await db.whole
    .selectFrom('task')
    .select('task.id')
    .where('task.id', '<>', taskId)
    .where('task.removedAt', 'is', null)
    .where('task.state', 'in', ['waiting', 'running', 'paused'])
    .orderBy('task.id', 'desc')
    .limit(mostTasks)
    .execute();
  if (tasks.length === 0) return new Set();
  const ids = sql`any(${tasks.map(({ id }) => id)}::bigint[])`;
  const asOne = await db.whole
    .selectFrom('callee')
    .select('callee.phone')
    .distinct()
    .where(sql<boolean>`callee.task_id = ${ids}`)
    .where(sql<boolean>`callee.phone = any(${phones}::text[])`)
    .where('callee.state', '<>', 'settled')
    .execute();
  const asOneOfSeveral = await db.whole
    .selectFrom('calleeNumber')
    .innerJoin('callee', join =>
      join
        .onRef('callee.merchantId', '=', 'calleeNumber.merchantId')
        .onRef('callee.taskId', '=', 'calleeNumber.taskId')
        .onRef('callee.id', '=', 'calleeNumber.calleeId'),
    )
    .select('calleeNumber.phone')
    .distinct()
    .where(sql<boolean>`callee_number.task_id = ${ids}`)
    .where(sql<boolean>`callee_number.phone = any(${phones}::text[])`)
    .where('callee.state', '<>', 'settled')
    .execute();
  return new Set([...asOne, ...asOneOfSeveral].map(row => row.phone));
};
