import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { MOST_YUAN } from './billing.store.ts';

/** Money from a reseller's balance to a merchant's: what one loses the other has, and neither falls below 0. */
interface Transfer {
  readonly fromId: string;
  readonly toId: string;
  /** `100` or `99.50`. */
  readonly yuan: string;
  /** The same one twice counts once. */
  readonly requestId: string;
  /** Of the reseller's people. */
  readonly byEmployee: string;
  readonly note: string;
}

type Transferred =
  /** Yuan: what the merchant has, what the reseller may still spend; and whether this transfer was new. */
  | { readonly amount: string; readonly available: string; readonly isNew: boolean }
  /** The request was another one; the reseller's balance does not reach (`available`), or the merchant's holds no more. */
  | { readonly refused: 'reused' | 'full' }
  | { readonly refused: 'short'; readonly available: string };

/** The merchant with this number, if it is the reseller's; nobody takes it away until the transaction ends. */
export const lockOwnMerchant = async (
  tx: UnscopedDb,
  resellerId: string,
  number: string,
): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('merchant')
      .select('id')
      .where('number', '=', number)
      .where('resellerId', '=', resellerId)
      .forShare()
      .executeTakeFirst()
  )?.id;

/** Locks both rows by id, so that of two transfers none waits for the other in a circle. */
export const lockBalances = async (tx: UnscopedDb, ids: readonly string[]): Promise<void> => {
  await sql`
    insert into balance (merchant_id) select id from merchant where id = any(${[...ids]}::bigint[]) order by id
    on conflict (merchant_id) do update set merchant_id = excluded.merchant_id`.execute(tx);
};

const standings = async (tx: UnscopedDb, { fromId, toId }: Transfer) => {
  const rows = await tx
    .selectFrom('balance')
    .select(['merchantId', sql<string>`trim_scale(amount)::text`.as('amount')])
    .select(sql<string>`trim_scale(amount - reserved)::text`.as('available'))
    .where('merchantId', 'in', [fromId, toId])
    .execute();
  const of = (id: string) => rows.find(row => row.merchantId === id);
  return { amount: of(toId)?.amount ?? '0', available: of(fromId)?.available ?? '0' };
};

/** Was the request this one? Null: nobody asked it before. */
const isSameRequest = async (tx: UnscopedDb, { fromId, toId, yuan, requestId }: Transfer): Promise<boolean | null> => {
  const row = await tx
    .selectFrom('ledger')
    .select(sql<boolean>`amount = -(${yuan}::numeric) and peer_id is not distinct from ${toId}`.as('same'))
    .where('merchantId', '=', fromId)
    .where('requestId', '=', requestId)
    .executeTakeFirst();
  return row?.same ?? null;
};

/** Adds to a balance, or takes from it; what it is then, or undefined when it would leave its bounds. */
const move = (tx: UnscopedDb, merchantId: string, yuan: string) =>
  tx
    .updateTable('balance')
    .set({ amount: sql<string>`amount + ${yuan}::numeric` })
    .where('merchantId', '=', merchantId)
    .where(sql<boolean>`amount + ${yuan}::numeric between reserved and ${MOST_YUAN}`)
    .returning('amount')
    .executeTakeFirst();

/** `tx` is a transaction that the caller rolls back when it is refused. */
export const transfer = async (tx: UnscopedDb, wish: Transfer): Promise<Transferred> => {
  const { fromId, toId, yuan, note, byEmployee, requestId } = wish;
  await lockBalances(tx, [fromId, toId]);
  const isSame = await isSameRequest(tx, wish);
  if (isSame !== null) return isSame ? { ...(await standings(tx, wish)), isNew: false } : { refused: 'reused' };
  const from = await move(tx, fromId, `-${yuan}`);
  if (from === undefined) return { refused: 'short', available: (await standings(tx, wish)).available };
  const to = await move(tx, toId, yuan);
  if (to === undefined) return { refused: 'full' };
  const entry = { byEmployee, note, callId: null };
  await tx
    .insertInto('ledger')
    .values([
      {
        ...entry,
        merchantId: fromId,
        kind: 'transferOut',
        amount: `-${yuan}`,
        amountAfter: from.amount,
        peerId: toId,
        requestId,
      },
      {
        ...entry,
        merchantId: toId,
        kind: 'transferIn',
        amount: yuan,
        amountAfter: to.amount,
        peerId: fromId,
        requestId: null,
      },
    ])
    .execute();
  return { ...(await standings(tx, wish)), isNew: true };
};
