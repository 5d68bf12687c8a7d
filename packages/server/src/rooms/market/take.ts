import type { InputOf, marketEndpoints, OutputOf } from '@lianxian/contract';
import { type PlanLicence, readYuan } from '@lianxian/core';
import {
  inTransaction,
  lockPacing,
  lockTaking,
  type MerchantDb,
  merchantDb,
  type UnscopedDb,
} from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { availableYuan, giveBackPrice, pay, sharePercent } from '../market-money/index.ts';
import { insertUnpacked, type UnpackedPlan, unpackPlan } from '../packages/index.ts';
import { licenceFor } from '../plan-products/index.ts';
import { lockPlan, markRemoved, roomForPlan, tellPlansChanged, usersOf } from '../plans/index.ts';
import { forgetRemovals } from '../removals/index.ts';
import { countTaken, packageOf, priceNow, type ShelfRow, uncountTaken } from './shelf.store.ts';
import { readOnShelf } from './shelf.ts';
import { REFUND_MS } from './shelf.view.ts';
import {
  calledWith,
  findTaken,
  findTakenPlan,
  keepCopy,
  keepTaken,
  noteGivenBack,
  type TakenRow,
  taskWith,
} from './taken.store.ts';

export interface TakeParts {
  readonly unscopedDb: UnscopedDb;
  readonly files: FileStore;
  readonly push: PushSender;
}

type Wish = InputOf<typeof marketEndpoints.take>;
type Took = OutputOf<typeof marketEndpoints.take>;

const gone = () => refuse('notFound', { what: 'product' });

/** Whoever asks again has what he has: by another request, or by the same one whose answer was lost. */
const hadBefore = (row: TakenRow | undefined, { requestId }: Wish): Took | null => {
  if (row === undefined) return null;
  const had = { planId: row.planId, paid: '0', isNew: false };
  if (row.givenBackAt !== null) return row.requestId === requestId ? had : null;
  return row.planRemovedAt === null ? had : null;
};

/** It was taken, and its plan removed since: a copy of it costs nothing. */
const isPaidFor = (row: TakenRow | undefined): row is TakenRow => row !== undefined && row.givenBackAt === null;

/** Closed is what is closed on the shelf; and who had it closed has its fresh copy closed. */
const accessOf = (row: ShelfRow, known: TakenRow | undefined): ShelfRow['access'] =>
  isPaidFor(known) && known.access === 'closed' ? 'closed' : row.access;

const licenceOfTaken = (access: ShelfRow['access'], row: ShelfRow): PlanLicence =>
  access === 'closed' ? 'closed' : licenceFor(row);

/** The price is what the caller saw, and the version what was unpacked: another one by now is looked at anew, and nothing was taken. */
const countAsItStands = async (tx: UnscopedDb, row: ShelfRow): Promise<void> => {
  if (await countTaken(tx, row)) return;
  const price = await priceNow(tx, row.id);
  if (price === undefined) throw gone();
  throw price === row.price ? refuse('productReviewed') : refuse('productPriceChanged', { price });
};

const payFor = async (
  tx: UnscopedDb,
  row: ShelfRow,
  share: string,
  { db, session, at }: SignedInContext,
): Promise<string> => {
  if (row.priceKind !== 'once') return '0';
  const purchase = { merchantId: db.merchantId, productId: row.id, sellerId: row.sellerId, title: row.title };
  const paid = await pay(tx, { ...purchase, price: row.price, sharePercent: share, by: session.employeeId, at });
  if (paid) return row.price;
  throw refuse('productMoneyShort', { price: row.price, available: await availableYuan(tx, db.merchantId) });
};

interface Insert {
  readonly row: ShelfRow;
  /** As which it was unpacked. */
  readonly access: ShelfRow['access'];
  readonly read: UnpackedPlan;
  readonly wish: Wish;
}

