/**
 * Room on the disk for what people bring and what is made for them: sheets, voices, exports, plans. A merchant has a share of it,
 * and the last of the disk is never theirs: uploads and exports stop well before calls do (`CALLS_NEED_BYTES`).
 *
 * What is kept is counted from its rows each time, so nothing drifts whatever is killed. What is on its way has no row
 * yet: it is counted here by what it may become, before it is looked whether it fits, so that of two at once no more pass
 * than fit. Each process counts its own on their way; of several, each may let through what fits once.
 */
import { sql } from 'kysely';
import type { MerchantDb } from './db/index.ts';
import { isDiskFull, roomOnDisk, watchDisk } from './disk.ts';
import { refuse } from './http/refusal.ts';

const GIGABYTE = 1024 ** 3;
/** Of a merchant: forty of the largest sheets, or three hundred hours of recorded sentences. */
const MERCHANT_BYTES = 2 * GIGABYTE;
/** Left on the disk for calls: recordings of a day and what the database writes meanwhile. */
const RESERVED_BYTES = GIGABYTE;
/** Of what is left, that one merchant's uploads may hold together while they come, however slowly: the rest is others'. */
const MERCHANT_SHARE = 1 / 2;
/** Eight of the largest uploads: with less than this left a single one, held back, would keep out the others by itself. */
const TIGHT_BYTES = GIGABYTE / 2;
/** So old may be what is known of the disk; what was let through meanwhile is on its way, and counted. */
const DISK_EVERY_MS = 1_000;

/**
 * Does the work with room for so many bytes, at most, of the merchant's; a disk that is full all the same is refused as one that
 * nearly is. `checkRoom` is for work that writes beside them, as an
 * import does into the database: it refuses once the last of the disk is reached.
 * @throws refusals `storageFull`, `storageLow`
 */
export type SpaceFor = <R>(
  db: MerchantDb,
  bytes: number,
  work: (checkRoom: () => Promise<void>) => Promise<R>,
) => Promise<R>;

/**
 * Bytes that a merchant keeps. Recordings of calls are not theirs to delete, so they do not count; every version of a plan
 * does, for it is kept as long as a call was made with it. How large a graph is stands beside it, in an index.
 */
const keptBytes = async (own: MerchantDb): Promise<number> => {
  const db = own.whole;
  const sums = await Promise.all([
    db.selectFrom('plan').select(sql<string>`coalesce(sum(plan.draft_bytes), 0)`.as('bytes')).executeTakeFirstOrThrow(),
    db
      .selectFrom('planVersion')
      .select(sql<string>`coalesce(sum(plan_version.graph_bytes), 0)`.as('bytes'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('planTest')
      .select(sql<string>`coalesce(sum(plan_test.bytes), 0)`.as('bytes'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('file')
      .select(sql<string>`coalesce(sum(file.bytes), 0)`.as('bytes'))
      .where('file.kind', '<>', 'recording')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('voiceSound')
      .select(sql<string>`coalesce(sum(octet_length(voice_sound.audio)), 0)`.as('bytes'))
      .executeTakeFirstOrThrow(),
  ]);
  return sums.reduce((sum, { bytes }) => sum + Number(bytes), 0);
};

/** `read`: bytes left on the disk of the folder. */
export const openSpace = (folder: string, read: (folder: string) => Promise<number> = roomOnDisk): SpaceFor => {
  const room = watchDisk(folder, DISK_EVERY_MS, read);
  const coming = new Map<string, number>();
  let allComing = 0;
  const checkRoom = async (): Promise<void> => {
    if ((await read(folder)) < RESERVED_BYTES) throw refuse('storageLow');
  };
  const comes = (merchantId: string, bytes: number): void => {
    const left = (coming.get(merchantId) ?? 0) + bytes;
    if (left === 0) coming.delete(merchantId);
    else coming.set(merchantId, left);
    allComing += bytes;
  };
  return async (db, bytes, work) => {
    const before = coming.get(db.merchantId) ?? 0;
    comes(db.merchantId, bytes);
    try {
      const kept = await keptBytes(db);
      const left = (await room()) - RESERVED_BYTES;
      const own = coming.get(db.merchantId) ?? 0;
      if (kept + own > MERCHANT_BYTES) throw refuse('storageFull', { limit: MERCHANT_BYTES / GIGABYTE });
      const isCrowd = (before > 0 || left < TIGHT_BYTES) && before + bytes > left * MERCHANT_SHARE;
      if (isCrowd || allComing > left) throw refuse('storageLow');
      return await work(checkRoom);
    } catch (error) {
      throw isDiskFull(error) ? refuse('storageLow') : error;
    } finally {
      comes(db.merchantId, -bytes);
    }
  };
};
