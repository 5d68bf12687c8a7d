import type { ProductState } from '@lianxian/contract';
import { type Selectable, sql } from 'kysely';
import type { MerchantDb, Tables, UnscopedDb } from '../../platform/db/index.ts';

/** Products of a merchant as it sells them. */
export type AboutProduct = Pick<
  Selectable<Tables['product']>,
  'title' | 'trade' | 'description' | 'priceKind' | 'price' | 'access'
>;
export const aboutColumns = ['title', 'trade', 'description', 'priceKind', 'price', 'access'] as const;

const waits = (column: string) => sql<string>`(select ${sql.raw(column)} from product_version w
  where w.merchant_id = product.merchant_id and w.product_id = product.id and w.state in ('waiting', 'sentBack')
  order by w.submitted_at desc limit 1)`;

const products = (db: MerchantDb) =>
  db
    .selectFrom('product')
    .innerJoin('plan', join =>
      join.onRef('plan.merchantId', '=', 'product.merchantId').onRef('plan.id', '=', 'product.planId'),
    )
    .leftJoin('productShelf as shelf', join =>
      join
        .onRef('shelf.merchantId', '=', 'product.merchantId')
        .onRef('shelf.productId', '=', 'product.id')
        .on('shelf.downAt', 'is', null),
    );

/** Newest first; one row more than asked for tells that there are more. */
export const listProducts = (
  db: MerchantDb,
  { after, offset, limit }: { readonly after: string | null; readonly offset: number; readonly limit: number },
) => {
  const rows = products(db)
    .select(['product.id', 'product.planId', 'plan.name as planName', 'product.state', 'product.reason'])
    .select(['product.title', 'product.trade', 'product.description', 'product.priceKind', 'product.access'])
    .select([
      sql<string>`trim_scale(product.price)::text`.as('price'),
      'shelf.version',
      sql<number | null>`(select max(v.version) from plan_version v where v.merchant_id = product.merchant_id
        and v.plan_id = product.plan_id and v.version > 0)`.as('planVersion'),
      sql<{ version: number; note: string; at: string } | null>`${waits(
        "jsonb_build_object('version', w.version, 'note', w.note, 'at', w.submitted_at)",
      )}`.as('waiting'),
      sql<number>`coalesce((select s.taken from product_shelf s where s.product_id = product.id), 0)`.as('taken'),
      sql<string>`trim_scale(product.income)::text`.as('income'),
      sql<string>`(select coalesce(trim_scale(sum(s.amount - s.share)), 0)::text from plan_sale s
        where s.product_id = product.id and s.state = 'held')`.as('coming'),
    ])
    .orderBy('product.id', 'desc')
    .limit(limit + 1);
  return (after === null ? rows.offset(offset) : rows.where('product.id', '<', after)).execute();
};

export const countProducts = async (db: MerchantDb): Promise<number> => {
  const all = db.selectFrom('product').select(sql<number>`count(*)::int`.as('n'));
  return (await all.executeTakeFirstOrThrow()).n;
};

export const findProduct = (db: MerchantDb, id: string) =>
  db
    .selectFrom('product')
    .select(['product.id', 'product.planId', 'product.state', 'product.reason', 'product.slug', 'product.description'])
    .select(['product.title', 'product.trade', 'product.priceKind', 'product.access'])
    .select(sql<string>`trim_scale(product.price)::text`.as('price'))
    .where('product.id', '=', id)
    .executeTakeFirst();
export type Product = NonNullable<Awaited<ReturnType<typeof findProduct>>>;

/** Nobody else changes the product until the transaction ends. */
export const lockProduct = async (tx: MerchantDb, id: string): Promise<ProductState | null> =>
  (await tx.selectFrom('product').select('product.state').where('product.id', '=', id).forUpdate().executeTakeFirst())
    ?.state ?? null;

/** The product that a plan is sold as. */
export const productOfPlan = (db: MerchantDb, planId: string) =>
  db
    .selectFrom('product')
    .select(['product.id', 'product.title'])
    .where('product.planId', '=', planId)
    .executeTakeFirst();

/** The platform's own, by its name in the release. */
export const productBySlug = (db: MerchantDb, slug: string) =>
  db
    .selectFrom('product')
    .select(['product.id', 'product.planId', 'product.state'])
    .where('product.slug', '=', slug)
    .executeTakeFirst();

/** Null: the plan is another product already. */
export const insertProduct = async (
  tx: MerchantDb,
  row: AboutProduct & { readonly planId: string; readonly slug?: string },
): Promise<string | null> =>
  (
    await tx
      .insertInto('product', row)
      .onConflict(conflict => conflict.doNothing())
      .returning('product.id')
      .executeTakeFirst()
  )?.id ?? null;

export const updateProduct = async (
  tx: MerchantDb,
  id: string,
  set: Partial<AboutProduct> & { readonly state?: ProductState; readonly reason?: string },
): Promise<void> => {
  await tx
    .updateTable('product')
    .set({ ...set, changedAt: new Date() })
    .where('product.id', '=', id)
    .execute();
};

/** Of the merchant's own plans: it was made here, or came from somebody else. */
export const takenAs = async (db: MerchantDb, planId: string): Promise<boolean> =>
  (await db
    .selectFrom('takenPlan')
    .select('takenPlan.productId')
    .where('takenPlan.planId', '=', planId)
    .executeTakeFirst()) !== undefined;

/** What of these recordings came with plans that others signed, by what they say. */
export const foreignVoices = async (
  db: MerchantDb,
  sounds: readonly string[],
  most: number,
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('voice')
    .innerJoin('plan', join =>
      join.onRef('plan.merchantId', '=', 'voice.merchantId').onRef('plan.id', '=', 'voice.planId'),
    )
    .leftJoin('planSigner', 'planSigner.merchantId', 'voice.merchantId')
    .select('voice.text')
    .distinct()
    .where(sql<boolean>`voice.sound = any(${[...sounds]}::text[])`)
    .where('voice.source', '=', 'file')
    .where('plan.signedBy', 'is not', null)
    .where(sql<boolean>`plan.signed_by is distinct from plan_signer.public_key`)
    .limit(most)
    .execute();
  return rows.map(({ text }) => text);
};

export const merchantNamed = async (
  db: UnscopedDb,
  merchantId: string,
): Promise<{ readonly number: string; readonly name: string; readonly kind: string }> =>
  db.selectFrom('merchant').select(['number', 'name', 'kind']).where('id', '=', merchantId).executeTakeFirstOrThrow();
