import type {
  MarketTrade,
  PlanAccess,
  PlanPriceKind,
  ProductRating,
  ProductState,
  ShownOfVersion,
} from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** Tables of migrations 0180 and 0181. */
type Id = string;
type Known<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** Yuan as text. */
interface About {
  title: string;
  trade: MarketTrade;
  description: string;
  priceKind: PlanPriceKind;
  price: string;
  access: PlanAccess;
}

export interface MarketTables {
  product: About & {
    merchantId: Id;
    id: Generated<Id>;
    planId: Id;
    slug: Known<string>;
    reason: Generated<string>;
    state: Generated<ProductState>;
    income: Generated<string>;
    changedAt: ColumnType<Date, Date | undefined, Date>;
  };
  productVersion: About & {
    merchantId: Id;
    productId: Id;
    version: number;
    note: string;
    mark: Generated<string>;
    state: 'waiting' | 'shelved' | 'sentBack' | 'withdrawn';
    submittedAt: Date;
    submittedBy: Known<Id>;
    reviewedAt: Known<Date>;
    package: Buffer;
    signedBy: string;
    graph: JSONColumnType<Plan>;
    nodes: number;
    passed: number;
    opening: string;
    said: JSONColumnType<readonly string[]>;
    shown: JSONColumnType<ShownOfVersion>;
  };
  productShelf: About & {
    merchantId: Id;
    productId: Id;
    version: number;
    nodes: number;
    publishedAt: Date;
    downAt: Known<Date>;
    taken: Generated<number>;
    rating: ColumnType<ProductRating | null, string | null | undefined, string | null>;
    rated: Generated<number>;
  };
  takenPlan: {
    merchantId: Id;
    productId: Id;
    sellerId: Id;
    planId: Id;
    /** Plans that it was before. */
    earlier: ColumnType<readonly Id[], never, string[]>;
    version: number;
    access: PlanAccess;
    priceKind: PlanPriceKind;
    price: string;
    sharePercent: string;
    paid: Generated<string>;
    requestId: string;
    takenAt: Date;
    takenBy: Id;
    givenBackAt: Known<Date>;
  };
  marketTurn: { merchantId: Id; day: ColumnType<string, string, never>; turns: number };
  marketTalk: { merchantId: Id; employeeId: Id; productId: Id; moves: JSONColumnType<readonly unknown[]> };
  marketOpinion: {
    merchantId: Id;
    productId: Id;
    id: Generated<Id>;
    text: string;
    at: ColumnType<Date, Date | undefined, Date>;
  };
  planSale: {
    merchantId: Id;
    id: Generated<Id>;
    productId: Id;
    sellerId: Id;
    title: string;
    callId: Known<Id>;
    amount: string;
    share: string;
    state: Generated<'held' | 'paid' | 'returned'>;
    at: ColumnType<Date, Date | undefined, never>;
    dueAt: Date;
  };
  marketShare: {
    id: Generated<Id>;
    percent: string;
    setBy: Known<Id>;
    setAt: ColumnType<Date, Date | undefined, never>;
  };
}
