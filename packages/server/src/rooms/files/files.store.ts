import { sql } from 'kysely';
import type { HouseDb, MerchantDb } from '../../platform/db/index.ts';

export interface NewFile {
  /** Below the data folder, `recordings/2026/01/31/7.wav`. */
  readonly path: string;
  /** As the browser saves it. */
  readonly name: string;
  readonly mime: string;
  readonly bytes?: number;
  /** Row and bytes go from then on; without it they stay until their owner removes them. */
  readonly purgeAt?: Date;
}

/** Takes it into the merchant's files; the bytes are there already. Returns its id. */
export const insertFile = async (db: MerchantDb, { purgeAt, ...file }: NewFile): Promise<string> =>
  (
    await db
      .insertInto('file', { ...file, ...(purgeAt === undefined ? {} : { purge_at: purgeAt }) })
      .returning('file.id')
      .executeTakeFirstOrThrow()
  ).id;

export const findFile = (db: MerchantDb, id: string) =>
  db
    .selectFrom('file')
    .select(['file.id', 'file.path', 'file.name', 'file.mime', 'file.bytes'])
    .where('file.id', '=', id)
    .executeTakeFirst();

/** Keeps an upload that is about to be used; false when it is not there, or no upload. */
export const keepUpload = async (db: MerchantDb, id: string, purgeAt: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('file')
    .set({ purge_at: sql<Date>`greatest(file.purge_at, ${purgeAt})` })
    .where('file.id', '=', id)
    .where('file.purge_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** An upload that is not purged yet. */
export const findUpload = (db: MerchantDb, id: string) =>
  db
    .selectFrom('file')
    .select(['file.id', 'file.path', 'file.name'])
    .where('file.id', '=', id)
    .where('file.purge_at', 'is not', null)
    .executeTakeFirst();

export const filesToPurge = (db: HouseDb, at: Date, limit: number) =>
  db.selectFrom('file').select(['merchant_id', 'id', 'path']).where('purge_at', '<', at).limit(limit).execute();

export const removeFile = async (db: HouseDb, merchantId: string, id: string): Promise<void> => {
  await db.deleteFrom('file').where('merchant_id', '=', merchantId).where('id', '=', id).execute();
};
