import type { AbroadWay } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { liveOnRoot } from '../lines/index.ts';

/** A line itself, and the rows by which others have it. */
export interface RootLine {
  readonly merchantId: string;
  readonly id: string;
  readonly name: string;
  readonly channels: number;
  readonly live: number;
  readonly abroad: AbroadWay;
}

/** Undefined: it is not this merchant's own, or was removed; the practice line is nobody's to lend. */
export const findOwn = async (db: UnscopedDb, merchantId: string, lineId: string): Promise<RootLine | undefined> => {
  const { rows } = await sql<RootLine>`
    select root.merchant_id, root.id, root.name, root.channels, root.abroad, ${liveOnRoot(sql`root`)} as live from line root
    where root.merchant_id = ${merchantId} and root.id = ${lineId} and root.lender_id is null and not root.practice
      and root.removed_at is null`.execute(db);
  return rows[0];
};

const loans = (db: UnscopedDb, root: RootLine) =>
  db
    .selectFrom('line')
    .innerJoin('merchant', 'merchant.id', 'line.merchantId')
    .where('line.lenderId', '=', root.merchantId)
    .where('line.lenderLineId', '=', root.id)
    .where('line.removedAt', 'is', null);

const letsAbroad = sql<boolean>`line.abroad <> 'none'`.as('abroad');

export const listLoans = (db: UnscopedDb, root: RootLine, page: { readonly offset: number; readonly limit: number }) =>
  loans(db, root)
    .select(['merchant.number as cid', 'merchant.name as merchant', 'line.name', 'line.channels', 'line.billUnitS'])
    .select(letsAbroad)
    .select([
      sql<string>`trim_scale(line.price_per_minute)::text`.as('pricePerMinute'),
      sql<number>`(select coalesce(sum(c.legs), 0)::int from call c
        where c.merchant_id = line.merchant_id and c.line_id = line.id and c.stage <> 'ended')`.as('live'),
    ])
    .orderBy('line.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute();

export const countLoans = async (db: UnscopedDb, root: RootLine): Promise<number> => {
  const { total } = await loans(db, root)
    .select(eb => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
};

export interface Terms {
  readonly name: string;
  readonly channels: number;
  readonly pricePerMinute: string;
  readonly billUnitS: 6 | 60;
  /** `none`: no numbers abroad; else as the line itself calls them. */
  readonly abroad: AbroadWay;
}

/** What a merchant has of the line; undefined: nothing. */
export const findLoan = (db: MerchantDb, root: RootLine) =>
  db
    .selectFrom('line')
    .where('line.lenderId', '=', root.merchantId)
    .where('line.lenderLineId', '=', root.id)
    .where('line.removedAt', 'is', null)
    .select(['line.id', 'line.name', 'line.channels', 'line.billUnitS', 'line.abroad'])
    .select(sql<string>`trim_scale(line.price_per_minute)::text`.as('pricePerMinute'))
    .executeTakeFirst();

export const changeLoan = async (db: MerchantDb, id: string, terms: Terms): Promise<void> => {
  await db.updateTable('line').set(terms).where('line.id', '=', id).execute();
};

/** With a port as wide as itself, so that a task can call over it at once. */
export const insertLoan = async (db: MerchantDb, root: RootLine, terms: Terms): Promise<string> => {
  const { name, channels } = terms;
  const owned = { lenderId: root.merchantId, lenderLineId: root.id };
  const empty = { address: '', username: '', passwordSealed: null, recogniserId: null, removedAt: null };
  const { id } = await db
    .insertInto('line', { ...terms, ...owned, ...empty })
    .returning('line.id')
    .executeTakeFirstOrThrow();
  await db.insertInto('port', { lineId: id, name, callerNumber: '', channels, removedAt: null }).execute();
  return id;
};

export const endLoan = async (db: MerchantDb, id: string, at: Date): Promise<void> => {
  await db.updateTable('line').set({ removedAt: at }).where('line.id', '=', id).execute();
  await db
    .updateTable('port')
    .set({ removedAt: at })
    .where('port.lineId', '=', id)
    .where('port.removedAt', 'is', null)
    .execute();
};
