import { readlinkSync, realpathSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { isAlive } from '../../alive.ts';

/** What `postmaster.pid` says: written by PostgreSQL, left behind when it is killed. */
interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/** Reads `postmaster.pid`; `null` when there is none or it is not whole yet. */
export const readPostmaster = async (dataFolder: string): Promise<Postmaster | null> => {
  const text = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) && port > 0 ? { pid, port } : null;
};

/**
 * Does this process really serve this folder? A server's working folder is its data folder. Where the system does not
 * tell (no /proc), we do not know and say `null`.
 */
export const servesFolder = (pid: number, dataFolder: string): boolean | null => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataFolder);
  } catch {
    return isAlive(pid) ? null : false;
  }
};

/** Its parent, where it is a process that PostgreSQL made for itself. */
const ownProcess = async (pid: number): Promise<{ readonly parent: number } | null> => {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (!command.startsWith('postgres: ')) return null;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return { parent: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1] ?? 0) };
};

/**
 * What a killed server of this folder left: processes that end with the statement they are in, however long that takes, and
 * beside which no other server starts. Where the system does not tell (no /proc) there is none to name.
 */
export const orphansOf = async (dataFolder: string): Promise<readonly number[]> => {
  const pids = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name)).map(Number);
  const orphans: number[] = [];
  for (const pid of pids) {
    if (servesFolder(pid, dataFolder) !== true) continue;
    const own = await ownProcess(pid);
    if (own !== null && servesFolder(own.parent, dataFolder) !== true) orphans.push(pid);
  }
  return orphans;
};

const PROBE_LIMIT_MS = 3_000;
/** SQLSTATE class 57P: the server is there but starting, stopping or recovering. */
const NOT_READY = '57P03';

/**
 * Asks the server behind `url` for its data folder: the only proof that it is ours. `starting` while it is not ready,
 * `foreign` when it serves another folder or does not know our password, `silent` when nobody answers.
 */
export const probe = async (url: string, dataFolder: string): Promise<'ours' | 'starting' | 'foreign' | 'silent'> => {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_LIMIT_MS,
    query_timeout: PROBE_LIMIT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return realpathSync(rows[0]?.data_directory ?? '') === realpathSync(dataFolder) ? 'ours' : 'foreign';
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (code === NOT_READY) return 'starting';
    return code.startsWith('28') || code === 'ENOENT' ? 'foreign' : 'silent';
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** Removes a `postmaster.pid` whose process is gone or is somebody else's by now (ids are used again). */
export const removeStaleLock = async (dataFolder: string): Promise<boolean> => {
  const found = await readPostmaster(dataFolder);
  if (found === null) return false;
  if (isAlive(found.pid) && servesFolder(found.pid, dataFolder) !== false) return false;
  await rm(join(dataFolder, 'postmaster.pid'), { force: true });
  return true;
};
