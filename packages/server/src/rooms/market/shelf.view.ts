import type { marketEndpoints, OutputOf, ProductRating, ProductRow } from '@lianxian/contract';
import type { ShelfRow } from './shelf.store.ts';
import type { TakenRow } from './taken.store.ts';

/** Rows of the shelf as the wire has them. */
const rounded = (share: number): number => Math.round(share * 1_000) / 1_000;
const shareView = ([share, from, to]: ProductRating['answered']) => ({
  share: rounded(share),
  from: rounded(from),
  to: rounded(to),
});

const ratingView = (rating: ProductRating | null): ProductRow['rating'] =>
  rating && {
    answered: shareView(rating.answered),
    levelA: shareView(rating.levelA),
    merchants: rating.merchants,
    calls: rating.calls,
  };

/** The platform has no number to be asked for by. */
const sellerView = (number: string, name: string, isPlatform: boolean) => ({ cid: isPlatform ? '' : number, name });

export const rowView = (row: ShelfRow, buyer: string): ProductRow => ({
  ...{ id: row.id, title: row.title, trade: row.trade, description: row.description },
  seller: sellerView(row.cid, row.seller, row.isPlatform),
  ...{ priceKind: row.priceKind, price: row.price, access: row.access },
  ...{ version: row.version, nodes: row.nodes, taken: row.taken },
  rating: ratingView(row.rating),
  publishedAt: row.publishedAt.toISOString(),
  isOwn: row.sellerId === buyer,
  isTaken: row.isTaken,
});

/** What was taken may be given back for so long. */
export const REFUND_MS = 86_400_000;

type Taken = OutputOf<typeof marketEndpoints.mine>['list'][number];

/** `isCalled`: somebody was called with it. */
export const takenView = (row: TakenRow, at: Date, isCalled: boolean): Taken => {
  const until = new Date(row.takenAt.getTime() + REFUND_MS);
  return {
    ...{ planId: row.planId, planName: row.planName, productId: row.productId, title: row.title },
    seller: sellerView(row.cid ?? '', row.seller ?? '', row.sellerKind === 'platform'),
    ...{ priceKind: row.priceKind, price: row.price, access: row.access, version: row.version, newest: row.newest },
    takenAt: row.takenAt.toISOString(),
    paid: row.paid,
    refundableUntil: isCalled || until <= at ? null : until.toISOString(),
    isDown: row.isDown,
  };
};
