import { type RawBuilder, sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { type CallsFilter, cursor, newestFirst } from '../records/index.ts';

/** What can be done to calls that are over. */
export type Act =
  | { readonly kind: 'type'; readonly customerType: number }
  | { readonly kind: 'assign'; readonly employeeId: string }
  | { readonly kind: 'remove' };

/** Of the calls that are wanted the next so many, in the order of the list. */
export const nextCalls = (
  db: MerchantDb,
  wanted: CallsFilter,
  after: string | null,
  limit: number,
): Promise<{ id: string; cursor: string }[]> =>
  newestFirst(db, { ...wanted, isOver: true }, after, limit)
    .select('call.id')
    .select(cursor)
    .execute();

const DAY = sql`interval '1 day'`;
const changeOf = (act: Act, batchId: string): RawBuilder<unknown> => {
  if (act.kind === 'type') return sql`customer_type = ${act.customerType}`;
  if (act.kind === 'assign') return sql`owner_id = ${act.employeeId}`;
  return sql`removed_at = now(), removed_in = ${batchId}, removal_due = now() + ${DAY}`;
};

/** Does it to these calls, locked in the order of their ids; how many there still were. */
export const actOn = async (
  tx: UnscopedDb,
  { merchantId, batchId }: { readonly merchantId: string; readonly batchId: string },
  act: Act,
  calls: readonly string[],
): Promise<number> => {
  const { numAffectedRows } = await sql`
    with found as (
      select merchant_id, id from call where merchant_id = ${merchantId} and id = any(${[...calls]}::bigint[])
        and stage = 'ended' and removed_at is null order by id for update)
    update call set ${changeOf(act, batchId)} from found where call.merchant_id = found.merchant_id and call.id = found.id`.execute(
    tx,
  );
  // Nobody is followed up by a call that nobody can see.
  if (act.kind === 'remove')
    await sql`update follow_up set is_done = true where merchant_id = ${merchantId} and call_id = any(${[...calls]}::bigint[])`.execute(
      tx,
    );
  return Number(numAffectedRows ?? 0);
};

/** A call and its type, locked until the transaction ends; undefined when it is not the viewer's. */
export const lockTyped = (tx: MerchantDb, id: string) =>
  tx
    .selectFrom('call')
    .select(['call.stage', 'call.customerType'])
    .where('call.id', '=', id)
    .where('call.removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export const setType = async (tx: MerchantDb, id: string, customerType: number): Promise<void> => {
  await tx.updateTable('call').set({ customerType }).where('call.id', '=', id).execute();
};

/** Whether this batch task removed calls that are still away. */
export const hasRemoved = async (tx: MerchantDb, batchId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('call')
    .select('call.id')
    .where('call.removedIn', '=', batchId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** The calls that this batch task removed and whose sound and words are still kept are there again. */
export const putBack = async (tx: MerchantDb, batchId: string): Promise<number> => {
  const back = await tx
    .updateTable('call')
    .set({ removedAt: null, removedIn: null, removalDue: null })
    .where('call.removedIn', '=', batchId)
    .where('call.removalDue', 'is not', null)
    .returning('call.id')
    .execute();
  if (back.length > 0)
    await tx
      .updateTable('followUp')
      .set({
        isDone: sql<boolean>`exists (select from call_followed done
          where done.merchant_id = follow_up.merchant_id and done.call_id = follow_up.call_id)`,
      })
      .where('followUp.callId', '=', sql<string>`any(${back.map(({ id }) => id)}::bigint[])`)
      .execute();
  return back.length;
};

/** Calls whose removal can be taken back no longer, of one merchant after the other. */
export const dueRemovals = (db: UnscopedDb, at: Date, limit: number) =>
  db
    .selectFrom('call')
    .select(['merchantId', 'id', 'file'])
    .where('removalDue', '<=', at)
    .orderBy('removalDue')
    .limit(limit)
    .execute();

export const noteCleared = async (tx: MerchantDb, calls: readonly string[]): Promise<void> => {
  await tx
    .updateTable('call')
    .set({ removalDue: null })
    .where('call.id', 'in', [...calls])
    .execute();
};

export const employeeThere = (db: MerchantDb, id: string) =>
  db.selectFrom('employee').select('employee.id').where('employee.id', '=', id).executeTakeFirst();
