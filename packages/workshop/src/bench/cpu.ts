import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const TICKS_A_SECOND = 100;

interface ProcessTime {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly ticks: number;
  /** Of those it started that have ended. */
  readonly endedTicks: number;
}

const readProcess = (pid: number): ProcessTime | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      pid,
      parent: Number(fields[1]),
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
      ticks: Number(fields[11]) + Number(fields[12]),
      endedTicks: Number(fields[13]) + Number(fields[14]),
    };
  } catch {
    return null;
  }
};

/**
 * User and system time so far of a house's processes by name, its database left out. Seconds.
 * A process that ends between two looks takes its time with it: compare only while none does.
 */
export const cpuOfHouse = (supervisor: number): Map<string, number> => {
  const all = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => readProcess(Number(name)))
    .filter(found => found !== null);
  const seconds = new Map<string, number>();
  const visit = (pid: number): void => {
    const found = all.find(each => each.pid === pid);
    if (found === undefined || /--role database|\/postgres/.test(found.command)) return;
    const name = /--role (\w+)|(media-worker|voice)\/|(practice)\//.exec(found.command)?.slice(1).find(Boolean);
    const key = `${name ?? 'supervisor'} ${pid}`;
    seconds.set(key, found.ticks / TICKS_A_SECOND);
    for (const child of all) if (child.parent === pid) visit(child.pid);
  };
  visit(supervisor);
  return seconds;
};

/** A process and all below it, of one kind by what stands in their command line. */
export const pidsBelow = (top: number, kind = /./): readonly number[] => [top, ...pidsOfHouse(top, kind)];

/** Of one kind among a house's processes, by what stands in their command line. */
export const pidsOfHouse = (supervisor: number, kind: RegExp): number[] => {
  const all = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => readProcess(Number(name)))
    .filter(found => found !== null);
  const below = (parent: number): ProcessTime[] =>
    all.filter(each => each.parent === parent).flatMap(each => [each, ...below(each.pid)]);
  return below(supervisor).flatMap(({ pid, command }) => (kind.test(command) ? [pid] : []));
};

/** Resident memory of one process, KiB. */
export const residentKib = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);

/** Open descriptors of one process. */
export const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Of a process that lives. */
export const parentOf = (pid: number): number => readProcess(pid)?.parent ?? 0;

/** User and system time of one process so far, seconds; 0 when it is gone. */
export const cpuSecondsOf = (pid: number): number => (readProcess(pid)?.ticks ?? 0) / TICKS_A_SECOND;

/** Of a process and all below it, those that have ended among them: what two looks differ by is all that was used between. */
export const cpuSecondsWithEnded = (top: number): number =>
  pidsBelow(top).reduce((sum, pid) => {
    const { ticks, endedTicks } = readProcess(pid) ?? { ticks: 0, endedTicks: 0 };
    return sum + (ticks + endedTicks) / TICKS_A_SECOND;
  }, 0);

/** Seconds the machine's processors were taken away by the host since it started: a noisy neighbour spoils a figure. */
export const stolenSeconds = (): number =>
  Number(readFileSync('/proc/stat', 'utf8').split('\n')[0]?.trim().split(/\s+/)[8] ?? 0) / TICKS_A_SECOND;
