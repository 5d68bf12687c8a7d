import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../../folder.ts';
import { DatabaseRefused } from '../refused.ts';
import { type Account, accountToRunAs, refuseClosedHome } from './account.ts';
import { installBinaries } from './binaries.ts';

/** One installation's PostgreSQL on disk: programs, data, password. */
export interface Cluster {
  readonly programs: string;
  readonly dataFolder: string;
  readonly logFile: string;
  readonly ownerFile: string;
  readonly password: string;
  /** Of the role the house works with. */
  readonly appPassword: string;
  readonly account: Account | null;
}

export const SUPERUSER = 'lianxian';
export const APP_ROLE = 'lianxian_app';
const INITDB_LIMIT_MS = 120_000;

/** The server and initdb see none of our environment: PGPORT and friends would bend them. */
export const cleanEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH ?? '',
  LC_ALL: 'C',
  ...(process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot, TEMP: process.env.TEMP } : {}),
});

export const identity = (account: Account | null): { uid?: number; gid?: number } =>
  account === null ? {} : { uid: account.uid, gid: account.gid };

const keepPassword = async (file: string): Promise<string> => {
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept !== '') return kept;
  const made = randomBytes(24).toString('base64url');
  await writeFile(file, made, { mode: 0o600 });
  return made;
};

const initialise = async (programs: string, data: string, password: string, account: Account | null): Promise<void> => {
  const draft = `${data}.${process.pid}`;
  const passwordFile = `${draft}.pw`;
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account !== null) {
    await chown(draft, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = [`--username=${SUPERUSER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  try {
    await promisify(execFile)(join(programs, 'initdb'), ['-D', draft, ...locale, ...access, '--no-instructions'], {
      ...identity(account),
      cwd: draft,
      env: cleanEnvironment(),
      timeout: INITDB_LIMIT_MS,
    });
    await rename(draft, data);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another start of the same installation was faster: its folder is as good as ours.
    if (await exists(join(data, 'PG_VERSION'))) return;
    const said = String((error as { stderr?: string }).stderr ?? error).trim();
    throw new DatabaseRefused(`数据库文件夹 ${data} 建不起来：${said}`, `initdb failed in ${data}.`);
  } finally {
    await rm(passwordFile, { force: true });
  }
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Data of another major version is not ours to open: PostgreSQL would refuse with less to say. */
const refuseOtherVersion = async (programs: string, data: string): Promise<void> => {
  const kept = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
  const ours = /runtime-(\d+)/.exec(programs)?.[1];
  if (kept === ours) return;
  throw new DatabaseRefused(
    `${data} 是 PostgreSQL ${kept} 的数据，这一版带的是 PostgreSQL ${ours}；请先导出再导入，或设置 DATABASE_URL。`,
    `${data} was made by PostgreSQL ${kept}; this release brings ${ours}. Dump and restore, or set DATABASE_URL.`,
  );
};

const makeClusterFolder = (folder: string): void => {
  try {
    makeFolder(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new DatabaseRefused(
      `数据库文件夹 ${folder} 建不起来（${code}）：请改权限或用 DATA_DIR 换一个文件夹。`,
      `The folder of the database ${folder} cannot be made (${code}): change its rights or set DATA_DIR to another one.`,
    );
  }
};

/** Finds or makes the cluster below `folder`: programs copied, data initialised once, the password kept 0600. */
export const prepareCluster = async (folder: string): Promise<Cluster> => {
  const account = await accountToRunAs();
  makeClusterFolder(folder);
  await refuseClosedHome(folder, account);
  // The account passes through to its own folders and reads nothing else here.
  await chmod(folder, 0o711);
  const programs = await installBinaries(folder, account);
  const password = await keepPassword(join(folder, 'password'));
  const dataFolder = join(folder, 'data');
  if (!(await exists(join(dataFolder, 'PG_VERSION')))) await initialise(programs, dataFolder, password, account);
  await refuseOtherVersion(programs, dataFolder);
  return {
    programs,
    dataFolder,
    logFile: join(folder, 'server.log'),
    ownerFile: join(folder, 'owner'),
    password,
    appPassword: await keepPassword(join(folder, 'app-password')),
    account,
  };
};
