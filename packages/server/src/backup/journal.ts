/**
 * Endings that the database has not taken (dialler/journal.ts): a call of which only the journal knows how it ended would come
 * back as interrupted. They go into the archive with their sound, those set aside as well; the first start after a restore
 * files what waits, and needs no name of a node for it.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { FileStore } from '../platform/files.ts';
import { archivePaths, createTally, type ListedFile } from './archive.ts';
import { copyFile, isThere } from './files.ts';

const FOLDER = 'journal';
/** What is being written has no ending's name yet. */
const isEnding = (name: string): boolean => /\.(json|refused|unreadable)$/.test(name);

const endingSchema = z.object({ recording: z.object({ file: z.string() }).nullable() });

/** The sound that an ending names; no row does until it is filed. */
const soundOf = (text: string): string | null => {
  try {
    const { recording } = endingSchema.parse(JSON.parse(text));
    return recording && `recordings/${recording.file}`;
  } catch {
    return null;
  }
};

interface JournalPack {
  /**
   * Takes what lies there now and is not taken yet. Before the database is read, for what is filed meanwhile is in neither
   * later; and after it, for what has come meanwhile. An ending twice is filed once.
   */
  readonly take: () => Promise<void>;
  readonly taken: () => ListedFile[];
}

interface PackOptions {
  readonly folder: string;
  readonly files: FileStore;
  readonly signal: AbortSignal;
}

export const createJournalPack = ({ folder, files, signal }: PackOptions): JournalPack => {
  const { journal: target } = archivePaths(folder);
  const taken = new Map<string, ListedFile>();

  const takeEnding = async (path: string): Promise<void> => {
    const text = await readFile(files.pathOf(path), 'utf8').catch(() => null);
    // Filed this very moment.
    if (text === null) return;
    const to = join(target, path);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await writeFile(to, text, { flag: 'wx', mode: 0o600, flush: true });
    const tally = createTally();
    tally.add(text);
    taken.set(path, { path, bytes: tally.bytes(), sha256: tally.sha256() });
    const sound = soundOf(text);
    if (sound === null || taken.has(sound)) return;
    const copied = await copyFile(files.pathOf(sound), join(target, sound), signal);
    if (copied !== null) taken.set(sound, { path: sound, ...copied });
  };

  return {
    take: async () => {
      const names = await readdir(files.pathOf(FOLDER)).catch(() => []);
      for (const name of names.filter(isEnding)) {
        signal.throwIfAborted();
        const path = `${FOLDER}/${name}`;
        if (!taken.has(path)) await takeEnding(path);
      }
    },
    taken: () => [...taken.values()],
  };
};

/** Puts them back; the paths of those that are not as they were written, or not there. Sound that a row names is there already. */
export async function* unpackJournal(
  listed: readonly ListedFile[],
  { folder, files, signal }: PackOptions,
): AsyncGenerator<string> {
  for (const { path, sha256 } of listed) {
    signal.throwIfAborted();
    const [from, to] = [join(archivePaths(folder).journal, path), files.pathOf(path)];
    if (await isThere(to)) continue;
    const copied = await copyFile(from, to, signal);
    if (copied?.sha256 === sha256) continue;
    if (copied !== null) await files.remove(path);
    yield path;
  }
}
