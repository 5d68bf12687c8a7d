import type { ConsentSource } from '@lianxian/contract';
import { isPracticeNumber, type PhoneSearch } from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** What somebody consented to, as it is noted. */
interface NewConsent {
  readonly phone: string;
  readonly source: ConsentSource;
  readonly proof: string;
  /** A file of the merchant's that proves it. */
  readonly fileId?: string | null;
  /** Its first and last day in the merchant's zone; null: from now, for ever. */
  readonly from: string | null;
  readonly until: string | null;
}

const zoneOf = (merchant: RawBuilder<unknown> | string) => sql`(select zone from merchant where id = ${merchant})`;

const holds = sql`c.withdrawn_at is null and c.from_at <= now() and (c.until_at is null or c.until_at > now())`;

/**
 * Notes consents, and answers whose are new. Whoever has one that is not withdrawn and lasts as long keeps that: a sheet
 * read twice makes no second record. In the order of the numbers.
 */
export const insertConsents = async (
  tx: UnscopedDb,
  merchantId: string,
  consents: readonly NewConsent[],
  { addedBy, importId = null }: { readonly addedBy: string; readonly importId?: string | null },
): Promise<ReadonlySet<string>> => {
  if (consents.length === 0) return new Set();
  const sorted = consents.toSorted((one, other) => (one.phone < other.phone ? -1 : 1));
  const { rows } = await sql<{ phone: string }>`
    with given as (
      select n.phone, n.source, n.proof, n.file_id, coalesce(n.from_day::date::timestamp at time zone ${zoneOf(merchantId)}, now()) as from_at,
        (n.until_day::date + 1)::timestamp at time zone ${zoneOf(merchantId)} as until_at
      from unnest(${sorted.map(one => one.phone)}::text[], ${sorted.map(one => one.source)}::text[],
        ${sorted.map(one => one.proof)}::text[], ${sorted.map(one => one.from)}::text[],
        ${sorted.map(one => one.until)}::text[], ${sorted.map(one => one.fileId ?? null)}::bigint[])
        n(phone, source, proof, from_day, until_day, file_id))
    insert into consent (merchant_id, phone, source, proof, file_id, from_at, until_at, added_by, import_id)
    select ${merchantId}, phone, source, proof, file_id, from_at, until_at, ${addedBy}::bigint, ${importId}::bigint from given
    where not exists (select from consent c where c.merchant_id = ${merchantId} and c.phone = given.phone
      and c.withdrawn_at is null and c.from_at <= given.from_at
      and coalesce(c.until_at, 'infinity') >= coalesce(given.until_at, 'infinity'))
    returning phone`.execute(tx);
  return new Set(rows.map(({ phone }) => phone));
};

/** In a statement of somebody else's that knows the merchant's row by this name: may this number be called as far as consent goes? */
export const consents = (merchant: string, phone: RawBuilder<unknown>) => sql<boolean>`
  (not ${sql.ref(`${merchant}.consent_required`)} or exists (select from consent c
    where c.merchant_id = ${sql.ref(`${merchant}.id`)} and c.phone = ${phone} and ${holds}))`;

/** Those of `phones` that lack the consent their merchant asks for; none where it asks for none. One query. */
export const withoutConsent = async (
  db: UnscopedDb,
  merchantId: string,
  phones: readonly string[],
): Promise<ReadonlySet<string>> => {
  // Nobody answers a practice number.
  const people = phones.filter(phone => !isPracticeNumber(phone));
  if (people.length === 0) return new Set();
  const { rows } = await sql<{ phone: string }>`
    select asked.phone from unnest(${people}::text[]) asked(phone), merchant m
    where m.id = ${merchantId} and not ${consents('m', sql`asked.phone`)}`.execute(db);
  return new Set(rows.map(({ phone }) => phone));
};

/** A wish not to be called again ends what was consented to. */
export const withdrawByCall = async (
  tx: UnscopedDb,
  { merchantId, phone, call }: { readonly merchantId: string; readonly phone: string; readonly call: string },
): Promise<void> => {
  await sql`
    update consent set withdrawn_at = now(), withdrawn_by = 'call', withdrawn_call = ${call}
    where merchant_id = ${merchantId} and phone = ${phone} and withdrawn_at is null`.execute(tx);
};

