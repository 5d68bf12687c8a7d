/**
 * Files of the installation's key, below the data folder, 0600. `secret-key` is the key at work; `secret-key.next` lies
 * beside it from the moment a change of keys begins until the database has changed: whatever crashes, one of the two is the
 * database's.
 */
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartRefused } from '../config.ts';

const KEY_BYTES = 32;

export const keyFileOf = (folder: string): string => join(folder, 'secret-key');
const nextFileOf = (folder: string): string => `${keyFileOf(folder)}.next`;

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

const refuseDamaged = (file: string): never => {
  throw new StartRefused(
    `密钥文件 ${file} 已损坏：请从备份恢复它，或设置 SECRET_KEY。`,
    `The key file ${file} is damaged: restore it from a backup or set SECRET_KEY.`,
  );
};

const refuseUnreadable = (file: string, error: unknown): never => {
  throw new StartRefused(
    `密钥文件 ${file} 读不了（${codeOf(error)}）：里面可能就是数据库的密钥，请先改它的权限。`,
    `The key file ${file} cannot be read (${codeOf(error)}): the database's key may be in it; change its rights first.`,
  );
};

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** Null: what is there is no key. @throws ENOENT, and {StartRefused} for a file that cannot be read. */
const keyIn = (file: string): string | null => {
  try {
    const kept = readFileSync(file, 'utf8').trim();
    return Buffer.from(kept, 'base64').length === KEY_BYTES ? kept : null;
  } catch (error) {
    if (isMissing(error)) throw error;
    return refuseUnreadable(file, error);
  }
};

/** What a key file says. @throws ENOENT, and {StartRefused} when it cannot be read or is no key. */
export const readKeyFile = (file: string): string => keyIn(file) ?? refuseDamaged(file);

const syncFolder = (folder: string): void => {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
};

/** Writes a new file for us alone that survives a power failure. Throws EEXIST where there is one. */
export const writeKeyFile = (file: string, key: string): void => {
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeSync(handle, key);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  syncFolder(dirname(file));
};

const keepKey = (file: string, key: string): string => {
  try {
    writeKeyFile(file, key);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return readKeyFile(file);
    throw new StartRefused(
      `密钥文件 ${file} 不能写（${codeOf(error)}）：请改权限或用 DATA_DIR 换一个文件夹。`,
      `The key file ${file} cannot be written (${codeOf(error)}); change its rights or set DATA_DIR to another folder.`,
    );
  }
  return readKeyFile(file);
};

/** A key for an installation that has none, not kept yet. Base64, 32 bytes. */
export const makeSecretKey = (): string => randomBytes(KEY_BYTES).toString('base64');

/** The key this installation seals with: the set one, else the one in the data folder; null: there is none. Makes none. */
export const secretKeyOf = (folder: string, set: string | null): string | null => {
  if (set !== null) return set;
  try {
    return readKeyFile(keyFileOf(folder));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

/** Keeps it for us alone; where another start was faster, it is that one's. @returns the key that lies there now. */
export const keepSecretKey = (folder: string, key: string): string => keepKey(keyFileOf(folder), key);

/** The key in the data folder, also where another is set; null: there is none, or what is there is no key. */
export const readKeptKey = (folder: string): { readonly file: string; readonly key: string } | null => {
  const file = keyFileOf(folder);
  try {
    const key = keyIn(file);
    return key === null ? null : { file, key };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

/** The key to change to: made once, the same one again after a change that was cut short. */
export const keepNextKey = (folder: string): string => keepKey(nextFileOf(folder), makeSecretKey());

/** The key of a change that was cut short; null: none was. */
export const readNextKey = (folder: string): string | null =>
  existsSync(nextFileOf(folder)) ? readKeyFile(nextFileOf(folder)) : null;

/** The database has changed: the next key is the key at work, the former one is gone. */
export const promoteNextKey = (folder: string): void => {
  const [file, next] = [keyFileOf(folder), nextFileOf(folder)];
  const former = statSync(file, { throwIfNoEntry: false });
  if (former !== undefined && process.getuid?.() === 0) chownSync(next, former.uid, former.gid);
  renameSync(next, file);
  syncFolder(folder);
};
