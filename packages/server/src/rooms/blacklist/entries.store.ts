import type { PhoneSearch } from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Goes } from '../removals/index.ts';
import type { NewEntry, NumberList } from './number-list.ts';

/** Lists differ in their table and in what narrows it: each statement here says both. */

const tables = { blacklist: 'blacklist', whitelist: 'whitelist', shared: 'shared_blacklist' } as const;
const tableOf = (list: NumberList) => sql.table(tables[list.of]);
const isOne = (column: string, id: string | null) =>
  id === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${id}`;

/** The rows of a list, in a statement that calls its table so. */
const within = (list: NumberList, table: string): RawBuilder<unknown> => {
  const isOwn = sql`${sql.ref(`${table}.merchant_id`)} = ${list.merchantId}`;
  if (list.of === 'shared') return isOne(`${table}.trade_id`, list.tradeId);
  return list.of === 'blacklist' ? sql`${isOwn} and ${isOne(`${table}.task_id`, list.taskId)}` : isOwn;
};

/** What its rows bear beside the number, and by what one is found again. */
const placeOf = (list: NumberList) => {
  if (list.of === 'shared')
    return { columns: sql`trade_id`, values: sql`${list.tradeId}::bigint`, once: sql`phone, coalesce(trade_id, 0)` };
  if (list.of === 'whitelist')
    return { columns: sql`merchant_id`, values: sql`${list.merchantId}::bigint`, once: sql`merchant_id, phone` };
  return {
    columns: sql`merchant_id, task_id`,
    values: sql`${list.merchantId}::bigint, ${list.taskId}::bigint`,
    once: sql`merchant_id, phone, coalesce(task_id, 0)`,
  };
};

const zoneOf = ({ merchantId }: NumberList) => sql`(select zone from merchant where id = ${merchantId})`;

/** Which day it is for a merchant, `2026-03-09`. */
export const todayOf = async (db: UnscopedDb, merchantId: string): Promise<string> => {
  const { rows } = await sql<{ day: string }>`
    select (now() at time zone zone)::date::text as day from merchant where id = ${merchantId}`.execute(db);
  return rows[0]?.day ?? '';
};

/**
 * Puts numbers on a list, each once, and answers those that are new there. One that is there for a shorter time stays as
 * long as is said now, and with the import that brought it unless it had ended. In the order of the numbers: of two who
 * add the same ones the second waits.
 */
export const insertEntries = async (
  tx: UnscopedDb,
  list: NumberList,
  entries: readonly NewEntry[],
  { addedBy, importId = null }: { readonly addedBy: string; readonly importId?: string | null },
): Promise<ReadonlySet<string>> => {
  if (entries.length === 0) return new Set();
  const sorted = entries.toSorted((one, other) => (one.phone < other.phone ? -1 : 1));
  const { columns, values, once } = placeOf(list);
  const { rows } = await sql<{ phone: string }>`
    insert into ${tableOf(list)} as kept (${columns}, phone, reason, expires_at, added_by, import_id)
    select ${values}, given.phone, given.reason, (given.until::date + 1)::timestamp at time zone ${zoneOf(list)},
      ${addedBy}::bigint, ${importId}::bigint
    from unnest(${sorted.map(one => one.phone)}::text[], ${sorted.map(one => one.reason)}::text[],
      ${sorted.map(one => one.until)}::text[]) given(phone, reason, until)
    on conflict (${once}) do update set reason = excluded.reason, expires_at = excluded.expires_at,
      added_by = excluded.added_by,
      import_id = case when kept.expires_at <= now() then excluded.import_id else kept.import_id end
    where kept.expires_at < coalesce(excluded.expires_at, 'infinity')
    returning kept.phone`.execute(tx);
  return new Set(rows.map(({ phone }) => phone));
};

/** What goes with a number that is taken off. */
export const entryGoes = (list: NumberList, phone: string): readonly Goes[] => [
  { table: tables[list.of], where: sql`${within(list, 'kept')} and kept.phone = ${phone}` },
];

/** False when it is not on it. */
export const deleteEntry = async (tx: UnscopedDb, list: NumberList, phone: string): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    delete from ${tableOf(list)} e where ${within(list, 'e')} and e.phone = ${phone}`.execute(tx);
  return numAffectedRows > 0n;
};

/** Takes off some of what an import put on a list; how many. */
export const deleteImported = async (
  tx: UnscopedDb,
  list: NumberList,
  importId: string,
  limit: number,
): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    delete from ${tableOf(list)} gone where gone.id in (
      select e.id from ${tableOf(list)} e where ${within(list, 'e')} and e.import_id = ${importId} limit ${limit})
      and ${within(list, 'gone')}`.execute(tx);
  return Number(numAffectedRows);
};

const found = (list: NumberList, filter: PhoneSearch) => {
  if (filter === null) return within(list, 'e');
  const phone = 'is' in filter ? sql`e.phone = ${filter.is}` : sql`e.phone like ${`${filter.begins}%`}`;
  return sql`${within(list, 'e')} and ${phone}`;
};

interface Entry {
  readonly id: string;
  readonly phone: string;
  readonly reason: string;
  readonly until: string | null;
  readonly expired: boolean;
  readonly by: string;
  readonly createdAt: Date;
  readonly callId: string | null;
  readonly wish: boolean;
}

/** Newest first; one row more than asked for tells that there are more. */
export const listEntries = async (
  db: UnscopedDb,
  list: NumberList,
  filter: PhoneSearch,
  { after, offset, limit }: { readonly after: string | null; readonly offset: number; readonly limit: number },
): Promise<readonly Entry[]> => {
  const said = list.of === 'blacklist' ? sql`e.call_id, e.wish` : sql`null as call_id, false as wish`;
  const further = after === null ? sql`true` : sql`e.id < ${after}`;
  const { rows } = await sql<Entry>`
    select e.id, e.phone, e.reason, e.created_at, coalesce(person.name, '') as by, ${said},
      ((e.expires_at at time zone ${zoneOf(list)}) - interval '1 day')::date::text as until,
      coalesce(e.expires_at <= now(), false) as expired
    from ${tableOf(list)} e
      left join employee person on person.merchant_id = ${list.merchantId} and person.id = e.added_by
    where ${found(list, filter)} and ${further} order by e.id desc limit ${limit + 1} offset ${offset}`.execute(db);
  return rows;
};

/** How many there are, exact to `bound`; one more than it says that there are more. */
export const countEntries = async (
  db: UnscopedDb,
  list: NumberList,
  filter: PhoneSearch,
  bound: number,
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from ${tableOf(list)} e where ${found(list, filter)} limit ${bound + 1}) counted`.execute(db);
  return rows[0]?.n ?? 0;
};
