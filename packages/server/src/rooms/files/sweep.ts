import type { UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { later } from '../../platform/time.ts';
import { passingFiles } from './files.store.ts';

/**
 * What a killed process leaves: an upload that was on its way, or was about to become a sound, and a file that was made to
 * be fetched and never got its row. In these folders a file is written before its row, or is gone with its request.
 */
const folders = ['uploads', 'plans'];
/** No request lasts so long. */
const LEFT_MS = 86_400_000;
const AT_ONCE = 500;

const removeUnknown = async (db: UnscopedDb, files: FileStore, paths: readonly string[]): Promise<void> => {
  if (paths.length === 0) return;
  const known = await passingFiles(db, paths);
  for (const path of paths) if (!known.has(path)) await files.remove(path);
};

/** Removes files that were written long ago and that no row names. */
export const sweepFiles = async (db: UnscopedDb, files: FileStore, at: Date): Promise<void> => {
  const before = later(at, -LEFT_MS);
  for (const folder of folders) {
    const old: string[] = [];
    for await (const { path, writtenAt } of files.below(folder)) {
      if (writtenAt < before) old.push(path);
      if (old.length === AT_ONCE) await removeUnknown(db, files, old.splice(0));
    }
    await removeUnknown(db, files, old);
  }
};
