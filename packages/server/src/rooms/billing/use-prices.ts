import type { InputOf, OutputOf, usePriceEndpoints } from '@lianxian/contract';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { findMerchant } from '../accounts/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { insertOwnPrice, insertPlatformPrice, type UsePriceVersion, usePriceVersions } from './use-price.store.ts';

/** The platform's people price what calls use of its services (decision 98): of all merchants, or of one. */
const idOf = async (db: UnscopedDb, cid: string | undefined): Promise<string | null> => {
  if (cid === undefined) return null;
  const merchant = await findMerchant(db, cid);
  if (merchant === undefined) throw refuse('notFound', { what: 'merchant' });
  return merchant.id;
};

const viewOf = ({ recognition, synthesis, model, message, asAll, hosts, at, by }: UsePriceVersion) => ({
  recognitionPrice: recognition,
  synthesisPrice: synthesis,
  modelPrice: model,
  messagePrice: message,
  asAll,
  hosts: [...hosts],
  at: at.toISOString(),
  by: by ?? '',
});

export const usePrices = async (
  { cid }: InputOf<typeof usePriceEndpoints.list>,
  db: UnscopedDb,
): Promise<OutputOf<typeof usePriceEndpoints.list>> => ({
  versions: (await usePriceVersions(db, await idOf(db, cid))).map(viewOf),
});

/** What an audit row says of a version: nothing where there was none. */
const factsOf = (price: ReturnType<typeof viewOf> | undefined) => {
  if (price === undefined) return undefined;
  const { at: _at, by: _by, ...facts } = price;
  return facts;
};

export const setUsePrices = async (
  { cid, ...price }: InputOf<typeof usePriceEndpoints.set>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<void> => {
  const merchantId = await idOf(unscopedDb, cid);
  const { merchantId: ownId, employeeId } = context.session;
  await inTransaction(unscopedDb, async tx => {
    const [before] = await usePriceVersions(tx, merchantId);
    const {
      recognitionPrice: recognition,
      synthesisPrice: synthesis,
      modelPrice: model,
      messagePrice: message,
    } = price;
    const prices = { recognition, synthesis, model, message, madeBy: employeeId };
    // Where the platform's services are is the same for all.
    if (merchantId === null) await insertPlatformPrice(tx, { ...prices, hosts: price.hosts });
    else await insertOwnPrice(tx, { ...prices, merchantId, asAll: price.asAll });
    const [after] = await usePriceVersions(tx, merchantId);
    const change = { before: factsOf(before && viewOf(before)), after: factsOf(after && viewOf(after)) };
    const about = { target: merchantId ?? '0', name: cid ?? '', aboutMerchantId: merchantId ?? undefined };
    await recordAudit(merchantDb(tx, ownId), { action: 'balance.usePrices', ...about, ...change }, auditBy(context));
  });
};
