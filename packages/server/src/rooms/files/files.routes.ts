import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileEndpoints, uploadEndpoints, wire } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bind, bindDownload, bindUpload, type Front, refuse } from '../../platform/http/index.ts';
import { sniffSheet } from '../../platform/sheets/index.ts';
import { later } from '../../platform/time.ts';
import { type AuditBy, auditBy, recordAudit } from '../audit/index.ts';
import { callOfRecording, findFile, findFileFor, insertFile } from './files.store.ts';

/** An upload that nobody uses is gone the next day. */
const UNUSED_MS = 86_400_000;
const mimes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  text: 'text/plain; charset=utf-8',
} as const;

/** `file/uploadSheet`: kept when its bytes are a sheet, whatever its name. */
const bindSheetUpload = (front: Front, files: FileStore): void =>
  bindUpload(
    front,
    uploadEndpoints.sheet,
    {
      files,
      pathFor: ({ session }, extension) => join('uploads', session.merchantId, `${randomUUID()}.${extension}`),
    },
    async ({ path, name, bytes }, { db, session, at }) => {
      const mime = mimes[await sniffSheet(files.pathOf(path))];
      const upload = { path, name, mime, bytes, createdBy: session.employeeId, purgeAt: later(at, UNUSED_MS) };
      const fileId = await insertFile(db, upload);
      return { fileId, name, bytes };
    },
  );

/**
 * A recording is as visible as its call, and whoever hears it, or takes it along, is in the audit. `by` null: it was
 * noted already.
 */
const mayOpen = async (db: MerchantDb, file: StoredRow, by: AuditBy | null): Promise<boolean> => {
  if (!file.path.startsWith('recordings/')) return true;
  const call = await callOfRecording(db, file.id);
  if (call === 'unseen') return false;
  if (by !== null) await recordAudit(db, { action: 'recording.open', target: call ?? file.id, name: file.name }, by);
  return true;
};
type StoredRow = { readonly id: string; readonly path: string; readonly name: string };

/** One-file tickets, and the download they open. A file of another merchant, or a colleague's own, does not exist. */
export const bindFiles = (front: Front, store: FileStore): void => {
  bindSheetUpload(front, store);
  bind(front, fileEndpoints.ticket, async ({ fileId }, context) => {
    const { db, session, at } = context;
    const file = await findFileFor(db, fileId, session.employeeId);
    if (file === undefined || !(await mayOpen(db, file, auditBy(context)))) throw refuse('notFound', { what: '文件' });
    const ticket = front.tickets.issue({ kind: 'file', merchantId: session.merchantId, subject: fileId }, at);
    return { url: `${wire.download}${fileId}?ticket=${ticket}` };
  });
  bindDownload(front, async (db, fileId, by) => {
    // A ticket was given to who may have it, and noted then.
    const file = await (by === null ? findFile(db, fileId) : findFileFor(db, fileId, by.employeeId));
    if (file === undefined) return null;
    const isSeen = by === null || (await mayOpen(db, file, by.isFirst ? auditBy(by, by.employeeId) : null));
    if (!isSeen) return null;
    const found = await store.look(file.path);
    return found && { ...found, name: file.name, mime: file.mime };
  });
};
