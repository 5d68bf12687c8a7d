import type { customerActEndpoints, InputOf } from '@lianxian/contract';
import { isNumberParameter, type PeopleSearch, parameterNumbers, searchPeople, searchPhone } from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import { asBeginning, asPattern, type MerchantDb, type RowsOf } from '../../platform/db/index.ts';

/** What a list of customers, or what is done to all it shows, is narrowed to; each part is found by an index of 0150 and 0173. */
type WireFilter = Omit<InputOf<typeof customerActEndpoints.export>, 'phone' | 'q'>;
export interface CustomersFilter {
  readonly filter: WireFilter;
  readonly phone: PeopleSearch;
  readonly q: PeopleSearch;
  /** Who looks: whose `mine` and `today` are. */
  readonly me: string;
  /** The merchant's zone, and its day. */
  readonly zone: string;
  readonly today: string;
}

type Asked = Pick<CustomersFilter, 'me' | 'zone' | 'today'>;

/** The wire's filter as its asker may use it: figures of a number search only for who sees numbers. */
export const customersFilter = (
  { phone, q, ...filter }: InputOf<typeof customerActEndpoints.export>,
  seesPhones: boolean,
  asked: Asked,
): CustomersFilter => ({
  filter,
  phone: searchPhone(phone ?? '', seesPhones),
  q: searchPeople(q ?? '', seesPhones),
  ...asked,
});

type Customers = RowsOf<'customer'>;

const barred = (merchantId: string): RawBuilder<boolean> => sql<boolean>`exists (select from blacklist
  where blacklist.merchant_id = ${merchantId} and blacklist.phone = customer.phone and blacklist.task_id is null
    and (blacklist.expires_at is null or blacklist.expires_at > now()))`;

/** The beginning of a day of the merchant's calendar; of the day after it. */
const dayBegins = (day: string, zone: string, ahead = 0) =>
  sql<Date>`((${day}::date + ${sql.lit(ahead)})::timestamp at time zone ${zone})`;

const byView = (
  customers: Customers,
  { filter: { view }, me, zone, today }: CustomersFilter,
  merchantId: string,
): Customers => {
  if (view === 'mine') return customers.where('customer.ownerId', '=', me);
  if (view === 'pool') return customers.where('customer.ownerId', 'is', null);
  if (view === 'blacklist') return customers.where(barred(merchantId));
  if (view === 'today')
    return customers
      .where('customer.ownerId', '=', me)
      .where('customer.nextAt', 'is not', null)
      .where('customer.nextAt', '<', dayBegins(today, zone, 1));
  return customers;
};

/** A part of a name or company: by its pairs of neighbouring signs; of one sign, how it begins. */
const saying = (merchantId: string, text: string, column: RawBuilder<string>): RawBuilder<boolean> => {
  const small = text.toLowerCase();
  if ([...small].length < 2) return sql<boolean>`${column} like ${asBeginning(text)}`;
  const pairs = Array.from({ length: small.length - 1 }, (_, n) => `${merchantId} ${small.slice(n, n + 2)}`);
  return sql<boolean>`(own_pairs(customer.merchant_id, customer.name || ' ' || customer.company) @> ${[...new Set(pairs)]}::text[]
    and lower(${column}) like ${asPattern(small)})`;
};

