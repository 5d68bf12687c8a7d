/**
 * Nothing may run on after the tests. Whatever they start carries the run's mark in its environment, works below the
 * run's temporary folder (PostgreSQL gets a clean environment), or was given a path below it.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const LAST_BREATH_MS = 5_000;

const read = file => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

const folderOf = pid => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
};

const isZombie = pid => /^\d+ \(.*\) Z/s.test(read(`/proc/${pid}/stat`));

/** Processes of this run by mark or folder; on systems without /proc none are found. */
const findMarked = (mark, folder) => {
  let pids = [];
  try {
    pids = readdirSync('/proc').filter(name => /^\d+$/.test(name) && Number(name) !== process.pid);
  } catch {
    return [];
  }
  return pids
    .filter(
      pid =>
        read(`/proc/${pid}/environ`).includes(mark) ||
        folderOf(pid).startsWith(folder) ||
        read(`/proc/${pid}/cmdline`).includes(folder),
    )
    .filter(pid => !isZombie(pid))
    .map(pid => ({ pid: Number(pid), command: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim() }));
};

/** Waits a moment for what is just ending, then ends the rest by force. @returns what had to be ended. */
export const endLeftOvers = async (mark, folder) => {
  const until = performance.now() + LAST_BREATH_MS;
  let found = findMarked(mark, folder);
  while (found.length > 0 && performance.now() < until) {
    await delay(100);
    found = findMarked(mark, folder);
  }
  for (const { pid } of found) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself at last.
    }
  }
  return found;
};
