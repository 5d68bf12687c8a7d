import type { FileKind } from '@lianxian/contract';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { plainName } from './files.policy.ts';

export interface NewFile {
  /** What it is: that decides who may have it. */
  readonly kind: FileKind;
  /** Below the data folder, `recordings/2026/01/31/7.wav`. */
  readonly path: string;
  /** As the browser saves it. */
  readonly name: string;
  readonly mime: string;
  readonly bytes?: number;
  /** The employee whose it is alone; a recording is its call's. */
  readonly createdBy?: string;
  /** Row and bytes go from then on; without it they stay until their owner removes them. */
  readonly purgeAt?: Date;
}

/** Its name in the house, and the one on the wire, which nobody can guess. */
export interface FileNames {
  readonly id: string;
  readonly key: string;
}

/** Takes it into the merchant's files; the bytes are there already. */
export const insertFile = (db: MerchantDb, { purgeAt, createdBy, ...file }: NewFile): Promise<FileNames> =>
  db
    .insertInto('file', {
      ...file,
      name: plainName(file.name),
      ...(createdBy === undefined ? {} : { createdBy }),
      ...(purgeAt === undefined ? {} : { purgeAt }),
    })
    .returning(['file.id', 'file.key'])
    .executeTakeFirstOrThrow();

/** The call whose recording it is, where something synthesised sounds in it; null: nothing does, or it is none. */
const synthesisedCall = sql<string | null>`(select call_recording.call_id from call_recording
  where call_recording.merchant_id = file.merchant_id and call_recording.file_id = file.id and call_recording.synthesised)`;

const shown = [
  'file.id',
  'file.key',
  'file.kind',
  'file.path',
  'file.name',
  'file.mime',
  'file.bytes',
  'file.createdBy',
] as const;

/** By the name it has in the house. */
export const findFile = (db: MerchantDb, id: string) =>
  db.selectFrom('file').select(shown).where('file.id', '=', id).executeTakeFirst();

/** By the name it has on the wire; who may have it is `mayHave`'s to say. */
export const findNamed = (db: MerchantDb, key: string) =>
  db
    .selectFrom('file')
    .select([...shown, synthesisedCall.as('synthesisedCall')])
    .where('file.key', '=', key)
    .executeTakeFirst();

/** The call a recording is of, as its viewer finds it; null: there is none, or it is out of their scope. */
export const seenCallOf = async (db: MerchantDb, fileId: string) => {
  const call = await db
    .selectFrom('call')
    .innerJoin('merchant', 'merchant.id', 'call.merchantId')
    .innerJoin('callRecording', join =>
      join.onRef('callRecording.merchantId', '=', 'call.merchantId').onRef('callRecording.callId', '=', 'call.id'),
    )
    .select(['call.id', 'call.phone', 'call.level'])
    .select(sql<string>`to_char(call.placed_at at time zone merchant.zone, 'YYYYMMDD-HH24MISS')`.as('began'))
    .where('callRecording.fileId', '=', fileId)
    .where('call.removedAt', 'is', null)
    .executeTakeFirst();
  return call ?? null;
};

/** Keeps a sheet that is about to be used; undefined when it is not there, no sheet, or another's. */
export const keepUpload = (db: MerchantDb, key: string, employeeId: string, purgeAt: Date) =>
  db
    .updateTable('file')
    .set({ purgeAt: sql<Date>`greatest(file.purge_at, ${purgeAt})` })
    .where('file.key', '=', key)
    .where('file.kind', '=', 'sheet')
    .where('file.createdBy', '=', employeeId)
    .where('file.purgeAt', 'is not', null)
    .returning(['file.id', 'file.path', 'file.name'])
    .executeTakeFirst();

/** Keeps a proof that one has uploaded for as long as what names it; undefined when it is not there, or another's. */
export const keepProof = (db: MerchantDb, key: string, employeeId: string) =>
  db
    .updateTable('file')
    .set({ purgeAt: null })
    .where('file.key', '=', key)
    .where('file.kind', '=', 'proof')
    .where('file.createdBy', '=', employeeId)
    .returning(['file.id', 'file.name'])
    .executeTakeFirst();

/** A sheet that was used: it goes with the next purge. */
export const letGoUpload = async (db: MerchantDb, id: string): Promise<void> => {
  await db
    .updateTable('file')
    .set({ purgeAt: sql<Date>`now()` })
    .where('file.id', '=', id)
    .where('file.kind', '=', 'sheet')
    .execute();
};

export const filesToPurge = (db: UnscopedDb, at: Date, limit: number) =>
  db.selectFrom('file').select(['merchantId', 'id', 'path']).where('purgeAt', '<', at).limit(limit).execute();

/** Which of these paths are of files that will be purged, or used before. */
export const passingFiles = async (db: UnscopedDb, paths: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('file')
    .select('path')
    .where('purgeAt', 'is not', null)
    .where('path', '=', sql<string>`any(${[...paths]}::text[])`)
    .execute();
  return new Set(rows.map(({ path }) => path));
};

export const removeFile = async (db: UnscopedDb, merchantId: string, id: string): Promise<void> => {
  await db.deleteFrom('file').where('merchantId', '=', merchantId).where('id', '=', id).execute();
};
