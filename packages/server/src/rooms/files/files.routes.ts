import { fileEndpoints, wire } from '@lianxian/contract';
import type { FileStore } from '../../platform/files.ts';
import { bind, bindDownload, type Front, refuse } from '../../platform/http/index.ts';
import { findFile } from './files.store.ts';

/** One-file tickets, and the download they open. A file of another merchant is a file that does not exist. */
export const bindFiles = (front: Front, store: FileStore): void => {
  bind(front, fileEndpoints.ticket, async ({ fileId }, { db, session, at }) => {
    if ((await findFile(db, fileId)) === undefined) throw refuse('notFound', { what: '文件' });
    const ticket = front.tickets.issue({ kind: 'file', merchantId: session.merchantId, subject: fileId }, at);
    return { url: `${wire.download}${fileId}?ticket=${ticket}` };
  });
  bindDownload(front, async (db, fileId) => {
    const file = await findFile(db, fileId);
    if (file === undefined) return null;
    const found = await store.look(file.path);
    return found && { ...found, name: file.name, mime: file.mime };
  });
};
