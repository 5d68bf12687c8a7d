import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  customerSheetEndpoints,
  type Endpoint,
  fileEndpoints,
  sharedListEndpoints,
  uploadEndpoints,
  wire,
} from '@lianxian/contract';
import { BoundedMap } from '@lianxian/core/kit';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import {
  bind,
  bindDownload,
  bindUpload,
  type Downloader,
  type Front,
  fileSubject,
  refuse,
  type Session,
} from '../../platform/http/index.ts';
import { sniffSheet } from '../../platform/sheets/index.ts';
import { later } from '../../platform/time.ts';
import { type AuditEntry, auditBy, recordAudit } from '../audit/index.ts';
import { mayHave, recordingName } from './files.policy.ts';
import { type FileNames, findNamed, insertFile, seenCallOf } from './files.store.ts';
import { takenAlong } from './labelled.ts';

/** A sheet that nobody uses is gone after an hour: it holds numbers, and room. */
export const UNUSED_SHEET_MS = 3_600_000;
const mimes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  text: 'text/plain; charset=utf-8',
} as const;

/** Kept when its bytes are a sheet, whatever its name. */
const bindSheetUpload = (
  front: Front,
  files: FileStore,
  endpoint: Endpoint<typeof uploadEndpoints.sheet.input, typeof uploadEndpoints.sheet.output>,
): void =>
  bindUpload(
    front,
    endpoint,
    {
      files,
      pathFor: ({ session }, extension) => join('uploads', session.merchantId, `${randomUUID()}.${extension}`),
    },
    async ({ path, name, bytes }, { db, session, at }) => {
      const mime = mimes[await sniffSheet(files.pathOf(path))];
      const upload = { kind: 'sheet', path, name, mime, bytes, createdBy: session.employeeId } as const;
      const { key } = await insertFile(db, { ...upload, purgeAt: later(at, UNUSED_SHEET_MS) });
      return { fileId: key, name, bytes };
    },
  );

/** A player asks for one recording piece by piece: within so long that is one hearing. */
const HEARING_MS = 600_000;
/** Hearings at once; the one that began first is forgotten first. */
const MOST_HEARINGS = 10_000;

/** Notes a hearing once, whichever piece of the file is asked for first. */
const openHearings = () => {
  const begun = new BoundedMap<string, number>(MOST_HEARINGS);
  return async (by: Downloader, fileId: string, note: () => Promise<void>): Promise<void> => {
    const key = `${by.session.employeeId} ${fileId}`;
    const now = by.at.getTime();
    if (now - (begun.get(key) ?? Number.NEGATIVE_INFINITY) < HEARING_MS) return;
    await note();
    begun.set(key, now);
  };
};

/**
 * The file of that name, where this session may have it; what it may not does not exist. Whoever hears a recording, or
 * takes it along, is in the audit: `note` writes that.
 */
const openFor = async (
  db: MerchantDb,
  key: string,
  session: Session,
  note: (file: FileNames, entry: AuditEntry) => Promise<void>,
) => {
  const file = await findNamed(db, key);
  if (file === undefined) return undefined;
  const call = file.kind === 'recording' ? await seenCallOf(db, file.id) : null;
  if (!mayHave(session, file, call)) return undefined;
  if (call !== null) await note(file, { action: 'recording.open', target: call.id, name: file.name });
  return file;
};

const seesPhones = ({ buttons }: Session): boolean => buttons.has('phone:unmask');

interface FilesParts {
  readonly files: FileStore;
  /** As the merchant's product is called: who made a synthesised sound. */
  readonly producerOf: (merchantId: string) => Promise<string>;
}

/**
 * One-file tickets, and the download they open. A file of another merchant, or one that this person may not have, does not
 * exist; a recording leaves under the name of its call as a sound that every player knows, and one in which a machine
 * speaks says so in its metadata.
 */
export const bindFiles = (front: Front, { files: store, producerOf }: FilesParts): void => {
  const noteHearing = openHearings();
  bindSheetUpload(front, store, uploadEndpoints.sheet);
  bindSheetUpload(front, store, sharedListEndpoints.upload);
  bindSheetUpload(front, store, customerSheetEndpoints.upload);
  bind(front, fileEndpoints.ticket, async ({ fileId }, context) => {
    const { db, session, at } = context;
    const file = await openFor(db, fileId, session, (_file, entry) => recordAudit(db, entry, auditBy(context)));
    if (file === undefined) throw refuse('notFound', { what: 'file' });
    const subject = fileSubject(file.key, seesPhones(session));
    const ticket = front.tickets.issue({ kind: 'file', merchantId: session.merchantId, subject }, at);
    return { url: `${wire.download}${file.key}?ticket=${ticket}` };
  });
  bindDownload(front, async (db, key, by) => {
    // A ticket was given to who may have it, and noted then.
    const file = await (by.session === null
      ? findNamed(db, key)
      : openFor(db, key, by.session, ({ id }, entry) =>
          noteHearing(by, id, () => recordAudit(db, entry, auditBy(by, by.session.employeeId))),
        ));
    if (file === undefined) return null;
    const found = await store.find(file.path);
    if (found === null) return null;
    if (file.kind !== 'recording') return { ...found, name: file.name, mime: file.mime };
    const call = await seenCallOf(db, file.id);
    const name =
      call === null ? file.name : recordingName(call, by.session === null ? by.seesPhones : seesPhones(by.session));
    const sound = await takenAlong(found, file.synthesisedCall, () => producerOf(db.merchantId));
    return { ...sound, name, mime: file.mime };
  });
};
