import type { InputOf, marketEndpoints, ProductRating } from '@lianxian/contract';
import { type RawBuilder, sql } from 'kysely';
import { asPattern, type UnscopedDb } from '../../platform/db/index.ts';
import type { AboutProduct } from '../plan-products/index.ts';

/** The shelf as strangers see it: across merchants, and nothing of a product but these columns. */
export interface ShelfRow extends AboutProduct {
  readonly id: string;
  readonly sellerId: string;
  readonly cid: string;
  readonly seller: string;
  readonly isPlatform: boolean;
  readonly version: number;
  readonly nodes: number;
  readonly taken: number;
  readonly rating: ProductRating | null;
  readonly publishedAt: Date;
  readonly isTaken: boolean;
  readonly isDown: boolean;
  readonly cursor: string;
}

export type Sort = InputOf<typeof marketEndpoints.list>['sort'];
type Filter = Pick<InputOf<typeof marketEndpoints.list>, 'search' | 'trade' | 'priceKind' | 'access' | 'cid'>;

const MICROS = 1_000_000;
/** What rows are ordered by, as text for a cursor, and read from one. */
const orders: Readonly<
  Record<
    Sort,
    { readonly by: RawBuilder<unknown>; readonly key: RawBuilder<unknown>; readonly of: string; readonly up?: true }
  >
> = {
  newest: {
    by: sql`s.published_at`,
    key: sql`(extract(epoch from s.published_at) * ${sql.lit(MICROS)})::bigint`,
    of: 'timestamptz',
  },
  rating: { by: sql`s.rated`, key: sql`s.rated`, of: 'float8' },
  taken: { by: sql`s.taken`, key: sql`s.taken`, of: 'int' },
  price: { by: sql`s.price`, key: sql`s.price`, of: 'numeric', up: true },
};

const behind = (sort: Sort, after: string): RawBuilder<unknown> => {
  const at = after.lastIndexOf('_');
  const [key, id] = [after.slice(0, at), after.slice(at + 1)];
  const { by, of, up } = orders[sort];
  const given =
    of === 'timestamptz'
      ? sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`
      : sql`${key}::${sql.raw(of)}`;
  return up
    ? sql`(${by}, s.product_id) > (${given}, ${id}::bigint)`
    : sql`(${by}, s.product_id) < (${given}, ${id}::bigint)`;
};

const MOST_WORDS = 5;
/** A word of title or description: by its pairs of neighbouring signs; one sign alone, of titles. */
const said = (word: string): RawBuilder<unknown> => {
  const small = word.toLowerCase();
  const signs = [...small];
  if (signs.length < 2) return sql`lower(s.title) like ${asPattern(small)}`;
  const pairs = signs.slice(1).map((sign, at) => `0 ${signs[at]}${sign}`);
  return sql`own_pairs(0, s.title || ' ' || s.description) @> ${[...new Set(pairs)]}::text[]
    and s.said like ${asPattern(small)}`;
};

const wanted = ({ search, trade, priceKind, access, cid }: Filter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`s.down_at is null`,
      ...search.split(/\s+/u).filter(Boolean).slice(0, MOST_WORDS).map(said),
      ...(trade === undefined ? [] : [sql`s.trade = ${trade}`]),
      ...(priceKind === undefined ? [] : [sql`s.price_kind = ${priceKind}`]),
      ...(access === undefined ? [] : [sql`s.access = ${access}`]),
      ...(cid === undefined ? [] : [sql`s.merchant_id = (select id from merchant where number = ${cid})`]),
    ],
    sql` and `,
  );

/** `s`: rows of the shelf; `buyer`: who looks. */
const shown = (buyer: string, key: RawBuilder<unknown>) => sql`
  s.product_id::text as id, s.merchant_id::text as seller_id, m.number as cid, m.name as seller, m.kind = 'platform' as is_platform,
  s.title, s.trade, s.description, s.price_kind, trim_scale(s.price)::text as price, s.access, s.version, s.nodes, s.taken, s.rating,
  s.published_at, s.down_at is not null as is_down, t.product_id is not null as is_taken, ${key} || '_' || s.product_id as cursor
  from page s join merchant m on m.id = s.merchant_id
    left join taken_plan t on t.merchant_id = ${buyer} and t.product_id = s.product_id and t.given_back_at is null`;

interface Page {
  readonly buyer: string;
  readonly sort: Sort;
  readonly after: string | null;
  readonly offset: number;
  readonly limit: number;
}

/** Which they are is found in an index first; one row more than asked for tells that there are more. */
export const listShelf = async (db: UnscopedDb, filter: Filter, page: Page): Promise<readonly ShelfRow[]> => {
  const { buyer, sort, after, limit } = page;
  const { by, key, up } = orders[sort];
  const order = up ? sql`${by}, s.product_id` : sql`${by} desc, s.product_id desc`;
  const { rows } = await sql<ShelfRow>`
    with page as materialized (
      select * from product_shelf s where ${wanted(filter)} ${after === null ? sql`` : sql`and ${behind(sort, after)}`}
      order by ${order} offset ${after === null ? page.offset : 0} limit ${limit + 1})
    select ${shown(buyer, key)} order by ${order}`.execute(db);
  return rows;
};

export const countShelf = async (db: UnscopedDb, filter: Filter, bound: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from product_shelf s where ${wanted(filter)} limit ${bound}) found`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
};

