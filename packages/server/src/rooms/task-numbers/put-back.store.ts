import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { deciding, decisionCodes } from '../decisions/index.ts';
import type { TaskKey } from './take-out.store.ts';

/** Many numbers that left a list at once, kept for a day as they stood on it, and put back. */
const KEPT = sql`interval '1 day'`;
const MOST_SHOWN = 20;

/** Begins one, in the transaction of its batch task. */
export const insertTakeOut = async (
  tx: MerchantDb,
  { id, taskId, by }: { readonly id: string; readonly taskId: string; readonly by: string },
): Promise<void> => {
  await tx.insertInto('takeOut', { id, taskId, byEmployee: by }).execute();
};

/** Those of a task that can be put back, or were, the newest first. */
export const listTakeOuts = (db: MerchantDb, task: string) =>
  db
    .selectFrom('takeOut')
    .innerJoin('batch', join =>
      join.onRef('batch.merchantId', '=', 'takeOut.merchantId').onRef('batch.id', '=', 'takeOut.id'),
    )
    .leftJoin('batch as back', join =>
      join.onRef('back.merchantId', '=', 'takeOut.merchantId').onRef('back.id', '=', 'takeOut.backBatch'),
    )
    .leftJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'takeOut.merchantId').onRef('employee.id', '=', 'takeOut.byEmployee'),
    )
    .select([
      'takeOut.id',
      'takeOut.at',
      'takeOut.backBatch',
      'employee.name as by',
      sql<boolean>`batch.state = 'running'`.as('running'),
      sql<boolean>`coalesce(back.state = 'running', false)`.as('puttingBack'),
      sql<number>`(select count(*)::int from taken_number n
        where n.merchant_id = take_out.merchant_id and n.take_out_id = take_out.id)`.as('numbers'),
    ])
    .where('takeOut.taskId', '=', task)
    .where('takeOut.at', '>', sql<Date>`now() - ${KEPT}`)
    .orderBy('takeOut.id', 'desc')
    .limit(MOST_SHOWN)
    .execute();
export type ListedTakeOut = Awaited<ReturnType<typeof listTakeOuts>>[number];

/** Held until the transaction ends: it is put back once. */
export const lockTakeOut = (tx: MerchantDb, task: string, id: string) =>
  tx
    .selectFrom('takeOut')
    .innerJoin('batch', join =>
      join.onRef('batch.merchantId', '=', 'takeOut.merchantId').onRef('batch.id', '=', 'takeOut.id'),
    )
    .select(['takeOut.id', 'takeOut.backBatch', sql<boolean>`batch.state = 'running'`.as('running')])
    .where('takeOut.taskId', '=', task)
    .where('takeOut.id', '=', id)
    .where('takeOut.at', '>', sql<Date>`now() - ${KEPT}`)
    .forUpdate('takeOut')
    .executeTakeFirst();

export const notePuttingBack = async (tx: MerchantDb, id: string, batch: string): Promise<void> => {
  await tx.updateTable('takeOut').set({ backBatch: batch }).where('takeOut.id', '=', id).execute();
};

interface PutBack {
  /** The last that was looked at; null: none was left. */
  readonly last: string | null;
  readonly seen: number;
  /** Back on the list. */
  readonly back: number;
}

/** Of one take-out. */
interface Kept extends TaskKey {
  readonly takeOutId: string;
}

/** The columns that a row of the list had when it left; what a later release added has its default. */
const columnsOf = async (tx: UnscopedDb, { merchantId, takeOutId }: Kept): Promise<readonly string[]> => {
  const { rows } = await sql<{ names: string[] | null }>`
    select (select array_agg(name) from jsonb_object_keys(was) name) as names from taken_number
    where merchant_id = ${merchantId} and take_out_id = ${takeOutId} limit 1`.execute(tx);
  return rows[0]?.names ?? [];
};

/** Of those kept: no call was promised, or it still is. One that is over by now, or a person's to make, no machine makes as well. */
const mayBeCalled = ({ merchantId, taskId }: TaskKey) => sql`(w.is_appointed is not true or exists (
  select from todo t where t.merchant_id = ${merchantId} and t.task_id = ${taskId} and t.callee_id = w.id and t.state = 'promised'))`;

/**
 * Of those kept who was never called, and is not on the list by any of his numbers. Each is asked for by itself: with an "or"
 * between them the list is read to its end for every one.
 */
