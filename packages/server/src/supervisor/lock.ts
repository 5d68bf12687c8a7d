/**
 * One running installation per data folder. The lock is a file that names its owner: process id and the moment that
 * process was started, so that an id that is used again (after `kill -9`, after a reboot, in a container where
 * everybody is process 1) does not look like a running house.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { isAlive } from '../platform/alive.ts';

const ownerSchema = z.object({ pid: z.number().int().positive(), startedAt: z.string(), address: z.string() });

type LockOwner = z.infer<typeof ownerSchema>;

export interface Lock {
  /** Tells a second start where the first one is found. */
  readonly tell: (address: string) => void;
  readonly release: () => void;
}

/** When a process was started, in the system's own words; '' where it does not say or there is no such process. */
const startOf = (pid: number): string => {
  try {
    if (process.platform === 'linux') {
      // Field 22 of stat; the name in brackets before it may hold spaces.
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      return `${boot} ${text.slice(text.lastIndexOf(')') + 2).split(' ')[19]}`;
    }
    if (process.platform === 'win32') return '';
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', timeout: 2_000 }).trim();
  } catch {
    return '';
  }
};

const readOwner = (file: string): LockOwner | null => {
  try {
    return ownerSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
};

const isRunning = (owner: LockOwner): boolean => isAlive(owner.pid) && startOf(owner.pid) === owner.startedAt;

/** Who runs on this lock now; null when nobody does. */
export const ownerOf = (file: string): LockOwner | null => {
  const owner = readOwner(file);
  return owner !== null && isRunning(owner) ? owner : null;
};

const write = (file: string, owner: LockOwner): boolean => {
  try {
    const handle = openSync(file, 'wx', 0o644);
    writeSync(handle, JSON.stringify(owner));
    closeSync(handle);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/**
 * Takes away a lock whose owner is gone, by renaming: of two who try only one does. Whoever was slower may have moved
 * the winner's new lock instead; it is put back.
 */
const clearStale = (file: string): void => {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (ownerOf(aside) !== null) linkSync(aside, file);
    rmSync(aside, { force: true });
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
};

/**
 * Takes the lock, or tells who has it. A lock file cut short by a crash counts as nobody's.
 * @throws what the file system says when the folder cannot be written.
 */
export const takeLock = (file: string): Lock | LockOwner => {
  const me: LockOwner = { pid: process.pid, startedAt: startOf(process.pid), address: '' };
  while (!write(file, me)) {
    const owner = ownerOf(file);
    if (owner !== null) return owner;
    clearStale(file);
  }
  return {
    tell: address => {
      const draft = `${file}.${process.pid}`;
      writeFileSync(draft, JSON.stringify({ ...me, address }));
      renameSync(draft, file);
    },
    release: () => {
      if (readOwner(file)?.pid === process.pid) rmSync(file, { force: true });
    },
  };
};
