import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileEndpoints, uploadEndpoints, wire } from '@lianxian/contract';
import type { FileStore } from '../../platform/files.ts';
import { bind, bindDownload, bindUpload, type Front, refuse } from '../../platform/http/index.ts';
import { sniffSheet } from '../../platform/sheets/index.ts';
import { later } from '../../platform/time.ts';
import { findFile, findFileFor, insertFile } from './files.store.ts';

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

/** One-file tickets, and the download they open. A file of another merchant, or a colleague's own, does not exist. */
export const bindFiles = (front: Front, store: FileStore): void => {
  bindSheetUpload(front, store);
  bind(front, fileEndpoints.ticket, async ({ fileId }, { db, session, at }) => {
    if ((await findFileFor(db, fileId, session.employeeId)) === undefined) throw refuse('notFound', { what: '文件' });
    const ticket = front.tickets.issue({ kind: 'file', merchantId: session.merchantId, subject: fileId }, at);
    return { url: `${wire.download}${fileId}?ticket=${ticket}` };
  });
  bindDownload(front, async (db, fileId, employeeId) => {
    // A ticket was given to who may have it.
    const file = await (employeeId === null ? findFile(db, fileId) : findFileFor(db, fileId, employeeId));
    if (file === undefined) return null;
    const found = await store.look(file.path);
    return found && { ...found, name: file.name, mime: file.mime };
  });
};