/** The number whose consent is withdrawn now; undefined where there is none to withdraw. */
export const withdrawByPerson = (
  tx: MerchantDb,
  id: string,
  { why, employeeId }: { readonly why: string; readonly employeeId: string },
) =>
  tx
    .updateTable('consent')
    .set({
      withdrawnAt: sql<Date>`now()`,
      withdrawnBy: 'person',
      withdrawnWhy: why,
      withdrawnEmployee: employeeId,
    })
    .where('consent.id', '=', id)
    .where('consent.withdrawnAt', 'is', null)
    .returning('consent.phone')
    .executeTakeFirst();

/** Removes some of what an import noted and nobody has withdrawn since; how many. */
export const deleteImportedConsents = async (
  tx: UnscopedDb,
  merchantId: string,
  importId: string,
  limit: number,
): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    delete from consent where merchant_id = ${merchantId} and id in (
      select c.id from consent c where c.merchant_id = ${merchantId} and c.import_id = ${importId}
        and c.withdrawn_at is null limit ${limit})`.execute(tx);
  return Number(numAffectedRows);
};

export interface ConsentRow {
  readonly id: string;
  readonly phone: string;
  readonly source: ConsentSource;
  readonly proof: string;
  readonly fileKey: string | null;
  readonly fileName: string;
  readonly from: string;
  readonly until: string | null;
  readonly state: 'holds' | 'later' | 'over' | 'withdrawn';
  readonly withdrawnAt: Date | null;
  readonly withdrawnBy: 'call' | 'person' | null;
  readonly withdrawnWhy: string;
  readonly withdrawnCall: string | null;
  readonly withdrawnName: string;
  readonly by: string;
  readonly createdAt: Date;
}

const found = (merchantId: string, filter: PhoneSearch) => {
  const own = sql`c.merchant_id = ${merchantId}`;
  if (filter === null) return own;
  return 'is' in filter ? sql`${own} and c.phone = ${filter.is}` : sql`${own} and c.phone like ${`${filter.begins}%`}`;
};

/** Newest first; one row more than asked for tells that there are more. */
export const listConsents = async (
  db: UnscopedDb,
  merchantId: string,
  filter: PhoneSearch,
  { after, offset, limit }: { readonly after: string | null; readonly offset: number; readonly limit: number },
): Promise<readonly ConsentRow[]> => {
  const further = after === null ? sql`true` : sql`c.id < ${after}`;
  const { rows } = await sql<ConsentRow>`
    select c.id, c.phone, c.source, c.proof, file.key as file_key, coalesce(file.name, '') as file_name, c.created_at, coalesce(maker.name, '') as by,
      (c.from_at at time zone m.zone)::date::text as "from",
      ((c.until_at at time zone m.zone) - interval '1 day')::date::text as until,
      case when c.withdrawn_at is not null then 'withdrawn' when c.from_at > now() then 'later'
        when c.until_at <= now() then 'over' else 'holds' end as state,
      c.withdrawn_at, c.withdrawn_by, c.withdrawn_why, c.withdrawn_call, coalesce(other.name, '') as withdrawn_name
    from merchant m join consent c on c.merchant_id = m.id
      left join employee maker on maker.merchant_id = m.id and maker.id = c.added_by
      left join file on file.merchant_id = m.id and file.id = c.file_id
      left join employee other on other.merchant_id = m.id and other.id = c.withdrawn_employee
    where m.id = ${merchantId} and ${found(merchantId, filter)} and ${further}
    order by c.id desc limit ${limit + 1} offset ${offset}`.execute(db);
  return rows;
};

/** How many there are, exact to `bound`; one more than it says that there are more. */
export const countConsents = async (
  db: UnscopedDb,
  merchantId: string,
  filter: PhoneSearch,
  bound: number,
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from consent c where ${found(merchantId, filter)} limit ${bound + 1}) counted`.execute(db);
  return rows[0]?.n ?? 0;
};

export const isRequired = async (db: UnscopedDb, merchantId: string): Promise<boolean> =>
  (await db.selectFrom('merchant').select('consentRequired').where('id', '=', merchantId).executeTakeFirst())
    ?.consentRequired ?? false;

/** What was required before. */
export const setRequired = async (tx: UnscopedDb, merchantId: string, required: boolean): Promise<boolean> => {
  const { rows } = await sql<{ before: boolean }>`
    update merchant m set consent_required = ${required} from (
      select id, consent_required from merchant where id = ${merchantId} for update) was
    where m.id = was.id returning was.consent_required as before`.execute(tx);
  return rows[0]?.before ?? false;
};
