import type { marketEndpoints, OutputOf, ProductRow } from '@lianxian/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { amount } from '../../ui/format.ts';

export type Product = OutputOf<typeof marketEndpoints.detail>;
export type Taken = OutputOf<typeof marketEndpoints.mine>['list'][number];
type Share = NonNullable<ProductRow['rating']>['levelA'];

export const shareText = (share: number): string => `${(share * 100).toFixed(1)}%`;
export const intervalOf = ({ from, to }: Share) => ({ from: shareText(from), to: shareText(to) });

/** How plans of the market are called and priced in words; the same as long as the language is. */
export const useProductText = () => {
  const { t } = useTranslation('market');
  return useMemo(
    () => ({
      price: ({ priceKind, price }: Pick<ProductRow, 'priceKind' | 'price'>): string =>
        t($ => $.price[priceKind], { price: amount(price) }),
      /** Who sells it; the platform has no number. */
      seller: ({ cid, name }: ProductRow['seller']): string => (cid === '' ? t($ => $.platform) : name),
    }),
    [t],
  );
};

export const detailPath = (id: string): string => `/PlanMarketDetail?id=${id}`;
/** Where one works on what one took; a closed one has no editor, and is set up from its row. */
export const planPath = ({ planId, planName, access }: Taken): string =>
  access === 'closed' ? `/plan?q=${encodeURIComponent(planName)}` : `/plan/${planId}`;
