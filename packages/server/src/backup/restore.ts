/**
 * What `npm run restore` does: an archive becomes an installation, in an empty data folder and an empty database.
 *
 *   look at it ──▶ database: the archive's migrations ─ its rows ─ this release's migrations ─ put to rest
 *              ──▶ files, each against its hash ──▶ key ──▶ done
 *
 * Until the end a mark lies in the folder and in the database that no house starts over; what breaks off is taken away
 * again, so that the next try finds both empty.
 */
import { createReadStream } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Settings, StartRefused } from '../config.ts';
import { type Database, migrateUnasked, refuseNewerBackup, restoreInto } from '../platform/db/index.ts';
import { openFiles } from '../platform/files.ts';
import { makeFolder } from '../platform/folder.ts';
import { forgetSealed, type SealedColumn } from '../platform/keys/sealed.ts';
import { openSecrets } from '../platform/secrets.ts';
import { openDataDir, unfinishedRestoreFile } from '../supervisor/data-dir.ts';
import { keyFileOf, readKeyFile, writeKeyFile } from '../supervisor/key-file.ts';
import { archivePaths, createTally, keyBeside, listedFiles, type Manifest, readManifest, syncPath } from './archive.ts';
import { unpackFiles } from './files.ts';
import { unpackJournal } from './journal.ts';
import { loadDatabase, putToRest, unlikeRows } from './load.store.ts';
import { createProgress, say, sizeText } from './progress.ts';

export interface RestoreWish {
  /** The archive. */
  readonly folder: string;
  /** Null: the one beside the archive. */
  readonly keyFile: string | null;
  /** Goes without the secrets that only the key opens. */
  readonly withoutKey: boolean;
}

export interface Restored {
  /** Files that rows name and that are not there, or not as they were; and files that no row names. */
  readonly lacks: readonly { readonly path: string; readonly lack: 'file' | 'row' }[];
  readonly lacking: number;
  readonly tasks: number;
  readonly calls: number;
  readonly batches: number;
}

/** Shown at the terminal; the whole list is a file. */
const SHOWN = 20;
export const reportFile = (dataDir: string): string => join(dataDir, 'restore-report.txt');

