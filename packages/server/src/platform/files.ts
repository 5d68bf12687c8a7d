import { createReadStream } from 'node:fs';
import { mkdir, opendir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { isPartsPlace } from './data-places.ts';
import { openSpace, type SpaceFor } from './space.ts';

/** Bytes on the local disk, below the data folder. */
export interface FileStore {
  /** Where a stored path lies. Throws when it would lead out of the folder. */
  readonly pathOf: (path: string) => string;
  /** `null` when the file is not there. */
  readonly find: (path: string) => Promise<StoredFile | null>;
  /** Where a file of that path may be written: its folders are there, for the house's user alone. */
  readonly placeFor: (path: string) => Promise<string>;
  /** A whole file at once; of one that does not fit nothing stays. */
  readonly write: (path: string, content: string | Uint8Array) => Promise<void>;
  /** Removes bytes; what is not there is gone already. */
  readonly remove: (path: string) => Promise<void>;
  /** Keeps room on the disk, and in the merchant's share of it, while a file comes to be. */
  readonly spaceFor: SpaceFor;
  /** Every file of a folder and of those in it, with when it was written last. */
  readonly below: (folder: string) => AsyncIterable<{ readonly path: string; readonly writtenAt: Date }>;
}

export interface StoredFile {
  readonly bytes: number;
  /** Bytes `from` to `to`, both included. */
  readonly read: (from: number, to: number) => Readable;
}

/** What goes while one looks was not there. */
async function* filesBelow(
  dataDir: string,
  at: string,
): AsyncGenerator<{ readonly path: string; readonly writtenAt: Date }> {
  const folder = await opendir(at, { recursive: true }).catch(() => null);
  for await (const entry of folder ?? []) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const found = await stat(file).catch(() => null);
    if (found !== null) yield { path: relative(dataDir, file), writtenAt: found.mtime };
  }
}

/** `room`: bytes left on the disk, where a test says so. */
export const openFiles = (dataDir: string, room?: () => Promise<number>): FileStore => {
  const pathOf = (path: string): string => {
    const clean = normalize(path);
    if (isAbsolute(clean) || clean === '..' || clean.startsWith(`..${sep}`)) throw new Error('a stored path leads out');
    return join(dataDir, clean);
  };
  const placeFor: FileStore['placeFor'] = async path => {
    const at = pathOf(path);
    if (!isPartsPlace(relative(dataDir, at).split(sep)[0] ?? ''))
      throw new Error('a stored path lies in no known folder');
    await mkdir(dirname(at), { recursive: true, mode: 0o700 });
    return at;
  };
  return {
    pathOf,
    find: async path => {
      const at = pathOf(path);
      const found = await stat(at).catch(() => null);
      if (found === null || !found.isFile()) return null;
      return { bytes: found.size, read: (start, end) => createReadStream(at, { start, end }) };
    },
    placeFor,
    write: async (path, content) => {
      const at = await placeFor(path);
      try {
        await writeFile(at, content, { mode: 0o600 });
      } catch (error) {
        await rm(at, { force: true });
        throw error;
      }
    },
    spaceFor: openSpace(dataDir, room),
    remove: path => rm(pathOf(path), { force: true }),
    below: folder => filesBelow(dataDir, pathOf(folder)),
  };
};
