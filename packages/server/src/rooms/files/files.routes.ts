import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileEndpoints, uploadEndpoints, wire } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bind, bindDownload, bindUpload, type Downloader, type Front, refuse } from '../../platform/http/index.ts';
import { sniffSheet } from '../../platform/sheets/index.ts';
import { later } from '../../platform/time.ts';
import { type AuditDeed, auditBy, recordAudit } from '../audit/index.ts';
import { callOfRecording, findFile, findFileFor, insertFile } from './files.store.ts';
import { labelled } from './labelled.ts';

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

/** A player asks for one recording piece by piece: within so long that is one hearing. */
const HEARING_MS = 600_000;
/** Hearings at once; the one that began first is forgotten first. */
const MOST_HEARINGS = 10_000;

/** Notes a hearing once, whichever piece of the file is asked for first. */
const openHearings = () => {
  const begun = new Map<string, number>();
  return async (by: Downloader, fileId: string, note: () => Promise<void>): Promise<void> => {
    const key = `${by.employeeId} ${fileId}`;
    const now = by.at.getTime();
    if (now - (begun.get(key) ?? Number.NEGATIVE_INFINITY) < HEARING_MS) return;
    await note();
    begun.delete(key);
    begun.set(key, now);
    const [oldest] = begun.keys();
    if (begun.size > MOST_HEARINGS && oldest !== undefined) begun.delete(oldest);
  };
};

type StoredRow = { readonly id: string; readonly path: string; readonly name: string };

/**
 * A recording is as visible as its call, and whoever hears it, or takes it along, is in the audit: `note` writes that.
 */
const mayOpen = async (db: MerchantDb, file: StoredRow, note: (deed: AuditDeed) => Promise<void>): Promise<boolean> => {
  if (!file.path.startsWith('recordings/')) return true;
  const call = await callOfRecording(db, file.id);
  if (call === 'unseen') return false;
  await note({ action: 'recording.open', target: call ?? file.id, name: file.name });
  return true;
};

export interface FilesParts {
  readonly files: FileStore;
  /** As the merchant's product is called: who made a synthesised sound. */
  readonly producerOf: (merchantId: string) => Promise<string>;
}

/**
 * One-file tickets, and the download they open. A file of another merchant, or a colleague's own, does not exist; a
 * recording in which a machine speaks says so in its metadata.
 */
export const bindFiles = (front: Front, { files: store, producerOf }: FilesParts): void => {
  const noteHearing = openHearings();
  bindSheetUpload(front, store);
  bind(front, fileEndpoints.ticket, async ({ fileId }, context) => {
    const { db, session, at } = context;
    const file = await findFileFor(db, fileId, session.employeeId);
    if (file === undefined || !(await mayOpen(db, file, deed => recordAudit(db, deed, auditBy(context)))))
      throw refuse('notFound', { what: '文件' });
    const ticket = front.tickets.issue({ kind: 'file', merchantId: session.merchantId, subject: fileId }, at);
    return { url: `${wire.download}${fileId}?ticket=${ticket}` };
  });
  bindDownload(front, async (db, fileId, by) => {
    // A ticket was given to who may have it, and noted then.
    const file = await (by === null ? findFile(db, fileId) : findFileFor(db, fileId, by.employeeId));
    if (file === undefined) return null;
    const isSeen =
      by === null ||
      (await mayOpen(db, file, deed =>
        noteHearing(by, fileId, () => recordAudit(db, deed, auditBy(by, by.employeeId))),
      ));
    if (!isSeen) return null;
    const found = await store.look(file.path);
    if (found === null) return null;
    const { name, mime, synthesisedCall: call } = file;
    if (call === null) return { ...found, name, mime };
    const label = { producer: await producerOf(db.merchantId), produceId: `call-${call}` };
    return { ...(await labelled(found, label)), name, mime };
  });
};
