import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** What those say of a plan who called with it; whose words they are is told to nobody. */
export const listOpinions = (
  db: UnscopedDb,
  productId: string,
  buyer: string,
  { after, offset, limit }: { readonly after: string | null; readonly offset: number; readonly limit: number },
) => {
  const rows = db
    .selectFrom('marketOpinion')
    .select(['id', 'text', 'at', sql<boolean>`merchant_id = ${buyer}`.as('isMine')])
    .where('productId', '=', productId)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  return (after === null ? rows.offset(offset) : rows.where('id', '<', after)).execute();
};

export const countOpinions = async (db: UnscopedDb, productId: string): Promise<number> =>
  (
    await db
      .selectFrom('marketOpinion')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('productId', '=', productId)
      .executeTakeFirstOrThrow()
  ).n;

export const keepOpinion = async (tx: MerchantDb, productId: string, text: string, at: Date): Promise<void> => {
  await tx
    .insertInto('marketOpinion', { productId, text, at })
    .onConflict(conflict => conflict.columns(['merchantId', 'productId']).doUpdateSet({ text, at }))
    .execute();
};

export const dropOpinion = async (tx: MerchantDb, productId: string): Promise<void> => {
  await tx.deleteFrom('marketOpinion').where('marketOpinion.productId', '=', productId).execute();
};
