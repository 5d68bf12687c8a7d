import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { giveBack, giveOwners } from './acts.store.ts';

/** Taking customers out of the pool, and giving them back. */

/** Who takes holds this until the end of the transaction: nobody comes to more than one may have. */
const lockTaker = async (tx: UnscopedDb, merchantId: string, employeeId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`customers of ${merchantId} ${employeeId}`}, 0))`.execute(
    tx,
  );
};

interface Taking {
  readonly merchantId: string;
  readonly employeeId: string;
  readonly ids: readonly string[];
  /** How many more one may have; null: any number. */
  readonly room: (owned: number) => number | null;
  /** Given back after that by the taker himself it is not his yet. */
  readonly coolSince: Date | null;
}

/** Of two who take one, one gets it: rows are locked. What came of each. */
export const takeMany = async (
  tx: UnscopedDb,
  { merchantId, employeeId, ids, room, coolSince }: Taking,
): Promise<{ readonly taken: number; readonly gone: number; readonly cooling: number; readonly full: number }> => {
  await lockTaker(tx, merchantId, employeeId);
  const { rows: free } = await sql<{ id: string; cooling: boolean }>`
    select c.id, exists (select from customer_event e where e.merchant_id = c.merchant_id and e.customer_id = c.id
        and e.kind in ('given', 'returned') and e.at > ${coolSince ?? new Date(8_640_000_000_000)}
        and e.facts->>'from' = ${employeeId}) as cooling
    from customer c where c.merchant_id = ${merchantId} and c.id = any(${[...ids]}::bigint[])
      and c.removed_at is null and c.owner_id is null
    order by c.id for update of c`.execute(tx);
  const may = free.filter(({ cooling }) => !cooling).map(({ id }) => id);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from customer
    where merchant_id = ${merchantId} and owner_id = ${employeeId} and removed_at is null`.execute(tx);
  const left = room(rows[0]?.n ?? 0);
  const given = left === null ? may : may.slice(0, Math.max(0, left));
  const doing = { merchantId, by: employeeId, batchId: null };
  const taken = await giveOwners(
    tx,
    doing,
    given.map(id => ({ id, ownerId: employeeId })),
    'taken',
  );
  return { taken, gone: new Set(ids).size - free.length, cooling: free.length - may.length, full: may.length - taken };
};

/** Of those one sees that are somebody's. */
export const giveManyBack = async (
  tx: UnscopedDb,
  own: MerchantDb,
  { by, ids, why }: { readonly by: string; readonly ids: readonly string[]; readonly why: string },
): Promise<number> => {
  const seen = await own
    .selectFrom('customer')
    .select('customer.id')
    .where('customer.id', 'in', [...ids])
    .where('customer.removedAt', 'is', null)
    .execute();
  const doing = { merchantId: own.merchantId, by, batchId: null };
  return await giveBack(
    tx,
    doing,
    seen.map(({ id }) => id),
    { kind: 'given', why },
  );
};
