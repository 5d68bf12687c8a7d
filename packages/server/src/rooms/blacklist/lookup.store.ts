import type { BlacklistName } from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

interface Listed {
  readonly list: BlacklistName;
  /** The row that says so. */
  readonly entry: string;
}

interface Asked {
  readonly merchant: RawBuilder<unknown> | string;
  /** Of which task's list beside; null: none. */
  readonly task: RawBuilder<unknown> | string | null;
}

const counts = (table: string) =>
  sql`(${sql.ref(`${table}.expires_at`)} is null or ${sql.ref(`${table}.expires_at`)} > now())`;

/** Entries of every list that holds for a task, by its own index each; `isAsked` says which numbers. */
const entries = ({ merchant, task }: Asked, isAsked: (phone: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
  select s.phone, s.id as entry, case when s.trade_id is null then 'platform' else 'trade' end as list,
    case when s.trade_id is null then 0 else 1 end as rank
  from shared_blacklist s where ${isAsked(sql`s.phone`)} and ${counts('s')}
    and (s.trade_id is null or s.trade_id in (select t.trade_id from merchant_trade t where t.merchant_id = ${merchant}))
  union all
  select b.phone, b.id, case when b.task_id is null then 'merchant' else 'task' end, case when b.task_id is null then 2 else 3 end
  from blacklist b where b.merchant_id = ${merchant} and ${isAsked(sql`b.phone`)} and ${counts('b')}
    and (b.task_id is null or b.task_id = ${task}::bigint)`;

/** In a statement of somebody else's: the name of the list that says no to this number; null: none does. */
export const blacklistOf = (asked: Asked, phone: RawBuilder<unknown>) =>
  sql<BlacklistName | null>`(select listed.list from (${entries(asked, known => sql`${known} = ${phone}`)}) listed
    order by listed.rank limit 1)`;

/** Likewise: whether this number is exempt from caps. */
export const isWhite = (merchant: RawBuilder<unknown> | string, phone: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from whitelist w where w.merchant_id = ${merchant} and w.phone = ${phone} and ${counts('w')})`;

/** Those of `phones` to which a list says no. One query; give at most 20,000 of them. */
export const blacklisted = async (
  db: UnscopedDb,
  { merchantId, taskId = null }: { readonly merchantId: string; readonly taskId?: string | null },
  phones: readonly string[],
): Promise<ReadonlyMap<string, Listed>> => {
  if (phones.length === 0) return new Map();
  const asked = { merchant: merchantId, task: taskId };
  const { rows } = await sql<Listed & { phone: string }>`
    select listed.phone, listed.list, listed.entry
    from (${entries(asked, phone => sql`${phone} = any(${[...phones]}::text[])`)}) listed
    order by listed.rank desc`.execute(db);
  // The outermost comes last, and stays.
  return new Map(rows.map(({ phone, list, entry }) => [phone, { list, entry }]));
};
