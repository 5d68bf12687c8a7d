import { type OnConflictBuilder, sql } from 'kysely';
import { FIRST, type Tables, type UnscopedDb, type Write } from '../../platform/db/index.ts';

/**
 * Prepaid money of a merchant. Amounts are whole ten-thousandths of a yuan here and yuan with four decimals in the
 * database; the database does the sum, so two processes that charge at once lose nothing. No row is a balance of 0.
 */
const yuan = (tenThousandths: number) => sql<string>`${tenThousandths}::bigint / 10000.0`;
const text = (column: string) => sql<string>`trim_scale(${sql.ref(column)})::text`;

/** What a merchant may still hold for calls: the balance without what is held already. A value within a statement. */
export const availableQuery = (merchantId: string) => sql<number>`
  coalesce((select ((amount - reserved) * 10000)::float8 from balance where merchant_id = ${merchantId}), 0)`;

/** Holds `amount`; a step of {@link writeInTurn}, which writes no row when the balance does not reach. */
export const reserving =
  (merchantId: string, amount: number): Write =>
  turn =>
    sql`
    update balance set reserved = reserved + (${yuan(amount)})
    where merchant_id = ${merchantId} and amount - reserved >= (${yuan(amount)}) and ${turn}`;

/** Holds `amount` for a call that is about to be placed. False when the balance does not reach: nothing is held then. */
export const reserve = async (tx: UnscopedDb, merchantId: string, amount: number): Promise<boolean> => {
  if (amount === 0) return true;
  const { numAffectedRows = 0n } = await reserving(merchantId, amount)(FIRST).execute(tx);
  return numAffectedRows > 0n;
};

/** What was held for a call is free again, where its talk has nothing to settle. */
export const release = async (tx: UnscopedDb, merchantId: string, amount: number): Promise<void> => {
  await sql`update balance set reserved = reserved - (${yuan(amount)}) where merchant_id = ${merchantId}`.execute(tx);
};

interface Charge {
  readonly merchantId: string;
  /** Id of the call that ended. */
  readonly call: string;
  readonly reserved: number;
  readonly cost: number;
  /** It replaces what {@link reopenCharge} gave back. */
  readonly replaces?: boolean;
}

const onceOfCall = (conflict: OnConflictBuilder<Tables, 'ledger'>) =>
  conflict
    .columns(['merchantId', 'callId', 'kind'])
    .where(sql<boolean>`call_id is not null and kind <> 'sms'`)
    .doNothing();

/**
 * Gives back what a call held and takes what it cost: once a call, however often it is asked (the ledger's unique
 * call and kind). A talk that cost more than was held for it (no database was there to hold more) pays it as far as the balance
 * reaches beside what others hold, so that it never falls below 0. Returns what was charged; 0 when it was settled before.
 */
export const settleCharge = async (tx: UnscopedDb, wish: Charge): Promise<number> => {
  const { merchantId, call, reserved, cost, replaces = false } = wish;
  if (reserved === 0) return 0;
  const charged = sql`least(${yuan(cost)}, amount - reserved + (${yuan(reserved)}))`;
  const entry = await tx
    .insertInto('ledger')
    .columns(['merchantId', 'kind', 'amount', 'amountAfter', 'callId'])
    .expression(
      tx
        .selectFrom('balance')
        .select([
          'merchantId',
          sql<'call' | 'correction'>`${replaces ? 'correction' : 'call'}`.as('kind'),
          sql<string>`-(${charged})`.as('amount'),
          sql<string>`amount - (${charged})`.as('amountAfter'),
          sql<string>`${call}::bigint`.as('callId'),
        ])
        .where('merchantId', '=', merchantId)
        .forUpdate(),
    )
    .onConflict(onceOfCall)
    .returning(['amount', sql<number>`(-amount * 10000)::float8`.as('charged')])
    .executeTakeFirst();
  if (entry === undefined) return 0;
  await tx
    .updateTable('balance')
    .set({
      amount: sql<string>`amount + ${entry.amount}::numeric`,
      reserved: sql<string>`reserved - (${yuan(reserved)})`,
    })
    .where('merchantId', '=', merchantId)
    .execute();
  return entry.charged;
};

/**
 * As if it had not been settled: what it was charged is back, by a line of its own (the ledger keeps every line), and what
 * it held is held again, as far as the balance reaches by now. Returns what is held; 0 when there is nothing to give back.
 */
