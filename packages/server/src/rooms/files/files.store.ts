import type { MerchantDb } from '../../platform/db/index.ts';

export interface NewFile {
  /** Below the data folder, `recordings/2026/01/31/7.wav`. */
  readonly path: string;
  /** As the browser saves it. */
  readonly name: string;
  readonly mime: string;
}

/** Takes it into the merchant's files; the bytes are there already. Returns its id. */
export const insertFile = async (db: MerchantDb, file: NewFile): Promise<string> =>
  (await db.insertInto('file', file).returning('file.id').executeTakeFirstOrThrow()).id;

export const findFile = (db: MerchantDb, id: string) =>
  db
    .selectFrom('file')
    .select(['file.id', 'file.path', 'file.name', 'file.mime'])
    .where('file.id', '=', id)
    .executeTakeFirst();
