import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/**
 * The event 「little money is left」: the database marks a balance whose amount falls below what its owner said, in the
 * transaction that takes it there (migration 0096), once until it was enough again.
 */
export const setLowBelow = async (tx: MerchantDb, yuan: string | null): Promise<void> => {
  await tx
    .insertInto('balance', { lowBelow: yuan })
    .onConflict(conflict => conflict.column('merchantId').doUpdateSet({ lowBelow: yuan }))
    .execute();
};

interface LowBalance {
  readonly merchantId: string;
  /** Yuan: what is left, and below what it fell. */
  readonly amount: string;
  readonly below: string;
}

/** Balances that fell low and of which nobody has heard; each is answered once, to whoever asks within `tx`. */
export const takeLowBalances = async (tx: UnscopedDb, limit: number): Promise<readonly LowBalance[]> => {
  const { rows } = await sql<LowBalance>`
    update balance set low_told_at = now()
    where merchant_id in (
      select merchant_id from balance where low_since is not null and low_told_at is null
      order by merchant_id limit ${limit} for update skip locked)
    returning merchant_id, trim_scale(amount)::text as amount, trim_scale(low_below)::text as below`.execute(tx);
  return rows;
};
