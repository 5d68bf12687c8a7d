import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { linesBefore, passedBefore, pathBefore } from '@lianxian/core';
import type { Ending } from './filing.store.ts';

/**
 * Endings that the database could not take: one file a call, on the disk for good (fsync of file and folder) before
 * anybody believes it. They are filed in the order of their calls when the database is back
 * (ARCHITECTURE.md#when-something-dies). A file is whole or absent.
 */
export interface Journal {
  readonly keep: (ending: Ending) => Promise<void>;
  readonly waiting: () => Promise<readonly Ending[]>;
  readonly done: (ending: Ending) => Promise<void>;
  /** The database will never take it: kept as `<call>.refused` for a person to look at, out of the way of the others. */
  readonly setAside: (ending: Ending) => Promise<void>;
}

/** An ending that an earlier release has journalled; the version its call was made with is not at hand. */
const ofAnyRelease = (ending: Ending): Ending => {
  const { transcript, facts } = ending;
  if (transcript === null || transcript.path.every(({ leftName }) => leftName !== undefined)) return ending;
  const { path, lines } = transcript;
  return {
    ...ending,
    transcript: { ...transcript, path: pathBefore(null, path), lines: linesBefore(null, lines) },
    ...(facts && { facts: { ...facts, passed: passedBefore(null, facts.passed) } }),
  };
};

export const openJournal = async (
  folder: string,
  onUnreadable: (name: string, error: unknown) => void = () => undefined,
): Promise<Journal> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fileOf = (call: string): string => join(folder, `${call}.json`);

  const syncFolder = async (): Promise<void> => {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  };

  /** Written by ourselves, whole or absent; what cannot be read all the same is set aside and holds up no other one. */
  const read = async (name: string): Promise<Ending | null> => {
    try {
      const ending = JSON.parse(await readFile(join(folder, name), 'utf8')) as Ending;
      if (`${BigInt(ending.call)}.json` !== name) throw new Error('it is of another call than its name says');
      return ofAnyRelease(ending);
    } catch (error) {
      onUnreadable(name, error);
      await rename(join(folder, name), join(folder, `${name}.unreadable`)).catch(() => undefined);
      return null;
    }
  };

  return {
    keep: async ending => {
      const aside = `${fileOf(ending.call)}.part`;
      const handle = await open(aside, 'w', 0o600);
      try {
        await handle.writeFile(JSON.stringify(ending));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(aside, fileOf(ending.call));
      await syncFolder();
    },
    waiting: async () => {
      const names = (await readdir(folder)).filter(name => name.endsWith('.json'));
      const endings = await Promise.all(names.map(name => read(name)));
      return endings.filter(ending => ending !== null).sort((a, b) => Number(BigInt(a.call) - BigInt(b.call)));
    },
    setAside: ending => rename(fileOf(ending.call), join(folder, `${ending.call}.refused`)),
    done: async ending => rm(fileOf(ending.call), { force: true }),
  };
};
