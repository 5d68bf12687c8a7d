import type { MerchantDb } from '../../platform/db/index.ts';

/** It was taken of the market for money: a copy of it would be called with for nothing, and stay when it is given back. */
export const isPaidFor = async (db: MerchantDb, planId: string): Promise<boolean> =>
  (await db
    .selectFrom('takenPlan')
    .select('takenPlan.productId')
    .where('takenPlan.planId', '=', planId)
    .where('takenPlan.priceKind', '<>', 'free')
    .executeTakeFirst()) !== undefined;
