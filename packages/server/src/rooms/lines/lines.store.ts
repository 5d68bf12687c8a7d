import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

export interface LineFields {
  readonly name: string;
  readonly address: string;
  readonly username: string;
  readonly callerNumber: string;
  /** Live calls at once; the column's default without it, as with the rate. */
  readonly channels?: number;
  readonly callsPerSecond?: number;
}

const columns = [
  'line.id',
  'line.name',
  'line.address',
  'line.username',
  'line.password_sealed',
  'line.caller_number',
  'line.practice',
  'line.channels',
  'line.calls_per_second',
] as const;
const price = sql<string>`trim_scale(line.price_per_minute)::text`.as('price_per_minute');

const kept = (db: MerchantDb) => db.selectFrom('line').where('line.removed_at', 'is', null);

/** The practice line first, then in the order they were added. */
export const listLines = (db: MerchantDb, page: { offset: number; limit: number }) =>
  kept(db)
    .select(columns)
    .select(price)
    .orderBy('line.practice', 'desc')
    .orderBy('line.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute();

export const countLines = async (db: MerchantDb): Promise<number> => {
  const row = await kept(db)
    .select(eb => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
};

export const findLine = (db: MerchantDb, id: string) =>
  kept(db).select(columns).select(price).where('line.id', '=', id).executeTakeFirst();

const rowOf = (fields: LineFields) => ({
  name: fields.name,
  address: fields.address,
  username: fields.username,
  caller_number: fields.callerNumber,
  ...(fields.channels !== undefined && { channels: fields.channels }),
  ...(fields.callsPerSecond !== undefined && { calls_per_second: fields.callsPerSecond }),
});

export const insertLineRow = async (
  db: MerchantDb,
  fields: LineFields,
  practice: boolean,
): Promise<{ id: string; channels: number }> => {
  const row = { ...rowOf(fields), password_sealed: null, removed_at: null, practice };
  return await db.insertInto('line', row).returning(['line.id', 'line.channels']).executeTakeFirstOrThrow();
};

export const updateLine = async (db: MerchantDb, id: string, fields: LineFields): Promise<void> => {
  await db.updateTable('line').set(rowOf(fields)).where('line.id', '=', id).execute();
};

export const setPassword = async (db: MerchantDb, id: string, sealed: string): Promise<void> => {
  await db.updateTable('line').set({ password_sealed: sealed }).where('line.id', '=', id).execute();
};

/** `yuan`: a minute begun. */
export const setPrice = async (db: MerchantDb, id: string, yuan: string): Promise<void> => {
  await db.updateTable('line').set({ price_per_minute: yuan }).where('line.id', '=', id).execute();
};

export const markRemoved = async (db: MerchantDb, id: string, at: Date): Promise<void> => {
  await db.updateTable('line').set({ removed_at: at }).where('line.id', '=', id).execute();
};
