import {
  heldSentences,
  isOrderOver,
  type RecordEvent,
  type RecordOrder,
  readYuan,
  stepRecordOrder,
} from '@lianxian/core';
import { type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse } from '../../platform/http/index.ts';
import { payHeld, release } from '../billing/index.ts';
import { takeRecordings } from '../voices/index.ts';
import { endOffer } from './offers.store.ts';
import {
  type FoundSentence,
  type LockedOrder,
  lockOrder,
  numbersChanged,
  saveOrder,
  saveSentences,
  sentencesOf,
} from './orders.store.ts';

/**
 * One step of an order, in one transaction of the caller's: its row is the lock, core's machine says what becomes of it, and
 * the money follows the sentences: held is the price of those that may still be paid, each is paid as it is accepted.
 */
interface StepBy {
  readonly employeeId: string;
  readonly at: Date;
}

interface Opened {
  readonly db: MerchantDb;
  readonly row: LockedOrder;
  readonly sentences: readonly FoundSentence[];
}

const asOrder = ({ row, sentences }: Opened): RecordOrder => ({ state: row.state, sentences });

/** Ten-thousandths of a yuan, and back. */
export const unitsOf = (yuan: string): number => readYuan(yuan) ?? 0;
const yuanOf = (units: number): string => (units / 10_000).toFixed(4);

const open = async (tx: UnscopedDb, merchantId: string, id: string): Promise<Opened> => {
  const db = merchantDb(tx, merchantId);
  const row = await lockOrder(db, id);
  if (row === undefined) throw refuse('notFound', { what: 'recordOrder' });
  return { db, row, sentences: await sentencesOf(db, id) };
};

const refusals = {
  taken: 'orderTaken',
  over: 'orderOver',
  notTaken: 'orderNotTaken',
  settled: 'sentenceSettled',
  nothingHandedIn: 'nothingHandedIn',
  unjudged: 'orderUnjudged',
} as const;

/** What the order was becomes what it is: sentences, money, recordings, offer. */
const write = async (
  tx: UnscopedDb,
  { db, row, sentences }: Opened,
  next: { readonly order: RecordOrder; readonly paid: readonly number[] },
  { employeeId, at }: StepBy,
): Promise<number> => {
  const { order, paid } = next;
  const price = unitsOf(row.price);
  const isFree = row.offeredTo === db.merchantId;
  const held = isFree ? 0 : heldSentences(order) * price;
  const cost = isFree ? 0 : paid.length * price;
  const back = unitsOf(row.held) - cost - held;
  const changed = order.sentences.filter((each, n) => each.state !== sentences[n]?.state);
  await saveSentences(tx, { merchantId: db.merchantId, id: row.id }, changed);
  const done = sentences.filter(({ number }) => paid.includes(number));
  await takeRecordings(
    db,
    done.map(({ text, place, sound }) => ({
      ...{ text, place, sound: sound ?? '', planId: row.planId, speaker: row.voice ?? '', changedAt: at },
    })),
  );
  if (cost > 0) {
    const things = paid.map(number => `#${row.id}-${number}`);
    const kinds = { buyer: 'recording', seller: 'recordingSale' } as const;
    const sale = { buyerId: db.merchantId, sellerId: row.offeredTo, kinds, price, things, byEmployee: employeeId };
    if ((await payHeld(tx, sale)) === 'full') throw refuse('serverBusy');
  }
  if (back > 0) await release(tx, db.merchantId, back);
  const ended = isOrderOver(order) ? { endedAt: at } : { endedAt: null };
  await saveOrder(db, row.id, { state: order.state, held: yuanOf(held), paid: yuanOf(cost), ...ended });
  if (isOrderOver(order)) await endOffer(merchantDb(tx, row.offeredTo), row.id);
  return cost;
};

export interface Stepped {
  readonly row: LockedOrder;
  /** As it is now. */
  readonly order: RecordOrder;
  readonly paid: readonly number[];
  /** Yuan. */
  readonly cost: string;
}

/** Marks what changed in the plan since. */
const markChanged = async (tx: UnscopedDb, opened: Opened, by: StepBy): Promise<Opened> => {
  if (isOrderOver(opened.row)) return opened;
  const numbers = await numbersChanged(opened.db, opened.row.id);
  if (numbers.length === 0) return opened;
  const stepped = stepRecordOrder(asOrder(opened), { type: 'change', numbers });
  if ('refused' in stepped) return opened;
  await write(tx, opened, stepped, by);
  return await open(tx, opened.db.merchantId, opened.row.id);
};

/** An order as it stands, with what changed in its plan marked. */
export const settleChanged = async (tx: UnscopedDb, merchantId: string, id: string, by: StepBy): Promise<void> => {
  await markChanged(tx, await open(tx, merchantId, id), by);
};

/** @throws a refusal, with which the caller's transaction ends. */
export const stepOrder = async (
  tx: UnscopedDb,
  { merchantId, id }: { readonly merchantId: string; readonly id: string },
  event: RecordEvent,
  by: StepBy,
): Promise<Stepped> => {
  const opened = await markChanged(tx, await open(tx, merchantId, id), by);
  const stepped = stepRecordOrder(asOrder(opened), event);
  if ('refused' in stepped) throw refuse(refusals[stepped.refused]);
  const cost = await write(tx, opened, stepped, by);
  return { row: opened.row, order: stepped.order, paid: stepped.paid, cost: yuanOf(cost) };
};
