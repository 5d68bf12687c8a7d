import { badInputText, balanceEndpoints, type InputOf, limits, type OutputOf } from '@lianxian/contract';
import { type HouseDb, inTransaction, merchantDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { findMerchant } from '../accounts/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { balanceOf, countLedger, listLedger, MOST_YUAN, topUp } from './billing.store.ts';

/**
 * The platform's people top up any merchant; the audit row stands with their own. Tasks that wait for money look every
 * two seconds and go on by themselves.
 */
const topUpByNumber = async (
  { cid, amount, requestId, note }: InputOf<typeof balanceEndpoints.topUp>,
  context: SignedInContext,
  houseDb: HouseDb,
): Promise<OutputOf<typeof balanceEndpoints.topUp>> => {
  const { session, locale } = context;
  if (Number(amount) === 0)
    throw refuse('badInput', badInputText({ field: 'amount', fault: 'small', limit: '0.01' }, locale));
  const merchantId = (await findMerchant(houseDb, cid))?.id;
  if (merchantId === undefined) throw refuse('notFound', { what: '商户' });
  return await inTransaction(houseDb, async tx => {
    const wish = { merchantId, yuan: amount, requestId, byEmployee: session.employeeId, note };
    const result = await topUp(tx, wish);
    if ('refused' in result)
      throw result.refused === 'reused' ? refuse('topUpReused') : refuse('balanceFull', { limit: MOST_YUAN });
    const after = { merchant: cid, topUp: amount, amount: result.amount, note };
    const deed = {
      action: 'balance.topUp',
      target: merchantId,
      name: cid,
      aboutMerchantId: merchantId,
      after,
    } as const;
    if (result.isNew) await recordAudit(merchantDb(tx, session.merchantId), deed, auditBy(context));
    return { amount: result.amount };
  });
};

const ledger = async (
  input: InputOf<typeof balanceEndpoints.ledger>,
  { db }: SignedInContext,
): Promise<OutputOf<typeof balanceEndpoints.ledger>> => {
  const after = input.after ?? null;
  const { limit, offset } = after === null ? pageOf(input) : { limit: input.limit, offset: 0 };
  const [rows, total] = await Promise.all([listLedger(db, { after, offset, limit }), countLedger(db, limits.lastRow)]);
  const shown = rows.slice(0, limit);
  return {
    list: shown.map(row => ({ ...row, at: row.at.toISOString() })),
    total,
    ...(total > limits.lastRow && { more: true }),
    after: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
};

export const bindBilling = (front: Front, houseDb: HouseDb): void => {
  bind(front, balanceEndpoints.info, (_, { db }) => balanceOf(db));
  bind(front, balanceEndpoints.ledger, ledger);
  bind(front, balanceEndpoints.topUp, (input, context) => topUpByNumber(input, context, houseDb));
};
