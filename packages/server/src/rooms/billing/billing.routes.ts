import { balanceEndpoints, type InputOf, limits, type OutputOf, usePriceEndpoints } from '@lianxian/contract';
import { inTransaction, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { findMerchant } from '../accounts/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { MOST_YUAN, topUp } from './billing.store.ts';
import { balanceOf, countLedger, listLedger } from './ledger.store.ts';
import { lockOwnMerchant, transfer } from './transfer.store.ts';
import { setUsePrices, usePrices } from './use-prices.ts';

const checkAmount = (amount: string): void => {
  if (Number(amount) === 0) throw refuse('badInput', { field: 'amount', fault: 'small', limit: '0.01' });
};

/**
 * The platform's people top up any merchant; the audit row stands with their own. Tasks that wait for money look every
 * two seconds and go on by themselves.
 */
const topUpByNumber = async (
  { cid, amount, requestId, note }: InputOf<typeof balanceEndpoints.topUp>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof balanceEndpoints.topUp>> => {
  const { session } = context;
  checkAmount(amount);
  const merchantId = (await findMerchant(unscopedDb, cid))?.id;
  if (merchantId === undefined) throw refuse('notFound', { what: 'merchant' });
  return await inTransaction(unscopedDb, async tx => {
    const wish = { merchantId, yuan: amount, requestId, byEmployee: session.employeeId, note };
    const result = await topUp(tx, wish);
    if ('refused' in result)
      throw result.refused === 'reused' ? refuse('topUpReused') : refuse('balanceFull', { limit: MOST_YUAN });
    const after = { merchant: cid, topUp: amount, amount: result.amount, note };
    const entry = {
      action: 'balance.topUp',
      target: merchantId,
      name: cid,
      aboutMerchantId: merchantId,
      after,
    } as const;
    if (result.isNew) await recordAudit(merchantDb(tx, session.merchantId), entry, auditBy(context));
    return { amount: result.amount };
  });
};

/** A reseller's people give a merchant of theirs money of theirs; anybody else's merchant is not found. */
const transferByNumber = (
  { cid, amount, requestId, note }: InputOf<typeof balanceEndpoints.transfer>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof balanceEndpoints.transfer>> => {
  const { merchantId: fromId, employeeId } = context.session;
  checkAmount(amount);
  return inTransaction(unscopedDb, async tx => {
    const toId = await lockOwnMerchant(tx, fromId, cid);
    if (toId === undefined) throw refuse('notFound', { what: 'merchant' });
    const result = await transfer(tx, { fromId, toId, yuan: amount, requestId, byEmployee: employeeId, note });
    if ('refused' in result) {
      if (result.refused === 'short') throw refuse('balanceShort', { available: result.available });
      throw result.refused === 'reused' ? refuse('topUpReused') : refuse('balanceFull', { limit: MOST_YUAN });
    }
    const after = { merchant: cid, transfer: amount, amount: result.amount, note };
    const entry = { action: 'balance.transfer', target: toId, name: cid, aboutMerchantId: toId, after } as const;
    if (result.isNew) await recordAudit(merchantDb(tx, fromId), entry, auditBy(context));
    return { amount: result.amount, available: result.available };
  });
};

/** A page of a merchant's ledger; the admin pages ask for the merchants one may see. */
export const ledgerPage = async (
  { kind, day, ...input }: InputOf<typeof balanceEndpoints.ledger>,
  db: MerchantDb,
): Promise<OutputOf<typeof balanceEndpoints.ledger>> => {
  const after = input.after ?? null;
  const { limit, offset } = after === null ? pageOf(input) : { limit: input.limit, offset: 0 };
  const [rows, total] = await Promise.all([
    listLedger(db, { kind, day }, { after, offset, limit }),
    countLedger(db, { kind, day }, limits.lastRow),
  ]);
  const shown = rows.slice(0, limit);
  return {
    list: shown.map(({ at, peerNumber, peerName, ...row }) => ({
      ...row,
      at: at.toISOString(),
      peer: peerNumber === null ? null : { number: peerNumber, name: peerName ?? '' },
    })),
    total,
    ...(total > limits.lastRow && { more: true }),
    after: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
};

export const bindBilling = (front: Front, unscopedDb: UnscopedDb): void => {
  bind(front, balanceEndpoints.info, (_, { db }) => balanceOf(db));
  bind(front, balanceEndpoints.ledger, (input, { db }) => ledgerPage(input, db));
  bind(front, balanceEndpoints.topUp, (input, context) => topUpByNumber(input, context, unscopedDb));
  bind(front, usePriceEndpoints.list, input => usePrices(input, unscopedDb));
  bind(front, usePriceEndpoints.set, async (input, context) => {
    await setUsePrices(input, context, unscopedDb);
    return {};
  });
  bind(front, balanceEndpoints.transfer, (input, context) => transferByNumber(input, context, unscopedDb));
};
