/**
 * `npm run keys`: names the key at work. `npm run keys -- rotate`: makes another and seals everything of the database with
 * it. The house stands still meanwhile, for its processes hold the former key.
 *
 *   secret-key.next made ──▶ database changed, one transaction ──▶ secret-key.next renamed to secret-key
 *
 * Killed at any place, the same command goes on: the mark in the database says how far it came.
 *
 * `npm run keys -- forget`: the way out when the former key is lost for good. What it alone opened is dropped, after a word
 * typed by the operator, and the key at hand becomes the database's.
 */
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { sealedColumns } from '../composition/sealed-columns.ts';
import { type Settings, StartRefused } from '../config.ts';
import { type Database, DatabaseRefused, migrate } from '../platform/db/index.ts';
import { livingNodes } from '../platform/db/nodes.ts';
import { changeKey, markOf, openHouseSecrets, refusalOfSet, refuseWithoutKey } from '../platform/keys/house-key.ts';
import { countSealed, forgetSealed } from '../platform/keys/sealed.ts';
import { openSecrets } from '../platform/secrets.ts';
import { openDataDir } from './data-dir.ts';
import {
  keepNextKey,
  keepSecretKey,
  keyFileOf,
  makeSecretKey,
  promoteNextKey,
  readKeptKey,
  readKeyFile,
  readNextKey,
  secretKeyOf,
} from './key-file.ts';
import { takeLock } from './lock.ts';
import { withDatabase } from './own-database.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const refuseRunning = (who: string): never => {
  throw new StartRefused(
    `连线还在运行（${who}）：换密钥时要先停止所有节点。`,
    `The house still runs (${who}): stop every node before the key is changed.`,
  );
};

/** Whoever set another key than the one that lies here and is the database's has lost nothing: nothing is changed or dropped. */
const refuseWhenKept = async ({ dataDir, secretKey }: Settings, { db }: Database): Promise<void> => {
  if (secretKey === null) return;
  const refusal = await refusalOfSet(db, secretKey, sealedColumns, readKeptKey(dataDir));
  if (refusal !== null) throw refusal;
};

const noneYet = '还没有密钥：第一次 npm start 会生成';

/** A change that was cut short after the database had changed. */
const isHalfChanged = async ({ dataDir }: Settings, { db }: Database): Promise<boolean> => {
  const next = readNextKey(dataDir);
  return next !== null && (await markOf(db)) === openSecrets(next).mark;
};

/** The file comes after the database: a crash in between leaves a database of the next key, and this does the rest. */
const change = async (settings: Settings, database: Database): Promise<string> => {
  const { dataDir } = settings;
  await migrate(database);
  const [node] = await livingNodes(database.db);
  if (node !== undefined) refuseRunning(node);
  await refuseWhenKept(settings, database);
  if (await isHalfChanged(settings, database)) return '上次已重新加密，现在补完。';
  const present = secretKeyOf(dataDir, settings.secretKey);
  if (present === null) {
    await refuseWithoutKey(database.db, sealedColumns, dataDir);
    throw new StartRefused(`${noneYet}。`, 'There is no key yet: the first npm start makes one.');
  }
  const change = { present, next: keepNextKey(dataDir), columns: sealedColumns };
  const { values, damaged } = await changeKey(database.db, change);
  return `重新加密了 ${values} 项${damaged === 0 ? '' : `；另有 ${damaged} 项原来的密钥就打不开，保持原样`}。`;
};

/** The installation is ours alone while this works. */
const alone = async <R>(settings: Settings, work: () => Promise<R>): Promise<R> => {
  openDataDir(settings.dataDir);
  const lock = takeLock(join(settings.dataDir, 'lianxian.lock'));
  if (!('release' in lock)) return refuseRunning(`${lock.address} 进程 ${lock.pid}`);
  try {
    return await work();
  } finally {
    lock.release();
  }
};

