import { constants } from 'node:fs';
import { access, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '../platform/files.ts';
import { archivePaths, createTally, type ListedFile, linesOf, listedFiles } from './archive.ts';
import { durableFile } from './dump.store.ts';

/** Small files wait for the disk, not for us: a few on their way at once. */
const AT_ONCE = 8;

interface FilesFacts {
  readonly count: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly missing: number;
}

export const isThere = (file: string): Promise<boolean> =>
  access(file, constants.R_OK).then(
    () => true,
    () => false,
  );

/**
 * Copies one file to the disk, and says what it was; a copy that broke off is no copy. Null: there is none to read. It is
 * opened before anything is asked of it, so that retention takes it before or after, never in between.
 */
export const copyFile = async (
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<Omit<ListedFile, 'path'> | null> => {
  const source = await open(from).catch(() => null);
  if (source === null) return null;
  const tally = createTally();
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await pipeline(source.createReadStream({ autoClose: false }), tally.stream, await durableFile(to), { signal });
  } finally {
    await source.close();
  }
  return { bytes: tally.bytes(), sha256: tally.sha256() };
};

async function* inGroups<T>(items: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  let group: T[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < AT_ONCE) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

interface FilesOptions {
  readonly folder: string;
  readonly files: FileStore;
  readonly signal: AbortSignal;
  readonly onFile: (count: number) => void;
}

/** Fetches each file of a list of paths. One that retention took meanwhile is counted as missing. */
export const packFiles = async (
  pathList: string,
  { folder, files, signal, onFile }: FilesOptions,
): Promise<FilesFacts> => {
  const { files: target, fileList } = archivePaths(folder);
  const list = await open(fileList, 'wx', 0o600);
  const tally = createTally();
  let [count, bytes, missing] = [0, 0, 0];
  try {
    for await (const paths of inGroups(linesOf(pathList))) {
      signal.throwIfAborted();
      const done = await Promise.all(
        paths.map(async line => {
          const path = String(JSON.parse(line));
          const copied = await copyFile(files.pathOf(path), join(target, path), signal);
          return copied && { path, ...copied };
        }),
      );
      const kept = done.filter(file => file !== null);
      const text = kept.map(file => `${JSON.stringify(file)}\n`).join('');
      tally.add(text);
      await list.appendFile(text);
      count += kept.length;
      missing += done.length - kept.length;
      for (const file of kept) bytes += file.bytes;
      onFile(count);
    }
    await list.sync();
  } finally {
    await list.close();
  }
  return { count, bytes, missing, sha256: tally.sha256() };
};

/** Puts each file of the archive back; the paths of those that are not as they were written, or not there. */
export async function* unpackFiles({ folder, files, signal, onFile }: FilesOptions): AsyncGenerator<string> {
  const { files: source } = archivePaths(folder);
  let count = 0;
  for await (const group of inGroups(listedFiles(folder))) {
    signal.throwIfAborted();
    const bad = await Promise.all(
      group.map(async ({ path, sha256 }) => {
        const to = files.pathOf(path);
        const copied = await copyFile(join(source, path), to, signal);
        if (copied?.sha256 === sha256) return null;
        if (copied !== null) await rm(to, { force: true });
        return path;
      }),
    );
    yield* bad.filter(path => path !== null);
    count += group.length;
    onFile(count);
  }
}
