/** `npm run backup` and `npm run restore` at the terminal. */
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename, dirname, resolve } from 'node:path';
import { sealedColumns } from '../composition/sealed-columns.ts';
import { cloneDir, type Settings, StartRefused } from '../config.ts';
import { withDatabase } from '../supervisor/own-database.ts';
import { keyBeside } from './archive.ts';
import { makeBackup } from './backup.ts';
import { say } from './progress.ts';
import { reportFile, restoreBackup } from './restore.ts';

const EXIT_CANCELLED = 130;

/** Runs what Ctrl-C may cancel; it takes back what it began. */
const cancellable = async (work: (signal: AbortSignal) => Promise<void>): Promise<number> => {
  const cancelling = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => cancelling.abort());
  try {
    await work(cancelling.signal);
    return 0;
  } catch (error) {
    if (!cancelling.signal.aborted) throw error;
    say('已取消，没有留下一半的东西。');
    return EXIT_CANCELLED;
  }
};

const refuseInside = (target: string, dataDir: string): void => {
  if (`${target}/`.startsWith(`${dataDir}/`))
    throw new StartRefused(
      `备份不能放在数据文件夹里（${dataDir}）：请另给一个文件夹，最好在另一块盘上。`,
      `A backup cannot lie in the data folder (${dataDir}): name another one, best on another disk.`,
    );
};

/** A backup of what is not there would be an empty one. */
const refuseNoData = (dataDir: string): void => {
  if (!existsSync(dataDir))
    throw new StartRefused(
      `没有数据文件夹 ${dataDir}，没有可备份的：请检查 DATA_DIR。`,
      `There is no data folder ${dataDir}, so nothing to back up: look at DATA_DIR.`,
    );
};

/** `given`: where it is to lie, below the clone; absent: `backups`. @returns the exit code. */
export const backup = (settings: Settings, given: string | undefined): Promise<number> =>
  cancellable(async signal => {
    const target = resolve(cloneDir, given ?? 'backups');
    refuseInside(target, settings.dataDir);
    refuseNoData(settings.dataDir);
    // Whoever is on the telephone goes first.
    setPriority(constants.priority.PRIORITY_LOW);
    say('正在备份…（Ctrl-C 取消）');
    const folder = await withDatabase(settings, 'backup', database => makeBackup(database, settings, target, signal));
    say(`备份完成：${folder}`);
    if (!existsSync(keyBeside(folder))) return say('这个数据库还没有密钥，所以没有密钥文件。');
    say(
      `密钥在它旁边：${basename(keyBeside(folder))}（${dirname(folder)}）。请另外保管，没有它就读不出线路密码等秘密。`,
    );
  });

export interface RestoreArguments {
  readonly folder: string | undefined;
  readonly keyFile: string | undefined;
  readonly withoutKey: boolean;
}

/** @returns the exit code. @throws {StartRefused} with a sentence. */
export const restore = (
  { ...settings }: Settings,
  { folder, keyFile, withoutKey }: RestoreArguments,
): Promise<number> =>
  cancellable(async signal => {
    if (folder === undefined)
      throw new StartRefused(
        '用法：npm run restore -- 备份文件夹 [--key 密钥文件 | --without-key]',
        'Usage: npm run restore -- folder [--key file | --without-key]',
      );
    say('正在恢复…（Ctrl-C 取消）');
    const wish = {
      folder: resolve(cloneDir, folder),
      keyFile: keyFile === undefined ? null : resolve(cloneDir, keyFile),
      withoutKey,
    };
    const restored = await restoreBackup(settings, wish, work => withDatabase(settings, 'restore', work), {
      sealed: sealedColumns,
      signal,
    });
    for (const { path, lack } of restored.lacks) say(`  ${lack === 'file' ? '缺少文件' : '没有记录的文件'}：${path}`);
    if (restored.lacking > 0) say(`  共 ${restored.lacking} 个，全部列在 ${reportFile(settings.dataDir)}。`);
    say(`  ${restored.tasks} 个任务已暂停；${restored.calls} 通进行中的通话会在启动时记为中断；所有人需要重新登录。`);
    say('恢复完成。用 npm start 启动；核对后再点任务的「继续」。');
  });
