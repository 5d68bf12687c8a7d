import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/** What is due in the libraries of all merchants. */

/** Next steps whose time has come, told from now on: to the owner, else to who said it. */
export const dueSteps = async (tx: UnscopedDb, at: Date, limit: number) =>
  (
    await sql<{ merchantId: string; id: string; people: string[]; name: string; text: string }>`
    with due as (select merchant_id, id from customer
      where removed_at is null and next_at <= ${at} and next_told_at is null order by next_at limit ${limit} for update skip locked)
    update customer set next_told_at = ${at} from due
    where customer.merchant_id = due.merchant_id and customer.id = due.id
    returning customer.merchant_id::text, customer.id::text, customer.name, customer.next_text as text,
      array_remove(array[coalesce(customer.owner_id, customer.next_by)::text], null) as people`.execute(tx)
  ).rows;

export const merchantsThatReturn = async (db: UnscopedDb) =>
  (
    await sql<{ merchantId: string; returnDays: number; warnDays: number }>`
    select merchant_id::text, return_days, warn_days from customer_settings where return_days > 0`.execute(db)
  ).rows;

interface Returning {
  readonly merchantId: string;
  readonly returnDays: number;
  readonly warnDays: number;
}

/** Nobody spoke to them, and they are nobody else's, since. Closed deals stay whose they are. */
const idleSince = (before: Date) => sql`removed_at is null and owner_id is not null and cate_type <> 9
  and greatest(moved_at, coalesce(spoken_at, moved_at)) <= ${before}`;
const DAY_MS = 86_400_000;
const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * DAY_MS);

/** By owner, those that go back within the days of warning and of whom nothing was said; told from now on. */
export const toWarn = async (
  tx: UnscopedDb,
  { merchantId, returnDays, warnDays }: Returning,
  at: Date,
  limit: number,
) =>
  (
    await sql<{ ownerId: string; n: number }>`
    with due as (select merchant_id, id from customer where merchant_id = ${merchantId}
      and ${idleSince(daysBefore(at, Math.max(0, returnDays - warnDays)))} and warned_at is null
      order by id limit ${limit} for update skip locked),
    told as (update customer set warned_at = ${at} from due
      where customer.merchant_id = due.merchant_id and customer.id = due.id returning customer.owner_id)
    select owner_id::text, count(*)::int as n from told group by 1`.execute(tx)
  ).rows;

/** Whom nobody spoke to in time. Where there is a warning, it was given. */
export const dueToReturn = async (
  tx: UnscopedDb,
  { merchantId, returnDays, warnDays }: Returning,
  at: Date,
  limit: number,
) =>
  (
    await sql<{ id: string }>`
    select id::text from customer where merchant_id = ${merchantId} and ${idleSince(daysBefore(at, returnDays))}
      and (${warnDays}::int = 0 or warned_at <= ${daysBefore(at, warnDays)})
    order by id limit ${limit} for update skip locked`.execute(tx)
  ).rows.map(({ id }) => id);
