import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brandingEndpoints, brandingPicturePath } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bindUpload, type Front, refuse } from '../../platform/http/index.ts';
import { findPicture, keepPicture } from './branding.store.ts';
import { pictureKind } from './picture.policy.ts';

const ID_CHARS = 32;
const ID = /^[0-9a-f]{32}$/;
const YEAR_S = 31_536_000;

/** `branding/uploadPicture`: kept when its bytes are a picture, under a name made of them. */
export const bindPictureUpload = (front: Front, files: FileStore): void =>
  bindUpload(
    front,
    brandingEndpoints.uploadPicture,
    {
      files,
      pathFor: ({ session }, extension) => join('uploads', session.merchantId, `${randomUUID()}.${extension}`),
    },
    async ({ path }, { db, at }) => {
      const bytes = await readFile(files.pathOf(path));
      const mime = pictureKind(bytes);
      if (mime === null) throw refuse('pictureKind');
      const id = createHash('sha256').update(bytes).digest('hex').slice(0, ID_CHARS);
      await db.transaction(tx => keepPicture(tx, { id, mime, bytes }, at));
      await files.remove(path);
      return { url: `${brandingPicturePath}${id}`, mime, bytes: bytes.length };
    },
  );

/**
 * GET `/branding/<id>`: public, for the login shows it. Kept by browsers for a year, since other bytes have another
 * address; whatever a picture hides inside, it is never anything but a picture.
 */
export const bindPictures = (front: Front, db: UnscopedDb): void => {
  front.app.route({
    method: 'GET',
    url: `${brandingPicturePath}:id`,
    onRequest: front.slowDown,
    handler: async (request, reply) => {
      const { id } = request.params as { id: string };
      const tag = `"${id}"`;
      const picture = ID.test(id) ? await findPicture(db, id) : undefined;
      if (picture === undefined)
        return reply.code(404).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('404');
      reply
        .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
        .header('etag', tag)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox");
      if (request.headers['if-none-match'] === tag) return reply.code(304).send();
      return reply.type(picture.mime).send(picture.bytes);
    },
  });
};
