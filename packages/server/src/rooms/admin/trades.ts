import { type InputOf, tradeEndpoints } from '@lianxian/contract';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { accountOf } from './merchants.ts';
import {
  countTrades,
  deleteTrade,
  isListEmpty,
  listTrades,
  saveTrade,
  setTrades,
  tradeName,
  tradesOf,
} from './trades.store.ts';
import { merchantsOf } from './world.policy.ts';

const MOST_TRADES = 200;

const gone = () => refuse('notFound', { what: 'trade' });

const save = (unscopedDb: UnscopedDb, input: InputOf<typeof tradeEndpoints.save>, context: SignedInContext) =>
  inTransaction(unscopedDb, async tx => {
    const { id = null, name } = input;
    const before = id === null ? null : await tradeName(tx, id);
    if (before === undefined) throw gone();
    if (id === null && (await countTrades(tx)) >= MOST_TRADES) throw refuse('tradesFull', { limit: MOST_TRADES });
    const saved = await saveTrade(tx, id, name);
    if (saved === null) throw refuse('nameTaken', { name });
    const facts = { before: before === null ? undefined : { name: before }, after: { name } };
    const own = merchantDb(tx, context.db.merchantId);
    await recordAudit(own, { action: 'trade.save', target: saved, name, ...facts }, auditBy(context));
    return { id: saved };
  });

const remove = (unscopedDb: UnscopedDb, id: string, context: SignedInContext) =>
  inTransaction(unscopedDb, async tx => {
    const name = await tradeName(tx, id);
    if (name === undefined) throw gone();
    if (!(await isListEmpty(tx, id))) throw refuse('tradeInUse');
    await deleteTrade(tx, id);
    const own = merchantDb(tx, context.db.merchantId);
    await recordAudit(own, { action: 'trade.remove', target: id, before: { name } }, auditBy(context));
    return {};
  });

const choose = (unscopedDb: UnscopedDb, input: InputOf<typeof tradeEndpoints.choose>, context: SignedInContext) =>
  inTransaction(unscopedDb, async tx => {
    const { merchantId } = input;
    const { name } = await accountOf(tx, merchantsOf(context.session), merchantId);
    const before = await tradesOf(tx, merchantId);
    if (!(await setTrades(tx, merchantId, [...new Set(input.tradeIds)]))) throw gone();
    const facts = { before: { trades: before }, after: { trades: await tradesOf(tx, merchantId) } };
    const own = merchantDb(tx, context.db.merchantId);
    const entry = { action: 'trade.choose', target: merchantId, name, aboutMerchantId: merchantId, ...facts } as const;
    await recordAudit(own, entry, auditBy(context));
    return {};
  });

/** Trades are the platform's; to which a merchant belongs says whoever looks after it. */
export const bindTrades = (front: Front, unscopedDb: UnscopedDb): void => {
  bind(front, tradeEndpoints.list, async ({ merchantId = null }, { session }) => {
    const world = merchantsOf(session);
    if (merchantId !== null) await accountOf(unscopedDb, world, merchantId);
    return { list: await listTrades(unscopedDb, world, merchantId) };
  });
  bind(front, tradeEndpoints.save, (input, context) => save(unscopedDb, input, context));
  bind(front, tradeEndpoints.remove, ({ id }, context) => remove(unscopedDb, id, context));
  bind(front, tradeEndpoints.choose, (input, context) => choose(unscopedDb, input, context));
};