/** By a further number. As an array, which an index is asked for: beside another condition a subquery asks it of every customer. */
const ofNumber = (merchantId: string, is: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`customer.id = any(array(select further.customer_id from customer_number further
    where further.merchant_id = ${merchantId} and ${is}))`;

const byNumber = (customers: Customers, merchantId: string, search: PeopleSearch): Customers => {
  if (search === null) return customers;
  if ('name' in search) {
    const all = sql<string>`(customer.name || ' ' || customer.company)`;
    const begins = [...search.name].length < 2;
    return customers.where(
      begins
        ? sql<boolean>`(customer.name <> '' and customer.name like ${asBeginning(search.name)})`
        : saying(merchantId, search.name, all),
    );
  }
  if ('is' in search)
    return customers.where(
      sql<boolean>`(customer.phone = ${search.is} or ${ofNumber(merchantId, sql`further.phone = ${search.is}`)})`,
    );
  const ways = [
    ...(search.begins === undefined
      ? []
      : [
          sql<boolean>`customer.phone like ${asBeginning(search.begins)}`,
          ofNumber(merchantId, sql`further.phone like ${asBeginning(search.begins)}`),
        ]),
    ...('ends' in search
      ? [
          sql<boolean>`right(customer.phone, 4) = ${search.ends}`,
          ofNumber(merchantId, sql`right(further.phone, 4) = ${search.ends}`),
        ]
      : []),
  ];
  return customers.where(sql<boolean>`(${sql.join(ways, sql` or `)})`);
};

/** A region is all that lies in it: those whose codes begin with its own. */
const within = (codes: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    codes.map(code => sql`(customer.region >= ${code} and customer.region < ${`${code}~`})`),
    sql` or `,
  )})`;

const byFields = (customers: Customers, merchantId: string, filter: WireFilter): Customers => {
  const { name, company, cateTypes, tags, ownerIds, regions, operators, taskId, ids } = filter;
  let query = customers;
  if (ids !== undefined) query = query.where('customer.id', 'in', ids);
  if (name) query = query.where(sql<boolean>`customer.name <> ''`).where('customer.name', 'like', asBeginning(name));
  if (company) query = query.where(saying(merchantId, company, sql`customer.company`));
  if (cateTypes !== undefined) query = query.where('customer.cateType', 'in', cateTypes);
  if (ownerIds !== undefined) query = query.where('customer.ownerId', 'in', ownerIds);
  if (regions !== undefined) query = query.where(within(regions));
  if (operators !== undefined) query = query.where('customer.operator', 'in', operators);
  if (taskId !== undefined) query = query.where('customer.taskId', '=', taskId);
  if (tags !== undefined)
    query = query.where(
      sql<boolean>`own_words(customer.merchant_id, customer.tags) && ${tags.map(tag => `${merchantId} ${tag}`)}::text[]`,
    );
  return query;
};

const byCalls = (customers: Customers, filter: WireFilter, zone: string): Customers => {
  const { calledFrom, calledTo, neverCalled, levels, nextFrom, nextTo } = filter;
  let query = customers;
  // Twice each: what is meant, and the span of the list that it lies in.
  if (calledFrom !== undefined) {
    const from = dayBegins(calledFrom, zone);
    query = query.where('customer.lastCallAt', '>=', from).where('customer.listedAt', '>=', from);
  }
  if (calledTo !== undefined) {
    const to = dayBegins(calledTo, zone, 1);
    query = query.where('customer.lastCallAt', '<', to).where('customer.listedAt', '<', to);
  }
  if (neverCalled === true) query = query.where('customer.lastCallAt', 'is', null);
  if (levels !== undefined) query = query.where('customer.lastLevel', 'in', levels);
  if (nextFrom !== undefined) query = query.where('customer.nextAt', '>=', dayBegins(nextFrom, zone));
  if (nextTo !== undefined) query = query.where('customer.nextAt', '<', dayBegins(nextTo, zone, 1));
  return query;
};

const byParameters = (customers: Customers, { parameters = {} }: WireFilter): Customers => {
  let query = customers;
  for (const n of parameterNumbers) {
    const asked = parameters[`parameter${n}`];
    if (asked === undefined) continue;
    const column = sql.ref(`customer.parameter${n}`);
    const { from, to, begins } = asked;
    if (isNumberParameter(n)) {
      if (from) query = query.where(sql<boolean>`${column} >= ${from}::numeric`);
      if (to) query = query.where(sql<boolean>`${column} <= ${to}::numeric`);
    } else if (begins) query = query.where(sql<boolean>`(${column} <> '' and ${column} like ${asBeginning(begins)})`);
  }
  return query;
};

/** Of these customers those that are wanted. */
export const narrowed = (customers: Customers, { merchantId }: MerchantDb, wanted: CustomersFilter): Customers => {
  const { filter, phone, q, zone } = wanted;
  const found = byFields(byView(customers, wanted, merchantId), merchantId, filter);
  const further = byParameters(byCalls(found, filter, zone), filter);
  return byNumber(byNumber(further, merchantId, phone), merchantId, q);
};

/** Those that a search by name or number finds. */
export const searched = (customers: Customers, { merchantId }: MerchantDb, search: PeopleSearch): Customers =>
  byNumber(customers, merchantId, search);

export { barred };
