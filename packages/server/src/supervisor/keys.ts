/**
 * `npm run keys`: names the key at work. `npm run keys -- rotate`: makes another and seals everything of the database with
 * it. The house stands still meanwhile, for its processes hold the former key.
 *
 *   secret-key.next made ──▶ database changed, one transaction ──▶ secret-key.next renamed to secret-key
 *
 * Killed at any place, the same command goes on: the mark in the database says how far it came.
 */
import { join } from 'node:path';
import { type Settings, StartRefused } from '../config.ts';
import { sealedColumns } from '../house.sealed.ts';
import { type Database, migrate } from '../platform/db/index.ts';
import { livingNodes } from '../platform/db/nodes.ts';
import { changeKey, markOf, openHouseSecrets } from '../platform/keys/house-key.ts';
import { openSecrets } from '../platform/secrets.ts';
import { openDataDir } from './data-dir.ts';
import { keepNextKey, keepSecretKey, keyFileOf, promoteNextKey } from './key-file.ts';
import { takeLock } from './lock.ts';
import { withDatabase } from './own-database.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const refuseRunning = (who: string): never => {
  throw new StartRefused(
    `连线还在运行（${who}）：换密钥时要先停止所有节点。`,
    `The house still runs (${who}): stop every node before the key is changed.`,
  );
};

/** The file comes after the database: a crash in between leaves a database of the next key, and this does the rest. */
const change = async (settings: Settings, database: Database): Promise<string> => {
  const { dataDir } = settings;
  await migrate(database);
  const [node] = await livingNodes(database.db);
  if (node !== undefined) refuseRunning(node);
  const [present, next] = [keepSecretKey(dataDir, settings.secretKey), keepNextKey(dataDir)];
  if ((await markOf(database.db)) === openSecrets(next).mark) return '上次已重新加密，现在补完。';
  const { values, damaged } = await changeKey(database.db, { present, next, columns: sealedColumns });
  return `重新加密了 ${values} 项${damaged === 0 ? '' : `；另有 ${damaged} 项原来的密钥就打不开，保持原样`}。`;
};

const rotate = async (settings: Settings): Promise<number> => {
  const { dataDir } = settings;
  openDataDir(dataDir);
  const lock = takeLock(join(dataDir, 'lianxian.lock'));
  if (!('release' in lock)) return refuseRunning(`${lock.address} 进程 ${lock.pid}`);
  try {
    say(await withDatabase(settings, 'keys', database => change(settings, database)));
    promoteNextKey(dataDir);
  } finally {
    lock.release();
  }
  const { keyId } = openSecrets(keepSecretKey(dataDir, null));
  say(`现在的密钥是 ${keyId}，在 ${keyFileOf(dataDir)}（只有本用户可读）。`);
  if (settings.secretKey !== null) say('环境变量 SECRET_KEY 还是旧的：请改成这个文件的内容，或去掉它。');
  say('其他节点启动前要用同一个密钥；以前的备份仍然要用旧密钥打开，它在那些备份旁边的 .key 文件里。');
  return 0;
};

const show = async (settings: Settings): Promise<number> => {
  openDataDir(settings.dataDir);
  const key = keepSecretKey(settings.dataDir, settings.secretKey);
  await withDatabase(settings, 'keys', async database => {
    await migrate(database);
    const { keyId } = await openHouseSecrets(database.db, key, sealedColumns);
    say(`密钥 ${keyId}，与数据库一致。更换：停止连线后运行 npm run keys -- rotate。`);
  });
  return 0;
};

/** @returns the exit code. @throws {StartRefused | DatabaseRefused} with a sentence. */
export const keys = async (settings: Settings, command: string | undefined): Promise<number> => {
  if (command === 'rotate') return await rotate(settings);
  if (command === undefined) return await show(settings);
  throw new StartRefused('用法：npm run keys [-- rotate]', 'Usage: npm run keys [-- rotate]');
};