const rotate = async (settings: Settings): Promise<number> => {
  const { dataDir } = settings;
  await alone(settings, async () => {
    say(await withDatabase(settings, 'keys', database => change(settings, database)));
    promoteNextKey(dataDir);
  });
  const { keyId } = openSecrets(readKeyFile(keyFileOf(dataDir)));
  say(`现在的密钥是 ${keyId}，在 ${keyFileOf(dataDir)}（只有本用户可读）。`);
  if (settings.secretKey !== null) say('环境变量 SECRET_KEY 还是旧的：请改成这个文件的内容，或去掉它。');
  say('其他节点启动前要用同一个密钥；以前的备份仍然要用旧密钥打开，它在那些备份旁边的 .key 文件里。');
  return 0;
};

/** What the operator types when he means it. */
const FORGET_WORD = 'forget';

export type Ask = (question: string) => Promise<string>;

const askAtTerminal: Ask = async question => {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
};

const dropSealed = async ({ pool }: Database): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await forgetSealed(client, sealedColumns);
    await client.query('commit');
  } finally {
    // Whatever it was in the middle of ends with its connection.
    client.release(true);
  }
};

const forgetIn = async (settings: Settings, database: Database, ask: Ask): Promise<number> => {
  const { dataDir, secretKey } = settings;
  await migrate(database);
  const [node] = await livingNodes(database.db);
  if (node !== undefined) refuseRunning(node);
  const present = secretKeyOf(dataDir, secretKey);
  if (await isNothingLost(settings, database, present)) {
    say('数据库里没有手上的密钥打不开的东西：没有要删的。');
    return 0;
  }
  await refuseWhenKept(settings, database);
  if (await isHalfChanged(settings, database))
    throw new StartRefused(
      '上次换密钥只差一步：请运行 npm run keys -- rotate，什么都不会丢。',
      'The last change of keys lacks one step: run npm run keys -- rotate, and nothing is lost.',
    );
  const counts = await countSealed(database.pool, sealedColumns);
  say('原来的密钥打开的这些秘密会永远删掉，之后要重新设置：');
  for (const { says, values } of counts) say(`  ${says} ${values} 项`);
  const answer = await ask(`找得回原来的 secret-key 就不要继续。确定删除，请输入 ${FORGET_WORD}：`);
  if (answer.trim() !== FORGET_WORD) {
    say('没有删除。');
    return 1;
  }
  const key = present ?? keepSecretKey(dataDir, makeSecretKey());
  await dropSealed(database);
  const { keyId } = await openHouseSecrets(database.db, key, sealedColumns);
  say(`已删除。现在的密钥是 ${keyId}，可以启动了；请重新设置线路密码、两步验证、语音服务的密钥和 Webhook 签名密钥。`);
  return 0;
};

/** `key`: the one at hand, if there is one. */
const isNothingLost = async ({ dataDir }: Settings, { db }: Database, key: string | null): Promise<boolean> => {
  try {
    if (key === null) await refuseWithoutKey(db, sealedColumns, dataDir);
    else await openHouseSecrets(db, key, sealedColumns);
    return true;
  } catch (error) {
    if (error instanceof DatabaseRefused) return false;
    throw error;
  }
};

/** Looks, and makes none. */
const show = async (settings: Settings): Promise<number> => {
  const { dataDir, secretKey } = settings;
  openDataDir(dataDir);
  await withDatabase(settings, 'keys', async database => {
    await migrate(database);
    const key = secretKeyOf(dataDir, secretKey);
    if (key === null) {
      await refuseWithoutKey(database.db, sealedColumns, dataDir);
      say(`${noneYet}，放在 ${keyFileOf(dataDir)}。`);
      return;
    }
    const { keyId } = await openHouseSecrets(database.db, key, sealedColumns, () => readKeptKey(dataDir));
    say(`密钥 ${keyId}，与数据库一致。更换：停止连线后运行 npm run keys -- rotate。`);
  });
  return 0;
};

/** @returns the exit code. @throws {StartRefused | DatabaseRefused} with a sentence. */
export const keys = async (
  settings: Settings,
  command: string | undefined,
  ask: Ask = askAtTerminal,
): Promise<number> => {
  if (command === 'rotate') return await rotate(settings);
  if (command === 'forget')
    return await alone(settings, () => withDatabase(settings, 'keys', database => forgetIn(settings, database, ask)));
  if (command === undefined) return await show(settings);
  throw new StartRefused('用法：npm run keys [-- rotate | -- forget]', 'Usage: npm run keys [-- rotate | -- forget]');
};
