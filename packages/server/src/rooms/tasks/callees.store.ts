import type { CalleeStateWord, CallState, Lane, PeopleSearch } from '@lianxian/core';
import { type SqlBool, sql } from 'kysely';
import { asBeginning, type MerchantDb } from '../../platform/db/index.ts';
import { calendarOfTask } from '../rules/index.ts';
import { figuresAfter } from './tasks.policy.ts';
import { countedTasks } from './tasks.store.ts';

/** Numbers of a task, as its page shows them. */
interface CalleeQuery {
  readonly task: string;
  readonly state: CalleeStateWord | undefined;
  readonly lastState: CallState | undefined;
  readonly phone: PeopleSearch;
  readonly after: string | undefined;
  readonly limit: number;
}

/**
 * The next numbers of each lane that nobody called yet, by the index that the dialling goes by: the settled ones before
 * them, up to a million, are not walked through.
 */
const isNextFresh = (merchantId: string, { task, after, limit }: CalleeQuery) => sql<SqlBool>`
  callee.id = any(array(
    select next.id from unnest(array[0, 1, 2]) lanes (lane) cross join lateral (
      select c.id from callee c
      where c.merchant_id = ${merchantId} and c.task_id = ${task} and c.lane = lanes.lane and c.state = 'fresh'
        and c.id > ${after ?? '0'}
      order by c.id limit ${limit + 1}) next))`;

/** Of one task, whose numbers are walked: a list of a million takes a second. */
const endsOrBegins = ({ ends, begins }: { readonly ends: string; readonly begins?: string }) => {
  const isLast = sql<boolean>`right(callee.phone, 4) = ${ends}`;
  return begins === undefined ? isLast : sql<boolean>`(${isLast} or callee.phone like ${`${begins}%`})`;
};

/** In the order they came; one row more than asked for tells that there are more. */
export const listCallees = (db: MerchantDb, asked: CalleeQuery) => {
  const { task, state, lastState, phone, after, limit } = asked;
  let query = db
    .selectFrom('callee')
    .select([
      'callee.id',
      'callee.phone',
      'callee.name',
      'callee.variables',
      'callee.state',
      'callee.because',
      'callee.attempts',
      'callee.dueAt',
      sql<Lane>`callee.lane`.as('lane'),
      'callee.lastState',
      'callee.lastLevel',
      'callee.lastCallId',
    ])
    .where('callee.taskId', '=', task)
    .orderBy('callee.id')
    .limit(limit + 1);
  if (state !== undefined) query = query.where('callee.state', '=', state);
  if (lastState !== undefined) query = query.where('callee.lastState', '=', lastState);
  if (state === 'fresh' && lastState === undefined && phone === null)
    query = query.where(isNextFresh(db.merchantId, asked));
  if (phone && 'is' in phone) query = query.where('callee.phone', '=', phone.is);
  if (phone && 'name' in phone) query = query.where('callee.name', 'like', asBeginning(phone.name));
  if (phone && 'ends' in phone) query = query.where(endsOrBegins(phone));
  else if (phone && 'begins' in phone) {
    query = query.where('callee.phone', '>=', phone.begins);
    const end = figuresAfter(phone.begins);
    if (end !== null) query = query.where('callee.phone', '<', end);
  }
  if (after !== undefined) query = query.where('callee.id', '>', after);
  return query.execute();
};
export type ListedCallee = Awaited<ReturnType<typeof listCallees>>[number];

/** What of a task its waiting numbers go by; undefined: there is none. */
export const findTaskOfCallees = (db: MerchantDb, id: string) =>
  countedTasks(db)
    .innerJoin('merchant', 'merchant.id', 'task.merchantId')
    .select([
      'task.planId',
      calendarOfTask.as('calendar'),
      'merchant.zone',
      'taskCount.paceBecause',
      sql<Date>`now()`.as('now'),
    ])
    .where('task.id', '=', id)
    .executeTakeFirst();
export type TaskOfCallees = NonNullable<Awaited<ReturnType<typeof findTaskOfCallees>>>;

/** Is a number in one of these lanes still to be called? */
export const anyWaits = async (db: MerchantDb, task: string, lanes: readonly Lane[]): Promise<boolean> => {
  if (lanes.length === 0) return false;
  const row = await db
    .selectFrom('callee')
    .select('callee.id')
    .where('callee.taskId', '=', task)
    .where('callee.lane', 'in', [...lanes])
    .where('callee.state', 'in', ['fresh', 'retry', 'calling'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
