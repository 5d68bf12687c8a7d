import { sql } from 'kysely';
import type { HouseDb, MerchantDb } from '../../platform/db/index.ts';

export interface NewFile {
  /** Below the data folder, `recordings/2026/01/31/7.wav`. */
  readonly path: string;
  /** As the browser saves it. */
  readonly name: string;
  readonly mime: string;
  readonly bytes?: number;
  /** The employee whose it is alone; without it everybody's of the merchant who knows its id. */
  readonly createdBy?: string;
  /** Row and bytes go from then on; without it they stay until their owner removes them. */
  readonly purgeAt?: Date;
}

/** Takes it into the merchant's files; the bytes are there already. Returns its id. */
export const insertFile = async (db: MerchantDb, { purgeAt, createdBy, ...file }: NewFile): Promise<string> =>
  (
    await db
      .insertInto('file', {
        ...file,
        ...(createdBy === undefined ? {} : { created_by: createdBy }),
        ...(purgeAt === undefined ? {} : { purge_at: purgeAt }),
      })
      .returning('file.id')
      .executeTakeFirstOrThrow()
  ).id;

/** The call whose recording it is, where something synthesised sounds in it; null: nothing does, or it is none. */
const synthesisedCall = sql<string | null>`(select call_recording.call_id from call_recording
  where call_recording.merchant_id = file.merchant_id and call_recording.file_id = file.id and call_recording.synthesised)`;

export const findFile = (db: MerchantDb, id: string) =>
  db
    .selectFrom('file')
    .select(['file.id', 'file.path', 'file.name', 'file.mime', 'file.bytes', synthesisedCall.as('synthesisedCall')])
    .where('file.id', '=', id)
    .executeTakeFirst();

const recorded = sql<boolean>`exists (select from call_recording
  where call_recording.merchant_id = file.merchant_id and call_recording.file_id = file.id)`;

/**
 * A file that this employee may have: sheets and exports hold numbers that a colleague may only see masked, and a
 * recording is seen by who sees its call.
 */
export const findFileFor = (db: MerchantDb, id: string, employeeId: string) => {
  const seenCall = db
    .selectFrom('call')
    .innerJoin('call_recording', join =>
      join.onRef('call_recording.merchant_id', '=', 'call.merchant_id').onRef('call_recording.call_id', '=', 'call.id'),
    )
    .select('call.id')
    .where('call_recording.file_id', '=', id);
  return db
    .selectFrom('file')
    .select(['file.id', 'file.path', 'file.name', 'file.mime', synthesisedCall.as('synthesisedCall')])
    .where('file.id', '=', id)
    .where(eb =>
      eb.or([
        eb('file.created_by', '=', employeeId),
        eb.and([eb('file.created_by', 'is', null), eb.or([sql<boolean>`not ${recorded}`, eb.exists(seenCall)])]),
      ]),
    )
    .executeTakeFirst();
};

/** The call a recording is of; null: of none. `unseen`: of one that its viewer does not see. */
export const callOfRecording = async (db: MerchantDb, fileId: string): Promise<string | 'unseen' | null> => {
  const recording = await db
    .selectFrom('call_recording')
    .select('call_recording.call_id')
    .where('call_recording.file_id', '=', fileId)
    .executeTakeFirst();
  if (recording === undefined) return null;
  const call = await db
    .selectFrom('call')
    .select('call.id')
    .where('call.id', '=', recording.call_id)
    .executeTakeFirst();
  return call?.id ?? 'unseen';
};

/** Keeps an upload that is about to be used; false when it is not there, no upload, or another's. */
export const keepUpload = async (db: MerchantDb, id: string, employeeId: string, purgeAt: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('file')
    .set({ purge_at: sql<Date>`greatest(file.purge_at, ${purgeAt})` })
    .where('file.id', '=', id)
    .where('file.created_by', '=', employeeId)
    .where('file.purge_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** An upload of this employee that is not purged yet. */
export const findUpload = (db: MerchantDb, id: string, employeeId: string) =>
  db
    .selectFrom('file')
    .select(['file.id', 'file.path', 'file.name'])
    .where('file.id', '=', id)
    .where('file.created_by', '=', employeeId)
    .where('file.purge_at', 'is not', null)
    .executeTakeFirst();

export const filesToPurge = (db: HouseDb, at: Date, limit: number) =>
  db.selectFrom('file').select(['merchant_id', 'id', 'path']).where('purge_at', '<', at).limit(limit).execute();

/** Which of these paths are of files that will be purged, or used before. */
export const passingFiles = async (db: HouseDb, paths: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('file')
    .select('path')
    .where('purge_at', 'is not', null)
    .where('path', '=', sql<string>`any(${[...paths]}::text[])`)
    .execute();
  return new Set(rows.map(({ path }) => path));
};

export const removeFile = async (db: HouseDb, merchantId: string, id: string): Promise<void> => {
  await db.deleteFrom('file').where('merchant_id', '=', merchantId).where('id', '=', id).execute();
};
