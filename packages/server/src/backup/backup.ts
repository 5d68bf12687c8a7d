/**
 * What `npm run backup` does: everything an installation would miss, as of one instant, while it runs or stands still.
 * What can be made again is left out: voices' cache, logs, the certificate of our own, the demo's password, the node's id.
 */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Settings, StartRefused } from '../config.ts';
import type { Database } from '../platform/db/index.ts';
import { openFiles } from '../platform/files.ts';
import { keyIdOf, openSecrets } from '../platform/secrets.ts';
import { secretKeyOf, writeKeyFile } from '../supervisor/key-file.ts';
import { archivePaths, FORMAT, keyBeside, type Manifest, syncPath } from './archive.ts';
import { dumpDatabase } from './dump.store.ts';
import { packFiles } from './files.ts';
import { createJournalPack } from './journal.ts';
import { createProgress, say, sizeText } from './progress.ts';
import { openPart, refusalOfFull } from './target.ts';

/** `lianxian-20260131-235959`, by the machine's clock. */
const nameOf = (at: Date): string => {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`;
  return `lianxian-${day}-${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`;
};

/** The key that opens what the archive holds; without it, or with another one, it would be worth nothing. Makes none. */
const keyFor = (settings: Settings, keyMark: string | null): string | null => {
  const key = secretKeyOf(settings.dataDir, settings.secretKey);
  if (key === null && keyMark !== null)
    throw new StartRefused(
      `找不到数据库的密钥 ${keyIdOf(keyMark)}：数据文件夹里没有 secret-key，也没有设置 SECRET_KEY。没有它的备份打不开，请先找回它。`,
      `The database's key ${keyIdOf(keyMark)} is missing: there is no secret-key in the data folder, and SECRET_KEY is not set. A backup without it could not be opened: find it first.`,
    );
  if (key !== null && keyMark !== null && openSecrets(key).mark !== keyMark)
    throw new StartRefused(
      '手上的密钥不是这个数据库的：用它的备份打不开，请先找回 secret-key。',
      'The key at hand is not this database’s: a backup with it could not be opened. Find its secret-key first.',
    );
  return key;
};

/** @returns the key of what was packed; null: the database never had one. */
const pack = async (
  database: Database,
  settings: Settings,
  folder: string,
  signal: AbortSignal,
): Promise<string | null> => {
  const paths = archivePaths(folder);
  await mkdir(paths.files, { mode: 0o700 });
  await mkdir(paths.tables, { mode: 0o700 });
  await mkdir(paths.journal, { mode: 0o700 });
  const pathList = join(folder, 'paths');
  const store = openFiles(settings.dataDir);
  const journal = createJournalPack({ folder, files: store, signal });
  await journal.take();
  const progress = createProgress();
  const client = await database.pool.connect();
  let key: string | null = null;
  const { tables, sequences, migrations, keyMark } = await dumpDatabase(client, {
    folder,
    pathList,
    signal,
    onKeyMark: mark => {
      key = keyFor(settings, mark);
    },
    onTable: ({ name, rows }) => progress(`  ${name}：${rows} 行`),
  }).finally(() => client.release(true));
  await journal.take();
  say(`  ✓ 数据库（${tables.length} 张表，${tables.reduce((sum, { rows }) => sum + rows, 0)} 行）`);
  const files = await packFiles(pathList, {
    folder,
    files: store,
    signal,
    onFile: count => progress(`  文件 ${count} 个…`),
  });
  await rm(pathList);
  say(`  ✓ 录音和文件（${files.count} 个，${sizeText(files.bytes)}）`);
  if (files.missing > 0) say(`  有 ${files.missing} 个文件库里有、磁盘上没有（多半刚被清理），恢复时会列出来。`);
  const manifest: Manifest = {
    ...{ format: FORMAT, version: settings.version, madeAt: new Date().toISOString() },
    ...{ migrations: [...migrations], keyMark, tables: [...tables], sequences: [...sequences], files },
    journal: journal.taken(),
  };
  await writeFile(paths.manifest, JSON.stringify(manifest, null, 2), { flag: 'wx', mode: 0o600, flush: true });
  for (const path of [paths.tables, paths.files, paths.journal, folder]) await syncPath(path);
  return key;
};

/**
 * Makes a backup below `target` and returns its folder; the key, where there is one, lies beside it as `<folder>.key`.
 * @throws {StartRefused} with a sentence. Whatever ends it, no half backup stays.
 */
export const makeBackup = async (
  database: Database,
  settings: Settings,
  target: string,
  signal: AbortSignal,
): Promise<string> => {
  const folder = join(target, nameOf(new Date()));
  const part = `${folder}.${process.pid}.part`;
  const keyFile = keyBeside(folder);
  await openPart(target, part);
  try {
    const key = await pack(database, settings, part, signal);
    signal.throwIfAborted();
    if (key !== null) writeKeyFile(keyFile, key);
    await rename(part, folder);
    await syncPath(target);
    return folder;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(keyFile, { force: true });
    throw refusalOfFull(target, error) ?? error;
  }
};
