import type { CalleeStateWord, CallState, Lane, PeopleSearch } from '@lianxian/core';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { asBeginning, type MerchantDb } from '../../platform/db/index.ts';
import { rulesOfTask } from '../rules/index.ts';
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

/** Where the last page of numbers that nobody called yet ended, in the order in which they will be called. */
const isBeyond = (
  merchantId: string,
  { task, after }: CalleeQuery,
  rank: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
) =>
  after === undefined
    ? sql`true`
    : sql`(${rank}, ${id}) > (coalesce((select l.rank from callee l
        where l.merchant_id = ${merchantId} and l.task_id = ${task} and l.id = ${after}), ''::bytea), ${after}::bigint)`;

/**
 * The next numbers of each lane that nobody called yet, by the index that the dialling goes by: the settled ones before
 * them, up to a million, are not walked through.
 */
const isNextFresh = (merchantId: string, asked: CalleeQuery) => sql<SqlBool>`
  callee.id = any(array(
    select next.id from unnest(array[0, 1, 2]) lanes (lane) cross join lateral (
      select c.id from callee c
      where c.merchant_id = ${merchantId} and c.task_id = ${asked.task} and c.lane = lanes.lane and c.state = 'fresh'
        and ${isBeyond(merchantId, asked, sql`c.rank`, sql`c.id`)}
      order by c.rank, c.id limit ${asked.limit + 1}) next))`;

/** Of one task, whose numbers are walked: a list of a million takes a second. */
const endsOrBegins = ({ ends, begins }: { readonly ends: string; readonly begins?: string }) => {
  const isLast = sql<boolean>`right(callee.phone, 4) = ${ends}`;
  return begins === undefined ? isLast : sql<boolean>`(${isLast} or callee.phone like ${`${begins}%`})`;
};

interface ListKey {
  readonly merchantId: string;
  readonly task: string;
}

/** Figures by which few people of a list are meant: another number of one of them is looked for as well. */
const FEW_FROM_FIGURES = 8;

/** Numbers from one up to another that is none of them, whichever of a person's they are. */
const hasNumber = ({ merchantId, task }: ListKey, from: string, end: string | null) => {
  const isWithin = (phone: RawBuilder<unknown>) =>
    end === null ? sql`${phone} >= ${from}` : sql`${phone} >= ${from} and ${phone} < ${end}`;
  return sql<SqlBool>`callee.id = any(array(
    select c.id from callee c
    where c.merchant_id = ${merchantId} and c.task_id = ${task} and ${isWithin(sql`c.phone`)}
    union all
    select n.callee_id from callee_number n
    where n.merchant_id = ${merchantId} and n.task_id = ${task} and ${isWithin(sql`n.phone`)}))`;
};

/** What a filter of the list asks of a number. */
export const areWanted = (
  key: ListKey,
  { state, lastState, phone }: Pick<CalleeQuery, 'state' | 'lastState' | 'phone'>,
): readonly RawBuilder<SqlBool>[] => [
  ...(state === undefined ? [] : [sql<SqlBool>`callee.state = ${state}`]),
  ...(lastState === undefined ? [] : [sql<SqlBool>`callee.last_state = ${lastState}`]),
  ...(phone === null ? [] : arePeople(key, phone)),
];

const arePeople = (key: ListKey, phone: NonNullable<PeopleSearch>): readonly RawBuilder<SqlBool>[] => {
  if ('is' in phone) return [sql<SqlBool>`callee.phone = ${phone.is}`];
  if ('name' in phone) return [sql<SqlBool>`callee.name like ${asBeginning(phone.name)}`];
  if ('ends' in phone) return [endsOrBegins(phone)];
  const end = figuresAfter(phone.begins);
  if (phone.begins.length >= FEW_FROM_FIGURES) return [hasNumber(key, phone.begins, end)];
  const from = sql<SqlBool>`callee.phone >= ${phone.begins}`;
  return end === null ? [from] : [from, sql<SqlBool>`callee.phone < ${end}`];
};

/**
 * In the order they came, those that nobody called yet in the order they will be called; one row more than asked for tells
 * that there are more.
 */
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
      'callee.isAppointed',
      sql<Lane>`callee.lane`.as('lane'),
      'callee.lastState',
      'callee.lastLevel',
      'callee.lastCallId',
      'callee.place',
      'callee.numbers',
    ])
    .where('callee.taskId', '=', task)
    .limit(limit + 1);
  if (state === 'fresh') query = query.orderBy('callee.rank');
  query = query.orderBy('callee.id');
  const { merchantId } = db;
  for (const condition of areWanted({ merchantId, task }, asked)) query = query.where(condition);
  if (state === 'fresh' && lastState === undefined && phone === null)
    query = query.where(isNextFresh(merchantId, asked));
  if (state === 'fresh')
    query = query.where(sql<SqlBool>`${isBeyond(merchantId, asked, sql`callee.rank`, sql`callee.id`)}`);
  else if (after !== undefined) query = query.where('callee.id', '>', after);
  return query.execute();
};
export type ListedCallee = Awaited<ReturnType<typeof listCallees>>[number];

/** What of a task its waiting numbers go by; undefined: there is none. */
export const findTaskOfCallees = (db: MerchantDb, id: string) =>
  countedTasks(db)
    .innerJoin('merchant', 'merchant.id', 'task.merchantId')
    .select([
      'task.planId',
      rulesOfTask.as('own'),
      'merchant.zone',
      'taskCount.paceBecause',
      sql<Date>`now()`.as('now'),
      sql<number | null>`case when task.because = 'startsLater'
        then ceil(extract(epoch from task.starts_at - now()) / 60)::int end`.as('startsInMinutes'),
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
