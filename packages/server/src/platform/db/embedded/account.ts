import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseRefused } from '../refused.ts';

/** The system account PostgreSQL runs under when we are root: it refuses to run as root itself. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** `postgres` where it exists, because it owns nothing else; else the account that owns nothing at all. */
const candidates = ['postgres', 'nobody'];

const passwd = async (): Promise<readonly (readonly string[])[]> => {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').map(line => line.split(':'));
};

/** The first of these accounts that there is. */
export const findAccount = async (names: readonly string[]): Promise<Account | null> => {
  const users = await passwd();
  const user = names.map(name => users.find(fields => fields[0] === name)).find(found => found !== undefined);
  return user === undefined ? null : { name: user[0] ?? '', uid: Number(user[2]), gid: Number(user[3]) };
};

/** Whom to run as: `null` is ourselves. Refuses a user id without a name, which PostgreSQL cannot start under. */
export const accountToRunAs = async (): Promise<Account | null> => {
  const uid = process.getuid?.();
  if (uid === undefined) return null;
  const users = await passwd();
  if (uid !== 0) {
    if (process.platform === 'linux' && users.length > 1 && !users.some(user => Number(user[2]) === uid)) {
      throw new DatabaseRefused(
        `用户编号 ${uid} 在 /etc/passwd 里没有名字，内置的 PostgreSQL 无法启动；请换一个用户，或设置 DATABASE_URL。`,
        `User id ${uid} has no entry in /etc/passwd, so PostgreSQL cannot start; use another user or set DATABASE_URL.`,
      );
    }
    return null;
  }
  const account = await findAccount(candidates);
  if (account !== null) return account;
  throw new DatabaseRefused(
    '以 root 运行时需要 postgres 或 nobody 用户，系统里都没有；请换一个用户，或设置 DATABASE_URL。',
    'As root PostgreSQL needs the account postgres or nobody, and neither exists; use another user or set DATABASE_URL.',
  );
};

const OTHERS_MAY_ENTER = 0o001;

/** A closed folder above the data (a 0700 home) shuts the account out: found before PostgreSQL fails with less to say. */
export const refuseClosedHome = async (folder: string, account: Account | null): Promise<void> => {
  if (account === null) return;
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    const { mode, uid } = await stat(above);
    if (uid !== account.uid && (mode & OTHERS_MAY_ENTER) === 0) {
      throw new DatabaseRefused(
        `用户 ${account.name} 进不了 ${above}，数据不能放在它下面；请用 DATA_DIR 换一个文件夹。`,
        `The account ${account.name} cannot enter ${above}, so the data cannot lie below it; set DATA_DIR to another folder.`,
      );
    }
  }
};