const keyAtHand = (settings: Settings, { folder, keyFile }: RestoreWish): string | null => {
  try {
    return settings.secretKey ?? readKeyFile(keyFile ?? keyBeside(folder));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** The key that opens the archive's secrets; null: none is wanted. @throws {StartRefused} when it is missing or another. */
const chooseKey = (settings: Settings, wish: RestoreWish, { keyMark }: Manifest): string | null => {
  if (wish.withoutKey) return null;
  const key = keyAtHand(settings, wish);
  if (key !== null && (keyMark === null || openSecrets(key).mark === keyMark)) return key;
  if (key === null && keyMark === null) return null;
  const [zh, en] =
    key === null ? ['没有备份的密钥', 'The key is missing'] : ['密钥不是这个备份的', 'The key is another'];
  throw new StartRefused(
    `${zh}：线路密码、语音服务的密钥、Webhook 签名密钥和二次验证都会读不出来。请用 --key 指出备份旁边的 .key 文件；确实找不回时加 --without-key，恢复后重新设置它们。`,
    `${en}: passwords of lines, keys of speech services, webhook secrets and second factors could not be read. Name the .key file of the backup with --key, or go without them with --without-key and set them anew.`,
  );
};

const refuseFull = async (dataDir: string): Promise<void> => {
  const there = await readdir(dataDir).catch(() => []);
  if (there.length === 0) return;
  throw new StartRefused(
    `数据文件夹 ${dataDir} 不是空的（有 ${there[0]}）：恢复不会覆盖已有的数据。请停止连线、把它改名，或用 DATA_DIR 另给一个。`,
    `The data folder ${dataDir} is not empty (${there[0]}): a restore overwrites nothing. Stop the house and rename it, or set DATA_DIR to another.`,
  );
};

const refuseChangedList = async (folder: string, manifest: Manifest): Promise<void> => {
  const tally = createTally();
  await pipeline(createReadStream(archivePaths(folder).fileList), async function* (chunks) {
    for await (const chunk of chunks) tally.add(chunk as Buffer);
    yield* [];
  });
  if (tally.sha256() === manifest.files.sha256) return;
  throw new StartRefused(
    '备份已损坏：文件清单和它的校验值不符。',
    'The backup is damaged: its list of files was changed.',
  );
};

interface Restoring {
  readonly wish: RestoreWish;
  readonly manifest: Manifest;
  readonly key: string | null;
  readonly sealed: readonly SealedColumn[];
  readonly signal: AbortSignal;
}

const fillDatabase = async (database: Database, { wish, manifest, key, sealed, signal }: Restoring) => {
  signal.throwIfAborted();
  await migrateUnasked(database, manifest.migrations);
  const progress = createProgress();
  const client = await database.pool.connect();
  try {
    await loadDatabase(client, { folder: wish.folder, manifest, signal }, ({ name, rows }) =>
      progress(`  ${name}：${rows} 行`),
    );
  } finally {
    client.release(true);
  }
  await migrateUnasked(database);
  const own = await database.pool.connect();
  try {
    if (key === null) await forgetSealed(own, sealed);
    return await putToRest(own);
  } finally {
    own.release(true);
  }
};

const fillFolder = async (database: Database, { dataDir }: Settings, { wish, manifest, signal }: Restoring) => {
  const progress = createProgress();
  const lacks: Restored['lacks'][number][] = [];
  let lacking = 0;
  const note = async (lack: Restored['lacks'][number]): Promise<void> => {
    lacking += 1;
    if (lacks.length < SHOWN) lacks.push(lack);
    await writeFile(reportFile(dataDir), `${lack.lack === 'file' ? '缺少' : '多余'}\t${lack.path}\n`, { flag: 'a' });
  };
  const options = { folder: wish.folder, files: openFiles(dataDir), signal };
  for await (const path of unpackFiles({ ...options, onFile: count => progress(`  文件 ${count} 个…`) }))
    await note({ path, lack: 'file' });
  for await (const path of unpackJournal(manifest.journal, options)) await note({ path, lack: 'file' });
  const client = await database.pool.connect();
  try {
    for await (const lack of unlikeRows(client, listedFiles(wish.folder))) await note(lack);
  } finally {
    client.release(true);
  }
  return { lacks, lacking };
};

/**
 * @returns what is missing and what was put to rest.
 * @throws {StartRefused | DatabaseRefused} with a sentence; folder and database are empty again then.
 */
export const restoreBackup = async (
  settings: Settings,
  wish: RestoreWish,
  withDatabase: <R>(work: (database: Database) => Promise<R>) => Promise<R>,
  { sealed, signal }: Pick<Restoring, 'sealed' | 'signal'>,
): Promise<Restored> => {
  const { dataDir } = settings;
  const manifest = await readManifest(wish.folder);
  await refuseNewerBackup(manifest.migrations);
  await refuseChangedList(wish.folder, manifest);
  const key = chooseKey(settings, wish, manifest);
  await refuseFull(dataDir);
  openDataDir(dataDir);
  const restoring: Restoring = { wish, manifest, key, sealed, signal };
  const mark = unfinishedRestoreFile(dataDir);
  try {
    await writeFile(mark, '', { flag: 'wx', flush: true });
    const restored = await withDatabase(database =>
      restoreInto(database, async () => {
        const rest = await fillDatabase(database, restoring);
        say(`  ✓ 数据库（${manifest.tables.length} 张表）`);
        const lacks = await fillFolder(database, settings, restoring);
        say(`  ✓ 录音和文件（${manifest.files.count} 个，${sizeText(manifest.files.bytes)}）`);
        return { ...rest, ...lacks };
      }),
    );
    if (key !== null && settings.secretKey === null) writeKeyFile(keyFileOf(dataDir), key);
    await rm(mark);
    await syncPath(dataDir);
    return restored;
  } catch (error) {
    // It was empty when we came.
    await rm(dataDir, { recursive: true, force: true });
    makeFolder(dataDir);
    throw error;
  }
};
