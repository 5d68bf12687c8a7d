import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { SheetEncoding } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { type OpenSheet, openSheet, pastedSheet } from '../../platform/sheets/index.ts';
import { later } from '../../platform/time.ts';
import { findFile, insertFile } from '../files/index.ts';

/** A job may wait for others; its file stays so long. */
export const SHEET_KEPT_MS = 2 * 86_400_000;
const PASTE_BYTES = 2_000_000;

/** Whose it is. */
interface Paster extends Pick<SignedInContext, 'db' | 'at'> {
  readonly session: Pick<SignedInContext['session'], 'employeeId'>;
}

/** What was pasted becomes a file like any other, so that a job reads it after a crash too; nobody sees its name. */
export const savePaste = async (files: FileStore, text: string, { db, session, at }: Paster): Promise<string> => {
  const path = join('uploads', db.merchantId, `${randomUUID()}.txt`);
  const bytes = Buffer.byteLength(text);
  const file = { kind: 'sheet', path, name: 'pasted.txt', mime: 'text/plain; charset=utf-8', bytes } as const;
  const { id } = await files.spaceFor(db, bytes, async () => {
    await files.write(path, text);
    return insertFile(db, { ...file, createdBy: session.employeeId, purgeAt: later(at, SHEET_KEPT_MS) });
  });
  return id;
};

const readPaste = async (files: FileStore, path: string): Promise<string> => {
  const stored = await files.find(path);
  if (stored === null) throw refuse('uploadGone');
  const parts: Buffer[] = [];
  for await (const part of stored.read(0, Math.min(stored.bytes, PASTE_BYTES))) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
};

/** A sheet that a job reads. */
interface KeptSheet {
  readonly fileId: string;
  /** The file holds what was pasted. */
  readonly pasted: boolean;
  readonly sheet?: number | undefined;
  readonly encoding?: SheetEncoding | undefined;
}

/** @throws uploadGone, and what opening throws. */
export const openKept = async (
  { db, files }: { readonly db: MerchantDb; readonly files: FileStore },
  { fileId, pasted, sheet, encoding }: KeptSheet,
): Promise<OpenSheet> => {
  const file = await findFile(db, fileId);
  if (file === undefined || (await files.find(file.path)) === null) throw refuse('uploadGone');
  if (pasted) return pastedSheet(await readPaste(files, file.path));
  return openSheet(files.pathOf(file.path), { sheet, encoding });
};
