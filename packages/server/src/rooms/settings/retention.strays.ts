import type { UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { type Clock, later } from '../../platform/time.ts';
import { databaseMadeAt, knownRecordings } from './retention.store.ts';

/**
 * Recordings that no row names: a call whose end was filed without its sound, a disk that was copied, a row that went while
 * its bytes could not. The sound of a call, and the file of its words, are written before their row, and a live call's own
 * row names them; an ending may wait in the journal for as long as the database is away. So only what nobody has written
 * to for a day goes, and what a live call names never. Nor what is older than the database: a house that was started over
 * another one (a DATABASE_URL left out, a new server) finds the sound of all calls, and none of it is its own.
 */
const LEFT_MS = 86_400_000;
const AT_ONCE = 500;
const FOLDER = 'recordings/';

/** `recordings/2026/01/31/7.wav` is of `2026/01/31/7`. */
const baseOf = (path: string): string => path.slice(FOLDER.length).replace(/\.[^./]*$/, '');

interface StraysParts {
  readonly db: UnscopedDb;
  readonly files: FileStore;
  readonly clock: Clock;
}

const removeUnknown = async ({ db, files }: StraysParts, paths: readonly string[]): Promise<void> => {
  if (paths.length === 0) return;
  const known = await knownRecordings(db, [...new Set(paths.map(baseOf))]);
  for (const path of paths) if (!known.has(baseOf(path))) await files.remove(path);
};

export const removeStrays = async (parts: StraysParts, signal: AbortSignal): Promise<void> => {
  const before = later(parts.clock.now(), -LEFT_MS);
  const madeAt = await databaseMadeAt(parts.db);
  const old: string[] = [];
  for await (const { path, writtenAt } of parts.files.below(FOLDER)) {
    if (signal.aborted) return;
    if (writtenAt < before && writtenAt > madeAt) old.push(path);
    if (old.length === AT_ONCE) await removeUnknown(parts, old.splice(0));
  }
  await removeUnknown(parts, old);
};