/** Money, plan and what is remembered of both, in one transaction. */
const takeWithin = async (
  tx: UnscopedDb,
  { row, access, read, wish }: Insert,
  context: SignedInContext,
): Promise<Took> => {
  const { db, session, at } = context;
  const own = merchantDb(tx, db.merchantId);
  await lockTaking(tx, db.merchantId);
  const known = await findTaken(own, row.id);
  const had = hadBefore(known, wish);
  if (had !== null) return had;
  if (accessOf(row, known) !== access) throw refuse('productReviewed');
  const isCopy = isPaidFor(known);
  if (isCopy) {
    // Who takes the removal back at this moment is waited for: then it is there, and nothing is copied.
    await forgetRemovals(own, 'plan', known.planId);
    const back = hadBefore(await findTaken(own, row.id), wish);
    if (back !== null) return back;
  }
  const share = await sharePercent(tx);
  const paid = isCopy ? '0' : await payFor(tx, row, share, context);
  const by = { employeeId: session.employeeId, at };
  const as = { name: wish.name ?? row.title, licence: licenceOfTaken(access, row), by, publish: { note: row.title } };
  const { id: planId } = await insertUnpacked(own, read, as);
  if (isCopy) await keepCopy(own, { productId: row.id, planId, version: row.version, access });
  else {
    const terms = { access: row.access, priceKind: row.priceKind, price: row.price, sharePercent: share, paid };
    const origin = { productId: row.id, sellerId: row.sellerId, planId, version: row.version };
    await keepTaken(own, { ...origin, ...terms, requestId: wish.requestId, takenAt: at, takenBy: session.employeeId });
    await countAsItStands(tx, row);
  }
  const after = { version: row.version, priceKind: row.priceKind, price: row.price, paid, plan: as.name };
  await recordAudit(own, { action: 'market.take', target: row.id, name: row.title, after }, auditBy(context));
  return { planId, paid, isNew: true };
};

/**
 * Takes a plan: unpacked and looked through first, then paid and inserted in one transaction. Taken twice, at once as well, it
 * costs once; what was removed since comes as a fresh copy of what is on the shelf.
 */
export const take = async (
  wish: Wish,
  context: SignedInContext,
  { unscopedDb, files, push }: TakeParts,
): Promise<Took> => {
  const { db } = context;
  const row = await readOnShelf(unscopedDb, db.merchantId, wish.id);
  if (row.sellerId === db.merchantId) throw refuse('productOwn');
  const known = await findTaken(db, wish.id);
  const had = hadBefore(known, wish);
  if (had !== null) return had;
  if (row.isDown && !isPaidFor(known)) throw gone();
  if (!isPaidFor(known) && readYuan(wish.price) !== readYuan(row.price))
    throw refuse('productPriceChanged', { price: row.price });
  await roomForPlan(context);
  const packed = await packageOf(unscopedDb, row);
  if (packed === undefined) throw gone();
  const access = accessOf(row, known);
  const read = await unpackPlan(context, packed, { closed: access === 'closed' });
  const bytes = read.voices.reduce((sum, { audio }) => sum + audio.length, read.kept.json.length);
  const took = await files.spaceFor(db, bytes, () =>
    inTransaction(unscopedDb, tx => takeWithin(tx, { row, access, read, wish }, context)),
  );
  if (took.isNew) tellPlansChanged(push, db.merchantId);
  return took;
};

/** Nobody is called by it, nor can be while this transaction lasts: whoever places calls waits for the merchant's lock. */
const refuseUsed = async (tx: UnscopedDb, own: MerchantDb, row: TakenRow): Promise<void> => {
  const { planId } = row;
  await lockPacing(tx, own.merchantId);
  await lockPlan(own, planId);
  const task = await taskWith(tx, own.merchantId, planId);
  if (task !== null) throw refuse('productInTask', { task });
  const { line } = await usersOf(own, planId);
  if (line !== null) throw refuse('planOnLine', { line });
  if (await calledWith(tx, own.merchantId, row)) throw refuse('productCalledWith');
};

/** Gives a plan back: it is gone, and its price is where it came from. */
export const giveBack = async (
  { planId }: InputOf<typeof marketEndpoints.giveBack>,
  context: SignedInContext,
  { unscopedDb, push }: TakeParts,
): Promise<OutputOf<typeof marketEndpoints.giveBack>> => {
  const { db, session, at } = context;
  const refunded = await inTransaction(unscopedDb, async tx => {
    const own = merchantDb(tx, db.merchantId);
    await lockTaking(tx, db.merchantId);
    const row = await findTakenPlan(own, planId);
    if (row === undefined) throw refuse('notFound', { what: 'plan' });
    if (at.getTime() - row.takenAt.getTime() >= REFUND_MS) throw refuse('productGiveBackLate');
    await refuseUsed(tx, own, row);
    const money = await giveBackPrice(tx, {
      merchantId: db.merchantId,
      productId: row.productId,
      by: session.employeeId,
    });
    if (row.priceKind === 'once' && money === '0') throw refuse('productGiveBackLate');
    await markRemoved(own, planId, at);
    await noteGivenBack(own, row.productId, at);
    await uncountTaken(tx, row.productId);
    const entry = { action: 'market.giveBack', target: row.productId, name: row.title } as const;
    await recordAudit(own, { ...entry, after: { refunded: money } }, auditBy(context));
    return money;
  });
  tellPlansChanged(push, db.merchantId);
  return { refunded };
};
