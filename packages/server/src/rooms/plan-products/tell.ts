import type { UnscopedDb } from '../../platform/db/index.ts';
import { ringBell, ringBells } from '../bell/index.ts';
import { platformMerchants } from './people.store.ts';
import { holdersOf } from './versions.store.ts';

/** What the bell tells of products: the platform that something waits, its seller what came of it, who took it what became of it. */
interface AboutProduct {
  readonly productId: string;
  readonly title: string;
}

export const tellWaits = async (
  tx: UnscopedDb,
  { productId, title }: AboutProduct,
  facts: { readonly who: string; readonly version: number },
): Promise<void> => {
  const platforms = await platformMerchants(tx);
  await ringBells(
    tx,
    platforms.map(merchantId => ({
      ...{ merchantId, kind: 'market' as const, about: `waits ${productId}` },
      facts: { what: 'waits', title, ...facts },
    })),
  );
};

export const tellSeller = (
  tx: UnscopedDb,
  { productId, title }: AboutProduct,
  seller: { readonly merchantId: string; readonly by: string | null },
  facts: Readonly<Record<string, string | number>> & { readonly what: 'shelved' | 'sentBack' | 'takenDown' },
): Promise<void> =>
  ringBell(tx, {
    ...{ merchantId: seller.merchantId, kind: 'market', about: `product ${productId}` },
    ...(seller.by !== null && { people: [seller.by] }),
    facts: { title, ...facts },
  });

export const tellHolders = async (
  tx: UnscopedDb,
  { productId, title, access = 'open' }: AboutProduct & { readonly access?: 'open' | 'closed' },
  facts: Readonly<Record<string, string | number>> & { readonly what: 'newer' | 'gone' },
): Promise<void> => {
  const holders = await holdersOf(tx, productId);
  // What was taken open goes on with what is open.
  const concerned = holders.filter(one => one.access === 'closed' || access === 'open');
  await ringBells(
    tx,
    concerned.map(({ merchantId, takenBy }) => ({
      ...{ merchantId, kind: 'market' as const, about: `taken ${productId}`, people: [takenBy] },
      facts: { title, ...facts },
    })),
  );
};
