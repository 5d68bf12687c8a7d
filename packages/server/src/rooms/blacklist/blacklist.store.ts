import type { HouseDb } from '../../platform/db/index.ts';

/** Those of `phones` that are never called. One query; give at most a chunk of them (1,000). */
export const blacklisted = async (
  tx: HouseDb,
  merchantId: string,
  phones: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (phones.length === 0) return new Set();
  const rows = await tx
    .selectFrom('blacklist')
    .select('phone')
    .where('merchant_id', '=', merchantId)
    .where('phone', 'in', phones)
    .execute();
  return new Set(rows.map(row => row.phone));
};

/** A callee's wish within a call (product.md §5): obeyed for ever, kept with the call in which it was said. */
export const blacklistCallee = async (
  tx: HouseDb,
  wish: { readonly merchantId: string; readonly phone: string; readonly call: string; readonly reason: string },
): Promise<void> => {
  await tx
    .insertInto('blacklist')
    .values({
      merchant_id: wish.merchantId,
      phone: wish.phone,
      call_id: wish.call,
      added_by: null,
      reason: wish.reason,
    })
    .onConflict(conflict => conflict.columns(['merchant_id', 'phone']).doNothing())
    .execute();
};