const whoIsFree = ({ merchantId, taskId }: TaskKey) => {
  const his = sql`(select w.phone union all select n ->> 'phone' from jsonb_array_elements(w.kept_numbers) n) his (phone)`;
  return sql`
  select w.* from kept w where w.state in ('fresh', 'retry') and w.attempts = 0 and ${mayBeCalled({ merchantId, taskId })}
    and not exists (select from callee c where c.merchant_id = ${merchantId} and c.task_id = ${taskId} and c.id = w.id)
    and not exists (select from ${his} join callee c
      on c.merchant_id = ${merchantId} and c.task_id = ${taskId} and c.phone = his.phone)
    and not exists (select from ${his} join callee_number n
      on n.merchant_id = ${merchantId} and n.task_id = ${taskId} and n.phone = his.phone)`;
};

/**
 * Puts the next of them back: who was gone as he stood, who stayed with an outcome into the state he had; who was being called
 * and is still, or whose call did not leave after all, may be called again. Who is on the list meanwhile by any of his numbers, who was called since, and whom a person is to call by now stays
 * as he is: nobody is there twice, and none is dialled twice. The caller holds the pacing lock of the merchant and the task's row.
 */
export const putNextBack = async (
  tx: UnscopedDb,
  kept: Kept,
  { after, limit, by }: { readonly after: string; readonly limit: number; readonly by: string },
): Promise<PutBack> => {
  const { merchantId, taskId, takeOutId } = kept;
  const columns = await columnsOf(tx, kept);
  if (columns.length === 0) return { last: null, seen: 0, back: 0 };
  const names = sql.join(columns.map(name => sql.id(name)));
  const code = decisionCodes('putBack', '');
  const told = sql`select phone, ${code.kind}::smallint, ${code.because}::smallint, ${code.rule}::smallint,
    0::smallint, ${by}::bigint, 0 from restored`;
  const own = sql`c.merchant_id = ${merchantId} and c.task_id = ${taskId} and c.id = w.id`;
  const isTakenOut = sql`c.because = 'takenOut' and c.attempts = w.attempts`;
  const { rows } = await sql<PutBack>`
    with kept as materialized (
      select k.numbers as kept_numbers, w.* from (
        select * from taken_number where merchant_id = ${merchantId} and take_out_id = ${takeOutId} and callee_id > ${after}
        order by callee_id limit ${limit}) k
      cross join lateral jsonb_populate_record(null::callee, k.was) w),
    free as materialized (${whoIsFree({ merchantId, taskId })}),
    added as (
      insert into callee (${names}) overriding system value select ${names} from free returning id, phone, state),
    numbered as (
      insert into callee_number select n.* from free cross join lateral jsonb_populate_recordset(null::callee_number, kept_numbers) n),
    waiting as (
      update callee c set state = w.state, because = w.because, due_at = w.due_at, is_appointed = coalesce(w.is_appointed, false),
        changed_at = now() from kept w
      where ${own} and c.state = 'settled' and ${isTakenOut} and w.state in ('fresh', 'retry') and w.attempts > 0
        and ${mayBeCalled(kept)}
      returning c.id, c.phone, c.state),
    open as (
      update callee c set because = w.because, changed_at = now() from kept w
      where ${own} and c.state = w.state and ${isTakenOut}
        and (w.state = 'calling' or (w.state = 'settled' and w.because = 'interrupted'))
      returning c.id, c.phone, c.state),
    undialled as (
      update callee c set state = 'retry', because = '', due_at = now(), changed_at = now() from kept w
      where ${own} and c.state = 'settled' and ${isTakenOut} and w.state = 'calling' and ${mayBeCalled(kept)} and exists (
        select from attempt a join call l on l.merchant_id = a.merchant_id and l.id = a.call_id
        where a.merchant_id = ${merchantId} and a.callee_id = c.id and a.attempt = w.attempts
          and l.stage = 'ended' and l.dialled_at is null)
      returning c.id, c.phone, c.state),
    restored as (
      select 'added' as how, * from added union all select 'waiting', * from waiting union all select 'waiting', * from undialled
      union all select 'open', * from open),
    told as (${deciding({ merchantId, taskId }, told)}),
    counted as (
      update task_count n set total = n.total + f.added, fresh = n.fresh + f.fresh, retrying = n.retrying + f.retrying,
        settled = n.settled - f.waiting
      from (select count(*) filter (where how = 'added')::int as added, count(*) filter (where how = 'waiting')::int as waiting,
          count(*) filter (where how <> 'open' and state = 'fresh')::int as fresh,
          count(*) filter (where how <> 'open' and state = 'retry')::int as retrying
        from restored) f
      where n.merchant_id = ${merchantId} and n.task_id = ${taskId})
    select (select max(id)::text from kept) as last, (select count(*) from kept)::int as seen,
      (select count(*) from restored)::int as back`.execute(tx);
  return rows[0]!;
};

/** What nobody put back in time. */
export const sweepTakeOuts = async (db: UnscopedDb): Promise<void> => {
  await sql`delete from take_out where at < now() - ${KEPT}`.execute(db);
};
