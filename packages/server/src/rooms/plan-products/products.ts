import { type InputOf, limits, marketLimits, type OutputOf, type planProductEndpoints } from '@lianxian/contract';
import { readYuan } from '@lianxian/core';
import { planExists, type UnscopedDb } from '../../platform/db/index.ts';
import { pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { sharePercent } from '../market-money/index.ts';
import { publicKeyOf } from '../packages/index.ts';
import {
  countProducts,
  findProduct,
  insertProduct,
  listProducts,
  lockProduct,
  productOfPlan,
  takenAs,
  updateProduct,
} from './products.store.ts';

/** A cursor that is none of ours is refused, never sent to the database. */
export const checkAfter = (after: string | undefined): void => {
  if (after !== undefined && !/^\d{1,18}$/.test(after)) throw refuse('badInput', { field: 'after', fault: 'cursor' });
};

/** What a merchant sells, and as what. */
export const mine = async (
  { after, ...input }: InputOf<typeof planProductEndpoints.mine>,
  { db }: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof planProductEndpoints.mine>> => {
  checkAfter(after);
  const { offset, limit } = after === undefined ? pageOf(input) : { offset: 0, limit: input.limit };
  const [rows, total, share, signer] = await Promise.all([
    listProducts(db, { after: after ?? null, offset, limit }),
    countProducts(db),
    sharePercent(unscopedDb),
    publicKeyOf(unscopedDb, db.merchantId),
  ]);
  const list = rows.slice(0, limit);
  return {
    list,
    total: Math.min(total, limits.lastRow),
    after: rows.length > limit ? (list.at(-1)?.id ?? null) : null,
    sharePercent: Number(share),
    signedBy: signer && { key: signer.publicKey, fingerprint: signer.fingerprint },
  };
};

type Wish = InputOf<typeof planProductEndpoints.save>;

const checkPrice = ({ priceKind, price }: Wish): void => {
  if ((priceKind === 'free') !== (readYuan(price) === 0)) throw refuse('productPrice');
};

/** Writes what a plan is sold as; what is on the shelf stays as it is until the platform has seen this. */
export const save = async (wish: Wish, context: SignedInContext): Promise<string> => {
  const { id, planId, ...about } = wish;
  checkPrice(wish);
  if (!(await planExists(context.db, planId))) throw refuse('notFound', { what: 'plan' });
  if (await takenAs(context.db, planId)) throw refuse('productNotOwn');
  if (id !== undefined && (await findProduct(context.db, id)) === undefined)
    throw refuse('notFound', { what: 'product' });
  return context.db.transaction(async tx => {
    const known = await productOfPlan(tx, planId);
    if (known !== undefined && known.id !== id) throw refuse('productPlanSold', { title: known.title });
    const target = id ?? (await added(tx, { planId, ...about }));
    if (id !== undefined) {
      if ((await lockProduct(tx, id)) === null || known === undefined) throw refuse('notFound', { what: 'product' });
      await updateProduct(tx, id, about);
    }
    const entry = { action: 'product.save', target, name: about.title, after: about } as const;
    await recordAudit(tx, entry, auditBy(context));
    return target;
  });
};

const added = async (tx: SignedInContext['db'], row: Parameters<typeof insertProduct>[1]): Promise<string> => {
  if ((await countProducts(tx)) >= marketLimits.products) throw refuse('productsFull', { most: marketLimits.products });
  const id = await insertProduct(tx, row);
  if (id === null) throw refuse('productPlanSold', { title: row.title });
  return id;
};

export const readProduct = async ({ db }: SignedInContext, id: string) => {
  const product = await findProduct(db, id);
  if (product === undefined) throw refuse('notFound', { what: 'product' });
  return product;
};
