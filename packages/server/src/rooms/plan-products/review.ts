import { type InputOf, limits, type OutputOf, type planProductEndpoints } from '@lianxian/contract';
import { inTransaction, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { findProduct, lockProduct, updateProduct } from './products.store.ts';
import { checkAfter } from './products.ts';
import { tellHolders, tellSeller } from './tell.ts';
import {
  countToReview,
  latestVersionOf,
  listToReview,
  sellerOf,
  setVersionState,
  shelve,
  takeFromShelf,
  withdrawWaiting,
} from './versions.store.ts';

const gone = () => refuse('notFound', { what: 'product' });

/** What waits for the platform, with all that it says. */
export const reviews = async (
  { state, after, ...input }: InputOf<typeof planProductEndpoints.reviews>,
  db: UnscopedDb,
): Promise<OutputOf<typeof planProductEndpoints.reviews>> => {
  checkAfter(after);
  const { offset, limit } = after === undefined ? pageOf(input) : { offset: 0, limit: input.limit };
  const [rows, total] = await Promise.all([
    listToReview(db, { state, after: after ?? null, offset, limit }),
    countToReview(db, state, limits.lastRow),
  ]);
  const shown = rows.slice(0, limit);
  return {
    list: shown.map(({ at, passed, said, ...row }) => ({
      ...row,
      at: at.toISOString(),
      tests: { passed },
      sentences: [...said],
    })),
    total,
    after: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
};

/** A product of whichever merchant, locked: what is done to it is done once. */
const withProduct = async (
  unscopedDb: UnscopedDb,
  id: string,
  work: (tx: UnscopedDb, own: MerchantDb) => Promise<void>,
): Promise<void> => {
  const sellerId = await sellerOf(unscopedDb, id);
  if (sellerId === null) throw gone();
  await inTransaction(unscopedDb, async tx => {
    const own = merchantDb(tx, sellerId);
    if ((await lockProduct(own, id)) === null) throw gone();
    await work(tx, own);
  });
};

/** Puts a version on the shelf, and tells who has an older one. */
export const putOnShelf = async (
  tx: UnscopedDb,
  own: MerchantDb,
  {
    id,
    version,
    ...about
  }: { readonly id: string; readonly version: number; readonly title: string; readonly access: 'open' | 'closed' },
  at: Date,
): Promise<void> => {
  await shelve(own, id, version, at);
  await updateProduct(own, id, { state: 'onShelf', reason: '' });
  await tellHolders(tx, { productId: id, ...about }, { what: 'newer', version });
};

/** The platform's word on a version; who was slower than another, or than its seller, is told. */
export const review = (
  { id, version, at: seenAt, verdict, reason }: InputOf<typeof planProductEndpoints.review>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<void> => {
  if (verdict === 'sendBack' && reason === '') throw refuse('productNeedsReason');
  return withProduct(unscopedDb, id, async (tx, own) => {
    const { at, session } = context;
    const state = verdict === 'shelve' ? 'shelved' : 'sentBack';
    const waited = await setVersionState(own, { productId: id, version, seenAt }, state, at);
    const latest = await latestVersionOf(own, id);
    if (waited === undefined || latest === undefined) throw refuse('productReviewed');
    const { title, access } = latest;
    if (verdict === 'shelve') await putOnShelf(tx, own, { id, title, access, version }, at);
    else await updateProduct(own, id, { state: 'sentBack', reason });
    const seller = { merchantId: own.merchantId, by: waited.submittedBy };
    await tellSeller(tx, { productId: id, title }, seller, { what: state, version, why: reason });
    const after = { version, verdict, reason };
    const entry = {
      action: 'product.review',
      target: id,
      name: title,
      aboutMerchantId: own.merchantId,
      after,
    } as const;
    await recordAudit(merchantDb(tx, session.merchantId), entry, auditBy(context));
  });
};

/** Off the shelf with a reason; a version of it that waits waits no more. */
export const takeDown = (
  { id, reason }: InputOf<typeof planProductEndpoints.takeDown>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<void> =>
  withProduct(unscopedDb, id, async (tx, own) => {
    const { at, session } = context;
    const product = await findProduct(own, id);
    const wasThere = await takeFromShelf(own, id, at);
    if (product === undefined || !wasThere) throw refuse('productReviewed');
    const { title } = product;
    await withdrawWaiting(own, id, at);
    await updateProduct(own, id, { state: 'takenDown', reason });
    const about = { productId: id, title };
    await tellSeller(tx, about, { merchantId: own.merchantId, by: null }, { what: 'takenDown', why: reason });
    await tellHolders(tx, about, { what: 'gone' });
    const entry = { action: 'product.takeDown', target: id, name: title, aboutMerchantId: own.merchantId } as const;
    await recordAudit(merchantDb(tx, session.merchantId), { ...entry, after: { reason } }, auditBy(context));
  });

/** A seller takes its own from the shelf, or back from review. */
export const withdraw = (id: string, context: SignedInContext, unscopedDb: UnscopedDb): Promise<void> =>
  inTransaction(unscopedDb, async tx => {
    const own = merchantDb(tx, context.db.merchantId);
    if ((await lockProduct(own, id)) === null) throw gone();
    const product = await findProduct(own, id);
    if (product === undefined) throw gone();
    const { title } = product;
    await withdrawWaiting(own, id, context.at);
    if (await takeFromShelf(own, id, context.at)) await tellHolders(tx, { productId: id, title }, { what: 'gone' });
    await updateProduct(own, id, { state: 'withdrawn' });
    await recordAudit(own, { action: 'product.withdraw', target: id, name: title }, auditBy(context));
  });
