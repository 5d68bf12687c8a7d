import type { MarketTrade, ProductState, ShownOfVersion } from '@lianxian/contract';
import { sql } from 'kysely';
import { jsonOfBytes, type MerchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { type AboutProduct, aboutColumns } from './products.store.ts';

/** Versions of products: packed when they are handed in, on the shelf when the platform says so. */
export interface NewVersion extends AboutProduct {
  readonly productId: string;
  readonly version: number;
  readonly note: string;
  readonly mark?: string;
  readonly at: Date;
  readonly by: string | null;
  readonly package: Buffer;
  readonly signedBy: string;
  readonly json: Uint8Array;
  readonly nodes: number;
  readonly passed: number;
  readonly opening: string;
  /** All that it says. */
  readonly said: readonly string[];
  readonly shown: ShownOfVersion;
}

/** It is on the shelf, or was, and somebody may have it so. */
const isShelved = async (tx: MerchantDb, productId: string, version: number): Promise<boolean> =>
  (await tx
    .selectFrom('productShelf')
    .select('productShelf.version')
    .where('productShelf.productId', '=', productId)
    .where('productShelf.version', '=', version)
    .executeTakeFirst()) !== undefined;

/**
 * One that was handed in before is as it was handed in last; of one that is on the shelf only what is written of it changes:
 * what is taken and shown there is what was reviewed.
 */
export const keepVersion = async (tx: MerchantDb, { json, at, by, shown, said, ...row }: NewVersion): Promise<void> => {
  const written = {
    ...row,
    graph: jsonOfBytes(json),
    shown: JSON.stringify(shown),
    said: JSON.stringify(said),
    state: 'waiting' as const,
    submittedAt: at,
    submittedBy: by,
    reviewedAt: null,
  };
  const { productId, version, ...all } = written;
  const { package: _, signedBy: __, graph, nodes, passed, opening, shown: ___, said: ____, ...words } = all;
  const changed = (await isShelved(tx, productId, version)) ? words : all;
  await tx
    .insertInto('productVersion', written)
    .onConflict(conflict => conflict.columns(['merchantId', 'productId', 'version']).doUpdateSet(changed))
    .execute();
};

/** The version that was handed in last, and as what. */
export const latestVersionOf = (db: MerchantDb, productId: string) =>
  db
    .selectFrom('productVersion')
    .select(['productVersion.version', 'productVersion.state', 'productVersion.title', 'productVersion.trade'])
    .select(['productVersion.description', 'productVersion.priceKind', 'productVersion.access'])
    .select(sql<string>`trim_scale(product_version.price)::text`.as('price'))
    .where('productVersion.productId', '=', productId)
    .orderBy('productVersion.submittedAt', 'desc')
    .limit(1)
    .executeTakeFirst();

export const latestMark = async (db: MerchantDb, productId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('productVersion')
      .select('productVersion.mark')
      .where('productVersion.productId', '=', productId)
      .orderBy('productVersion.version', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.mark;

export const setVersionState = async (
  tx: MerchantDb,
  {
    productId,
    version,
    seenAt,
  }: { readonly productId: string; readonly version: number; readonly seenAt?: string | undefined },
  state: 'shelved' | 'sentBack' | 'withdrawn',
  at: Date,
): Promise<{ readonly submittedBy: string | null } | undefined> =>
  tx
    .updateTable('productVersion')
    .set({ state, reviewedAt: at })
    .where('productVersion.productId', '=', productId)
    .where('productVersion.version', '=', version)
    .where('productVersion.state', '=', 'waiting')
    .$if(seenAt !== undefined, only => only.where('productVersion.submittedAt', '=', new Date(seenAt ?? 0)))
    .returning('productVersion.submittedBy')
    .executeTakeFirst();

/** Whatever of it waits does no more. */
export const withdrawWaiting = async (tx: MerchantDb, productId: string, at: Date): Promise<void> => {
  await tx
    .updateTable('productVersion')
    .set({ state: 'withdrawn', reviewedAt: at })
    .where('productVersion.productId', '=', productId)
    .where('productVersion.state', '=', 'waiting')
    .execute();
};

/** The version is what everybody sees from now on. */
export const shelve = async (tx: MerchantDb, productId: string, version: number, at: Date): Promise<void> => {
  const about = aboutColumns.map(name => `productVersion.${name}` as const);
  const row = await tx
    .selectFrom('productVersion')
    .select([...about, 'productVersion.nodes'])
    .where('productVersion.productId', '=', productId)
    .where('productVersion.version', '=', version)
    .executeTakeFirstOrThrow();
  const shown = { ...row, version, publishedAt: at, downAt: null };
  await tx
    .insertInto('productShelf', { productId, ...shown })
    .onConflict(conflict => conflict.columns(['merchantId', 'productId']).doUpdateSet(shown))
    .execute();
};

/** False when it was not on the shelf. */
export const takeFromShelf = async (tx: MerchantDb, productId: string, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('productShelf')
    .set({ downAt: at })
    .where('productShelf.productId', '=', productId)
    .where('productShelf.downAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Those who took it and have it, and who of them did. */
export const holdersOf = (
  db: UnscopedDb,
  productId: string,
): Promise<readonly { readonly merchantId: string; readonly takenBy: string; readonly access: 'open' | 'closed' }[]> =>
  db
    .selectFrom('takenPlan')
    .select(['merchantId', 'takenBy', 'access'])
    .where('productId', '=', productId)
    .where('givenBackAt', 'is', null)
    .execute();

/** Whose product this is. */
export const sellerOf = async (db: UnscopedDb, productId: string): Promise<string | null> =>
  (await db.selectFrom('product').select('merchantId').where('id', '=', productId).executeTakeFirst())?.merchantId ??
  null;

/** A version that waits, or of a product in another state its last one; as the platform reads it. */
interface ToReview {
  readonly id: string;
  readonly title: string;
  readonly trade: MarketTrade;
  readonly description: string;
  readonly cid: string;
  readonly seller: string;
  readonly priceKind: AboutProduct['priceKind'];
  readonly price: string;
  readonly access: AboutProduct['access'];
  readonly version: number;
  readonly note: string;
  readonly at: Date;
  readonly nodes: number;
  readonly passed: number;
  readonly said: readonly string[];
  readonly state: ProductState;
}

interface ReviewPage {
  readonly state: ProductState;
  readonly after: string | null;
  readonly offset: number;
  readonly limit: number;
}

const inState = (state: ProductState) =>
  state === 'waiting'
    ? sql`product_version v join product p on p.merchant_id = v.merchant_id and p.id = v.product_id where v.state = 'waiting'`
    : sql`product p join lateral (select * from product_version v where v.merchant_id = p.merchant_id and v.product_id = p.id
        order by v.submitted_at desc limit 1) v on true where p.state = ${state}`;

/** Oldest first, by their ids; one more than asked for tells that there are more. */
export const listToReview = async (db: UnscopedDb, page: ReviewPage): Promise<readonly ToReview[]> => {
  const { rows } = await sql<ToReview>`
    select p.id, v.title, v.trade, v.description, m.number as cid, m.name as seller, v.price_kind, trim_scale(v.price)::text as price,
      v.access, v.version, v.note, v.submitted_at as at, v.nodes, v.passed, v.said,
      case when v.state = 'waiting' then 'waiting' else p.state end as state
    from (select v.merchant_id, v.product_id, v.title, v.trade, v.description, v.price_kind, v.price, v.access, v.version, v.note,
        v.submitted_at, v.nodes, v.passed, v.said, v.state from ${inState(page.state)}
        and (${page.after}::bigint is null or p.id > ${page.after}::bigint)
        order by p.id offset ${page.after === null ? page.offset : 0} limit ${page.limit + 1}) v
      join product p on p.merchant_id = v.merchant_id and p.id = v.product_id
      join merchant m on m.id = p.merchant_id
    order by p.id`.execute(db);
  return rows;
};

export const countToReview = async (db: UnscopedDb, state: ProductState, bound: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from ${inState(state)} limit ${bound}) found`.execute(db);
  return rows[0]?.n ?? 0;
};
