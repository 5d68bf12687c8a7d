import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefused } from '../config.ts';
import { isAlive } from '../platform/alive.ts';
import { makeFolder } from '../platform/folder.ts';

const PART = /^lianxian-[\d-]+\.(\d+)\.part$/;

/** What killed backups left; a living one's is named by its process. */
const sweepParts = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder)) {
    const pid = PART.exec(entry)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(folder, entry), { recursive: true, force: true });
  }
};

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

/** The sentence for a disk that filled up below a backup; null: it broke off for another reason. */
export const refusalOfFull = (target: string, error: unknown): StartRefused | null =>
  ['ENOSPC', 'EDQUOT'].includes(codeOf(error))
    ? new StartRefused(
        `磁盘已满：备份文件夹 ${target} 放不下，请腾出空间或另给一个文件夹。没有留下一半的备份。`,
        `The disk is full: the backup does not fit into ${target}. Make room or name another folder. No half backup was left.`,
      )
    : null;

/**
 * Makes the folder of backups where there is none, and in it the one in which this backup comes to be.
 * @throws {StartRefused} when it cannot be made or takes nothing.
 */
export const openPart = async (target: string, part: string): Promise<void> => {
  try {
    makeFolder(target, 0o700);
    await sweepParts(target);
    await mkdir(part, { mode: 0o700 });
  } catch (error) {
    throw (
      refusalOfFull(target, error) ??
      new StartRefused(
        `备份文件夹 ${target} 不能写（${codeOf(error)}）：请改权限或另给一个文件夹。`,
        `The folder of backups ${target} cannot be written (${codeOf(error)}): change its rights or name another one.`,
      )
    );
  }
};
