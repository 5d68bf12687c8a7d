import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** Merchants that are to be deleted. What removes their rows are functions of the database, which ask whether it is due. */

export interface Deletion {
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly dueAt: Date;
}

const pending = (db: UnscopedDb) =>
  db
    .selectFrom('merchantDeletion as d')
    .innerJoin('employee as e', join => join.onRef('e.merchantId', '=', 'd.merchantId').onRef('e.id', '=', 'd.askedBy'))
    .where('d.doneAt', 'is', null);

export const deletionOf = async (db: UnscopedDb, merchantId: string): Promise<Deletion | null> =>
  (await pending(db)
    .select(['e.name as askedBy', 'd.askedAt', 'd.dueAt'])
    .where('d.merchantId', '=', merchantId)
    .executeTakeFirst()) ?? null;

/** The next one first. */
export const pendingDeletions = (db: UnscopedDb, limit: number) =>
  pending(db)
    .innerJoin('merchant as m', 'm.id', 'd.merchantId')
    .select(['m.id', 'm.number', 'm.name', 'e.name as askedBy', 'd.askedAt', 'd.dueAt'])
    .orderBy('d.dueAt')
    .orderBy('m.id')
    .limit(limit)
    .execute();

/** How the merchant is called where it is told of; '' when nothing is to be taken back. */
export const pendingNumber = async (db: UnscopedDb, merchantId: string): Promise<string> => {
  const row = await pending(db)
    .innerJoin('merchant as m', 'm.id', 'd.merchantId')
    .select('m.number')
    .where('d.merchantId', '=', merchantId)
    .executeTakeFirst();
  return row?.number ?? '';
};

/** The first who asked stays the one; when it is due then. */
export const insertDeletion = async (
  tx: MerchantDb,
  row: { readonly askedBy: string; readonly askedAt: Date; readonly dueAt: Date },
): Promise<boolean> =>
  (await tx
    .insertInto('merchantDeletion', row)
    .onConflict(conflict => conflict.column('merchantId').doNothing())
    .returning('merchantDeletion.merchantId')
    .executeTakeFirst()) !== undefined;

/** False when there was none, or it is due already. */
export const dropDeletion = async (tx: UnscopedDb, merchantId: string, at: Date): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('merchantDeletion')
    .where('merchantId', '=', merchantId)
    .where('doneAt', 'is', null)
    .where('dueAt', '>', at)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export const dueDeletions = (db: UnscopedDb, at: Date, limit: number) =>
  db
    .selectFrom('merchantDeletion')
    .innerJoin('merchant', 'merchant.id', 'merchantDeletion.merchantId')
    .select(['merchant.id', 'merchant.number'])
    .where('dueAt', '<=', at)
    .where('doneAt', 'is', null)
    .orderBy('dueAt')
    .limit(limit)
    .execute();

/** Nobody signs in to it, and nothing of it is dialled. */
export const shutMerchant = async (tx: UnscopedDb, merchantId: string): Promise<void> => {
  await tx.updateTable('merchant').set({ active: false }).where('id', '=', merchantId).execute();
};

export const hasLiveCalls = async (db: UnscopedDb, merchantId: string): Promise<boolean> =>
  (await db
    .selectFrom('call')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('stage', '<>', 'ended')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** The next files of a merchant, by their ids. */
export const nextFiles = (db: UnscopedDb, merchantId: string, after: string, limit: number) =>
  db
    .selectFrom('file')
    .select(['id', 'path'])
    .where('merchantId', '=', merchantId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

export const forgottenTables = async (db: UnscopedDb): Promise<readonly string[]> =>
  (await sql<{ name: string }>`select name from forgotten_tables()`.execute(db)).rows.map(({ name }) => name);

/** How many rows went; null: rows that name them are there still. */
export const forgetRows = async (
  db: UnscopedDb,
  merchantId: string,
  table: string,
  most: number,
): Promise<number | null> => {
  try {
    const { rows } = await sql<{
      n: number;
    }>`select forget_rows(${merchantId}::bigint, ${table}::text, ${most}::int) as n`.execute(db);
    return rows[0]?.n ?? 0;
  } catch (error) {
    if ((error as { code?: string }).code === FOREIGN_KEY) return null;
    throw error;
  }
};
const FOREIGN_KEY = '23503';

/** Of the merchant and its people, whom rows that stay name. */
export const forgetNames = async (db: UnscopedDb, merchantId: string): Promise<void> => {
  await sql`select forget_names(${merchantId}::bigint)`.execute(db);
};

export const endDeletion = async (tx: UnscopedDb, merchantId: string, at: Date): Promise<void> => {
  await tx.updateTable('merchantDeletion').set({ doneAt: at }).where('merchantId', '=', merchantId).execute();
};