/** One that is on the shelf, that the caller has, or that is its own. */
export const findOnShelf = async (db: UnscopedDb, buyer: string, id: string): Promise<ShelfRow | undefined> => {
  const { rows } = await sql<ShelfRow>`
    with page as (select * from product_shelf s where s.product_id = ${id})
    select ${shown(buyer, sql`0`)}
    where s.down_at is null or t.product_id is not null or s.merchant_id = ${buyer}`.execute(db);
  return rows[0];
};

/** How many there are of each trade. */
export const countTrades = async (db: UnscopedDb) => {
  const rows = await db
    .selectFrom('productShelf')
    .select(['trade', sql<number>`count(*)::int`.as('products')])
    .where('downAt', 'is', null)
    .groupBy('trade')
    .orderBy('products', 'desc')
    .execute();
  return rows;
};

/** What detail shows beside the row of the shelf, of the version that is there. */
export const shownVersion = (
  db: UnscopedDb,
  { sellerId, id, version }: Pick<ShelfRow, 'sellerId' | 'id' | 'version'>,
) =>
  db
    .selectFrom('productVersion')
    .select(['signedBy', 'opening', 'passed', 'shown'])
    .where('merchantId', '=', sellerId)
    .where('productId', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();

const MOST_VERSIONS = 50;

/** Those that were ever on the shelf, newest first; what is there may wait at the same time, at another price. */
export const shelvedVersions = (
  db: UnscopedDb,
  { sellerId, id, version }: Pick<ShelfRow, 'sellerId' | 'id' | 'version'>,
) =>
  db
    .selectFrom('productVersion')
    .select(['version', 'note', 'reviewedAt'])
    .where('merchantId', '=', sellerId)
    .where('productId', '=', id)
    .where(eb => eb.or([eb('state', '=', 'shelved'), eb('version', '=', version)]))
    .orderBy('version', 'desc')
    .limit(MOST_VERSIONS)
    .execute();

/** A version's graph as JSON, for the thread that talks by it. */
export const versionGraph = async (
  db: UnscopedDb,
  { sellerId, id, version }: Pick<ShelfRow, 'sellerId' | 'id' | 'version'>,
): Promise<Uint8Array> => {
  const { rows } = await sql<{ json: string }>`
    select graph::text as json from product_version
    where merchant_id = ${sellerId} and product_id = ${id} and version = ${version}`.execute(db);
  return Buffer.from(rows[0]?.json ?? '{}');
};

/** As it was packed and signed. */
export const packageOf = async (
  db: UnscopedDb,
  { sellerId, id, version }: Pick<ShelfRow, 'sellerId' | 'id' | 'version'>,
): Promise<Buffer | undefined> =>
  (
    await db
      .selectFrom('productVersion')
      .select('package')
      .where('merchantId', '=', sellerId)
      .where('productId', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
  )?.package;

/** What it costs by now; undefined: it is not on the shelf. */
export const priceNow = async (tx: UnscopedDb, id: string): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('productShelf')
      .select(sql<string>`trim_scale(price)::text`.as('price'))
      .where('productId', '=', id)
      .where('downAt', 'is', null)
      .executeTakeFirst()
  )?.price;

/** One more has it, as it stands on the shelf: false where it is another version, dearer or gone by now. Its row is locked last. */
export const countTaken = async (tx: UnscopedDb, { id, version, access, price }: ShelfRow): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    update product_shelf set taken = taken + 1
    where product_id = ${id} and version = ${version} and access = ${access} and price = ${price}::numeric
      and down_at is null`.execute(tx);
  return numAffectedRows > 0n;
};

export const uncountTaken = async (tx: UnscopedDb, id: string): Promise<void> => {
  await sql`update product_shelf set taken = greatest(0, taken - 1) where product_id = ${id}`.execute(tx);
};
