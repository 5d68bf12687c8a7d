import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { consentEndpoints } from '@lianxian/contract';
import type { FileStore } from '../../platform/files.ts';
import { bindUpload, type Front, refuse } from '../../platform/http/index.ts';
import { later } from '../../platform/time.ts';
import { insertFile } from '../files/index.ts';

/** A proof that nobody attached is gone after an hour. */
const UNUSED_MS = 3_600_000;

/** By the first bytes (PDF 1.7; PNG; JFIF; RIFF; MPEG audio with a tag or without). */
const kinds: readonly (readonly [mime: string, begins: RegExp])[] = [
  ['application/pdf', /^%PDF-/],
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['audio/wav', /^RIFF....WAVE/s],
  ['audio/mpeg', /^(?:ID3|\xff[\xe2-\xfb])/],
];
const HEAD_BYTES = 16;

const mimeOf = async (path: string): Promise<string | undefined> => {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0).finally(() => file.close());
  const head = buffer.toString('latin1');
  return kinds.find(([, begins]) => begins.test(head))?.[0];
};

/** `consent/uploadProof`: kept when its bytes are what one opens as a proof, whatever its name. */
export const bindProofs = (front: Front, files: FileStore): void =>
  bindUpload(
    front,
    consentEndpoints.uploadProof,
    {
      files,
      pathFor: ({ session }, extension) => join('proofs', session.merchantId, `${randomUUID()}.${extension}`),
    },
    async ({ path, name, bytes }, { db, session, at }) => {
      const mime = await mimeOf(files.pathOf(path));
      if (mime === undefined) throw refuse('proofUnreadable');
      const proof = { kind: 'proof', path, name, mime, bytes, createdBy: session.employeeId } as const;
      const { key } = await insertFile(db, { ...proof, purgeAt: later(at, UNUSED_MS) });
      return { fileId: key, name, bytes };
    },
  );
