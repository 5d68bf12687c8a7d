import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second wherever Node runs (`getconf CLK_TCK`). */
const TICKS_A_SECOND = 100;

/**
 * CPU seconds of this process and of all that it, or a child of it, waited for; null where the system does not tell.
 * What was killed together with its parent is not in it.
 */
export const cpuSeconds = () => {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name before it may hold blanks. utime, stime, cutime and cstime are fields 14 to 17 (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND;
  } catch {
    return null;
  }
};
