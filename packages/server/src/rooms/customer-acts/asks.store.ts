import type { MerchantDb } from '../../platform/db/index.ts';

/** Who asks for customers of others. */

/** One waits already: nothing is said twice; true: it is a new one. */
export const ask = async (tx: MerchantDb, customerId: string, askedBy: string, why: string): Promise<boolean> => {
  const waiting = await tx
    .selectFrom('customerAsk')
    .select('customerAsk.id')
    .where('customerAsk.customerId', '=', customerId)
    .where('customerAsk.askedBy', '=', askedBy)
    .where('customerAsk.answeredAt', 'is', null)
    .executeTakeFirst();
  if (waiting !== undefined) return false;
  await tx.insertInto('customerAsk', { customerId, askedBy, why }).execute();
  return true;
};

const MOST_ASKS = 100;

/** For customers that the viewer sees, whose owner he is or over whom he stands; the first who asked first. */
export const waitingAsks = (db: MerchantDb) =>
  db
    .selectFrom('customer')
    .innerJoin('customerAsk', join =>
      join
        .onRef('customerAsk.merchantId', '=', 'customer.merchantId')
        .onRef('customerAsk.customerId', '=', 'customer.id'),
    )
    .innerJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'customerAsk.merchantId').onRef('employee.id', '=', 'customerAsk.askedBy'),
    )
    .select([
      'customerAsk.id',
      'customerAsk.customerId',
      'customerAsk.why',
      'customerAsk.askedAt',
      'customer.phone',
      'customer.name',
      'employee.name as by',
    ])
    .where('customer.removedAt', 'is', null)
    .where('customerAsk.answeredAt', 'is', null)
    .orderBy('customerAsk.id')
    .limit(MOST_ASKS)
    .execute();

/** One that waits, for a customer the viewer sees; nobody else answers it meanwhile. */
export const lockAsk = (tx: MerchantDb, id: string) =>
  tx
    .selectFrom('customer')
    .innerJoin('customerAsk', join =>
      join
        .onRef('customerAsk.merchantId', '=', 'customer.merchantId')
        .onRef('customerAsk.customerId', '=', 'customer.id'),
    )
    .select(['customerAsk.id', 'customerAsk.customerId', 'customerAsk.askedBy', 'customer.name'])
    .where('customerAsk.id', '=', id)
    .where('customerAsk.answeredAt', 'is', null)
    .where('customer.removedAt', 'is', null)
    .forUpdate('customerAsk')
    .executeTakeFirst();

export const noteAnswer = async (
  tx: MerchantDb,
  id: string,
  { at, by, given }: { readonly at: Date; readonly by: string; readonly given: boolean },
): Promise<void> => {
  await tx
    .updateTable('customerAsk')
    .set({ answeredAt: at, answeredBy: by, given })
    .where('customerAsk.id', '=', id)
    .execute();
};

/** Whose a customer is, whoever asks. */
export const ownerOfCustomer = async (db: MerchantDb, id: string): Promise<string | null> =>
  (await db.whole.selectFrom('customer').select('customer.ownerId').where('customer.id', '=', id).executeTakeFirst())
    ?.ownerId ?? null;
