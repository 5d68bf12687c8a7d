import type { PeopleSearch } from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import { firstSeen, type MerchantDb, type RowsOf, type UnscopedDb } from '../../platform/db/index.ts';
import { rowColumns } from './customer.store.ts';
import { barred, type CustomersFilter, narrowed, searched } from './filter.store.ts';

/** Pages of customers, and how many there are. */
type Customers = RowsOf<'customer'>;

type Order = 'latest' | 'next';

const placeOf = { latest: 'customer.listedAt', next: 'customer.nextAt' } as const;

/** Who was called or added last first; or whose next step is due first. */
const ordered = (customers: Customers, order: Order): Customers =>
  order === 'latest'
    ? customers.orderBy('customer.listedAt', 'desc').orderBy('customer.id', 'desc')
    : customers.orderBy('customer.nextAt').orderBy('customer.id');

const cursor = (order: Order) =>
  sql<string>`(extract(epoch from ${sql.ref(placeOf[order])}) * 1000000)::bigint || '-' || customer.id`.as('cursor');

const behind = (after: string, order: Order): RawBuilder<boolean> => {
  const [micros, id] = after.split('-');
  const at = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
  return order === 'latest'
    ? sql<boolean>`(customer.listed_at, customer.id) < (${at}, ${id}::bigint)`
    : sql<boolean>`(customer.next_at, customer.id) > (${at}, ${id}::bigint)`;
};

/** Nobody's are everybody's: the pool is read whoever looks, all else as far as data scope goes. */
const source = (db: MerchantDb, { filter }: CustomersFilter): MerchantDb => (filter.view === 'pool' ? db.whole : db);

const living = (customers: Customers): Customers => customers.where('customer.removedAt', 'is', null);

interface Page {
  readonly order: Order;
  readonly after: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** Which they are is found in an index, then only these rows are read; one more than asked for tells that there are more. */
export const listCustomers = async (db: MerchantDb, wanted: CustomersFilter, { order, after, limit, offset }: Page) => {
  const skipped = after === null ? offset : 0;
  const page = await firstSeen(source(db, wanted), 'customer', {
    narrowed: customers => {
      const found = narrowed(living(customers), db, wanted);
      const due = order === 'next' ? found.where('customer.nextAt', 'is not', null) : found;
      return after === null ? due : due.where(behind(after, order));
    },
    ordered: customers => ordered(customers, order),
    most: skipped + limit + 1,
  })
    .select('customer.id')
    .limit(limit + 1)
    .offset(skipped)
    .execute();
  if (page.length === 0) return [];
  const rows = db.whole.selectFrom('customer').where(
    'customer.id',
    'in',
    page.map(({ id }) => id),
  );
  return await ordered(rows, order)
    .leftJoin('employee as owner', join =>
      join.onRef('owner.merchantId', '=', 'customer.merchantId').onRef('owner.id', '=', 'customer.ownerId'),
    )
    .select(rowColumns)
    .select(['owner.name as ownerName', cursor(order), barred(db.merchantId).as('barred')])
    .execute();
};
export type ListedCustomer = Awaited<ReturnType<typeof listCustomers>>[number];

/** How many there are, exact to `bound`; one more than it says that there are more. To send ten thousand rows takes longer than to count them. */
export const countCustomers = async (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  wanted: CustomersFilter,
  bound: number,
): Promise<number> => {
  const { tags } = wanted.filter;
  const all = narrowed(living(source(db, wanted).selectFrom('customer')), db, wanted);
  // The same once more, and cheap of a row: of many rows that another index found, few are left for words of the merchant.
  const tagged = tags === undefined ? all : all.where(sql<boolean>`customer.tags && ${tags}::text[]`);
  const found = tagged.select(sql<number>`1`.as('one')).limit(bound + 1);
  const counted = unscopedDb.selectFrom(found.as('found')).select(sql<number>`count(*)::int`.as('n'));
  return (await counted.executeTakeFirstOrThrow()).n;
};

/** The first whom a search finds, by name and number: for who looks for one. */
export const customerNames = (
  db: MerchantDb,
  { search, most }: { readonly search: PeopleSearch; readonly most: number },
) =>
  searched(living(db.selectFrom('customer')), db, search)
    .select(['customer.id', 'customer.name', 'customer.company', 'customer.phone'])
    .orderBy('customer.listedAt', 'desc')
    .orderBy('customer.id', 'desc')
    .limit(most)
    .execute();

export const isBarred = async (db: MerchantDb, id: string): Promise<boolean> =>
  (
    await db.whole
      .selectFrom('customer')
      .select(barred(db.merchantId).as('is'))
      .where('customer.id', '=', id)
      .executeTakeFirst()
  )?.is === true;

/** In the order of their ids, behind `after`: for what is done to all that a filter finds. */
export const nextCustomers = async (
  db: MerchantDb,
  wanted: CustomersFilter,
  { after, until, limit }: { readonly after: string; readonly until: string; readonly limit: number },
): Promise<readonly string[]> =>
  (
    await narrowed(living(source(db, wanted).selectFrom('customer')), db, wanted)
      .select('customer.id')
      .where('customer.id', '>', after)
      .where('customer.id', '<=', until)
      .orderBy('customer.id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id);

/** The newest there is: what is added later is none of what was asked for. */
export const newestId = async (db: MerchantDb): Promise<string> =>
  (
    await db.whole
      .selectFrom('customer')
      .select('customer.id')
      .orderBy('customer.id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id ?? '0';
