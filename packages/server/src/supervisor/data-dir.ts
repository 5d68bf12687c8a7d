import { chmodSync, existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '../config.ts';
import { makeFolder } from '../platform/folder.ts';

/** What a fresh database, its programs and a few calls need; with less we would stop half-way. */
const FREE_AT_LEAST_BYTES = 256 * 1024 * 1024;

const refuse = (folder: string, code: string): never => {
  if (code === 'ENOSPC' || code === 'EDQUOT')
    throw new StartRefused(
      `磁盘已满：${folder} 至少要有 256 MB 空闲，请腾出空间或用 DATA_DIR 换一个文件夹。`,
      `The disk is full: ${folder} needs 256 MB free; make room or set DATA_DIR to another folder.`,
    );
  throw new StartRefused(
    `数据文件夹 ${folder} 不能写（${code}）：请改权限或用 DATA_DIR 换一个文件夹。`,
    `The data folder ${folder} cannot be written (${code}); change its rights or set DATA_DIR to another folder.`,
  );
};

const freeBytesOf = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** As root: the parts' account adds files of its own, and takes none of root's (`lower.ts`). */
export const SHARED_MODE = 0o1771;

/**
 * As root PostgreSQL's account passes through to its own folder; nobody else reads here. A folder that the parts share stays
 * theirs: a command may look in beside a running house.
 */
const modeOf = (folder: string): number => {
  if (process.getuid?.() !== 0) return 0o700;
  return (statSync(folder).mode & 0o7777) === SHARED_MODE ? SHARED_MODE : 0o711;
};

/**
 * Makes the data folder and proves that it can be written.
 * @throws {StartRefused} when it cannot, or when less than 256 MB are free.
 */
export const openDataDir = (folder: string, freeBytes: (folder: string) => number = freeBytesOf): void => {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    makeFolder(folder);
    chmodSync(folder, modeOf(folder));
    writeFileSync(probe, Buffer.alloc(64 * 1024));
    rmSync(probe);
  } catch (error) {
    try {
      rmSync(probe, { force: true });
    } catch {
      // The folder is not there or not ours: the sentence below says so.
    }
    refuse(folder, (error as NodeJS.ErrnoException).code ?? String(error));
  }
  if (freeBytes(folder) < FREE_AT_LEAST_BYTES) refuse(folder, 'ENOSPC');
};

/** Lies in the data folder from the beginning of a restore to its end. */
export const unfinishedRestoreFile = (folder: string): string => join(folder, 'restore-unfinished');

/** @throws {StartRefused} for a folder that a killed restore left half full. */
export const refuseUnfinishedRestore = (folder: string): void => {
  if (!existsSync(unfinishedRestoreFile(folder))) return;
  throw new StartRefused(
    `数据文件夹 ${folder} 里的恢复没有完成：请删除它，再运行一次 npm run restore。`,
    `The restore into ${folder} was not finished: remove the folder and run npm run restore again.`,
  );
};

/** Where the demo accounts' password stands for who did not see the terminal. */
export const demoPasswordFile = (folder: string): string => join(folder, 'demo-password');

/** Writes it down for the owner of the folder alone; null: there is no demo, so nothing is left of it. */
export const keepDemoPassword = (folder: string, password: string | null): void => {
  const file = demoPasswordFile(folder);
  try {
    // Made anew, so that it has our mode whatever stood there.
    rmSync(file, { force: true });
    if (password !== null) writeFileSync(file, `${password}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    refuse(folder, (error as NodeJS.ErrnoException).code ?? String(error));
  }
};
