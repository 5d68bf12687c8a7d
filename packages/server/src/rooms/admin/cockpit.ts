import type { OutputOf, platformEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { CALLS_NEED_BYTES, roomOnDisk } from '../../platform/disk.ts';
import { callsByMinute, deadLines, failingTasks, lowBalances, nodes } from './cockpit.store.ts';

type Cockpit = OutputOf<typeof platformEndpoints.cockpit>;

/** What a cockpit says of the house itself. */
export interface HouseFacts {
  readonly version: string;
  readonly dataDir: string;
}

const MEGABYTE = 1_048_576;

const houseNow = async (db: UnscopedDb, { version, dataDir }: HouseFacts): Promise<Cockpit['house']> => {
  const [free, all] = await Promise.all([roomOnDisk(dataDir), nodes(db)]);
  return {
    version,
    diskFreeMB: Math.floor(free / MEGABYTE),
    diskNeedsMB: Math.floor(CALLS_NEED_BYTES / MEGABYTE),
    nodes: [...all],
  };
};

/** What needs a hand now. `resellerId`: of its merchants alone, and nothing of the house. */
export const cockpit = async (db: UnscopedDb, resellerId: string | null, facts: HouseFacts): Promise<Cockpit> => {
  const [minutes, lines, balances, tasks, house] = await Promise.all([
    callsByMinute(db, resellerId),
    deadLines(db, resellerId),
    lowBalances(db, resellerId),
    failingTasks(db, resellerId),
    resellerId === null ? houseNow(db, facts) : null,
  ]);
  return {
    minutes: [...minutes],
    deadLines: { ...lines, list: lines.list.map(line => ({ ...line, since: line.since.toISOString() })) },
    lowBalances: { ...balances, list: [...balances.list] },
    failingTasks: { ...tasks, list: [...tasks.list] },
    house,
  };
};