export const reopenCharge = async (
  tx: UnscopedDb,
  { merchantId, call, reserved }: Omit<Charge, 'cost'>,
): Promise<number> => {
  const entry = await tx
    .insertInto('ledger')
    .columns(['merchantId', 'kind', 'amount', 'amountAfter', 'callId'])
    .expression(
      tx
        .selectFrom('balance')
        .innerJoin('ledger as charged', 'charged.merchantId', 'balance.merchantId')
        .select([
          'balance.merchantId',
          sql<'reversal'>`'reversal'`.as('kind'),
          sql<string>`-charged.amount`.as('amount'),
          sql<string>`balance.amount - charged.amount`.as('amountAfter'),
          'charged.callId',
        ])
        .where('balance.merchantId', '=', merchantId)
        .where('charged.callId', '=', call)
        .where('charged.kind', '=', 'call')
        .forUpdate('balance'),
    )
    .onConflict(onceOfCall)
    .returning('amount')
    .executeTakeFirst();
  if (entry === undefined) return 0;
  const { rows } = await sql<{ held: number }>`
    update balance set amount = balance.amount + ${entry.amount}::numeric, reserved = balance.reserved + holds.now
    from (select greatest(0, least(${yuan(reserved)}, amount + ${entry.amount}::numeric - reserved)) as now
      from balance where merchant_id = ${merchantId}) holds
    where merchant_id = ${merchantId}
    returning (holds.now * 10000)::float8 as held`.execute(tx);
  return rows[0]?.held ?? 0;
};

interface TopUp {
  readonly merchantId: string;
  /** Yuan, `100` or `99.50`. */
  readonly yuan: string;
  /** The same one twice counts once; without one it counts every time. */
  readonly requestId: string | null;
  /** Of whichever merchant the employee is; null: the house itself. */
  readonly byEmployee: string | null;
  readonly note: string;
}

/** Yuan that a balance holds at most: far beyond any, and within what sums of it keep exact (core's money). */
export const MOST_YUAN = 100_000_000;

type ToppedUp =
  /** What the balance is now, in yuan, and whether this top-up was new. */
  | { readonly amount: string; readonly isNew: boolean }
  /** The request was another amount, or the balance would be more than it holds. */
  | { readonly refused: 'reused' | 'full' };

/** Adds to a merchant's balance. */
export const topUp = async (tx: UnscopedDb, wish: TopUp): Promise<ToppedUp> => {
  // The row of the balance is the lock: of two that come at once the second finds the first one's entry.
  const { amount } = await tx
    .insertInto('balance')
    .values({ merchantId: wish.merchantId })
    .onConflict(conflict => conflict.column('merchantId').doUpdateSet({ merchantId: wish.merchantId }))
    .returning(text('balance.amount').as('amount'))
    .executeTakeFirstOrThrow();
  const isSame = wish.requestId === null ? null : await isSameRequest(tx, wish, wish.requestId);
  if (isSame !== null) return isSame ? { amount, isNew: false } : { refused: 'reused' };
  const after = await tx
    .updateTable('balance')
    .set({ amount: sql<string>`amount + ${wish.yuan}::numeric` })
    .where('merchantId', '=', wish.merchantId)
    .where(sql<boolean>`amount + ${wish.yuan}::numeric <= ${MOST_YUAN}`)
    .returning(['amount as raw', text('amount').as('amount')])
    .executeTakeFirst();
  if (after === undefined) return { refused: 'full' };
  await tx
    .insertInto('ledger')
    .values({
      merchantId: wish.merchantId,
      kind: 'topUp',
      amount: wish.yuan,
      amountAfter: after.raw,
      byEmployee: wish.byEmployee,
      note: wish.note,
      requestId: wish.requestId,
    })
    .execute();
  return { amount: after.amount, isNew: true };
};

/** Was the request of this amount? Null: nobody asked it before. */
const isSameRequest = async (
  tx: UnscopedDb,
  { merchantId, yuan }: TopUp,
  requestId: string,
): Promise<boolean | null> => {
  const row = await tx
    .selectFrom('ledger')
    .select(sql<boolean>`amount = ${yuan}::numeric`.as('same'))
    .where('merchantId', '=', merchantId)
    .where('requestId', '=', requestId)
    .executeTakeFirst();
  return row?.same ?? null;
};
