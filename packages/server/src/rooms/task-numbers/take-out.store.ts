import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { deciding, decisionCodes } from '../decisions/index.ts';

export interface TaskKey {
  readonly merchantId: string;
  readonly taskId: string;
}

export interface TakenOut {
  /** Never called: gone from the list. */
  readonly gone: number;
  /** Called before: they stay with their outcome, and are not called again. */
  readonly ended: number;
  /** Being called: it is their last call, or not dialled any more. */
  readonly calling: number;
}

/**
 * Takes numbers off the list, as core's machine has it (`takenOut`); what is settled already stays as it is, and who is off
 * it is not counted again. Where a call was settled as interrupted its true ending may come yet, and nothing after that. The caller holds the pacing lock of the merchant, so that none of them is about to be placed; what was placed and not dialled is
 * asked for right before its INVITE. @param keptFor the batch task for which they are kept as they stand.
 */
export const takeOut = async (
  tx: UnscopedDb,
  { merchantId, taskId }: TaskKey,
  callees: readonly string[],
  { by, keptFor = null }: { readonly by: string; readonly keptFor?: string | null },
): Promise<TakenOut> => {
  const decided = decisionCodes('takenOff', 'takenOut');
  const told = sql`select phone, ${decided.kind}::smallint, ${decided.because}::smallint, ${decided.rule}::smallint,
    0::smallint, ${by}::bigint, 0 from chosen where because <> 'takenOut'`;
  const own = sql`c.merchant_id = ${merchantId} and c.task_id = ${taskId}`;
  const { rows } = await sql<TakenOut>`
    with chosen as (
      select c.id, c.phone, c.state, c.because, c.attempts, case when ${keptFor}::bigint is not null then to_jsonb(c) end as was
      from callee c
      where ${own} and c.id = any(${[...callees]}::bigint[]) and (c.state <> 'settled' or c.because = 'interrupted')
      order by c.id for update),
    kept as (
      insert into taken_number (merchant_id, take_out_id, callee_id, was, numbers)
      select ${merchantId}, ${keptFor}, id, was, (
        select coalesce(jsonb_agg(to_jsonb(n) order by n.place), '[]') from callee_number n
        where n.merchant_id = ${merchantId} and n.task_id = ${taskId} and n.callee_id = chosen.id)
      from chosen where was is not null and because <> 'takenOut'),
    interrupted as (
      update callee c set because = 'takenOut', changed_at = now() from chosen
      where ${own} and c.id = chosen.id and chosen.state = 'settled'),
    gone as (
      delete from callee c using chosen
      where ${own} and c.id = chosen.id and chosen.state <> 'calling' and chosen.attempts = 0
      returning chosen.state),
    ended as (
      update callee c set state = 'settled', because = 'takenOut', due_at = null, is_appointed = false, changed_at = now() from chosen
      where ${own} and c.id = chosen.id and chosen.state not in ('calling', 'settled') and chosen.attempts > 0
      returning chosen.state),
    calling as (
      update callee c set because = 'takenOut', changed_at = now() from chosen
      where ${own} and c.id = chosen.id and chosen.state = 'calling' and c.because <> 'takenOut'
      returning 1),
    told as (${deciding({ merchantId, taskId }, told)}),
    figures as (
      select (select count(*) from gone)::int as gone, (select count(*) from ended)::int as ended,
        (select count(*) from calling)::int as calling, count(*) filter (where state = 'fresh')::int as fresh,
        count(*) filter (where state = 'retry')::int as retrying
      from (select state from gone union all select state from ended) left_list),
    counted as (
      update task_count n set total = n.total - f.gone, fresh = n.fresh - f.fresh, retrying = n.retrying - f.retrying,
        settled = n.settled + f.ended
      from figures f where n.merchant_id = ${merchantId} and n.task_id = ${taskId})
    select gone, ended, calling from figures`.execute(tx);
  return rows[0]!;
};

/** The next numbers that an import brought, in their order; `after` is the last one seen. */
export const nextOfImport = async (
  db: MerchantDb,
  task: string,
  importId: string,
  page: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('callee')
    .select('callee.id')
    .where('callee.taskId', '=', task)
    .where('callee.importId', '=', importId)
    .where('callee.id', '>', page.after)
    .orderBy('callee.id')
    .limit(page.limit)
    .execute();
  return rows.map(({ id }) => id);
};
