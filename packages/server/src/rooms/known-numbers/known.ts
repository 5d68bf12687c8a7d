import type { MerchantDb } from '../../platform/db/index.ts';
import { blacklisted } from '../blacklist/index.ts';
import { knownDead, recentlyCalled, waitingElsewhere } from './known.store.ts';

/** Whom a task leaves out of its imports, beside the blacklist and who is on its list. */
export interface LeavingOut {
  readonly skipRecentDays: number;
  readonly skipOtherTasks: boolean;
  readonly skipDeadDays: number;
}

/** Why a good number is not called; `duplicate`: it is on the list already. */
export type LeftOut = 'blacklisted' | 'recent' | 'otherTask' | 'dead' | 'duplicate';

/** What the house knows of the numbers of some people. */
export interface Known {
  readonly black: ReadonlySet<string>;
  readonly recent: ReadonlySet<string>;
  readonly otherTask: ReadonlySet<string>;
  readonly dead: ReadonlySet<string>;
}

const nobody: ReadonlySet<string> = new Set();
/** A merchant has so many tasks that may call at most; of more the newest are looked at. */
const MOST_TASKS = 1_000;

export const knownOf = async (
  own: MerchantDb,
  taskId: string,
  { skipRecentDays, skipOtherTasks, skipDeadDays }: LeavingOut,
  phones: readonly string[],
): Promise<Known> => {
  return {
    black: await blacklisted(own, phones),
    recent: await recentlyCalled(own, phones, skipRecentDays),
    otherTask: skipOtherTasks ? await waitingElsewhere(own, taskId, phones, MOST_TASKS) : nobody,
    dead: await knownDead(own, phones, skipDeadDays),
  };
};

/**
 * Of a person all numbers count (decision 83): who asked at one of them not to be called is called at none, and so is who
 * was called of late or waits in another task. A dead number leaves the others; null: the person is called.
 */
export const whyLeftOut = (numbers: readonly string[], known: Known): LeftOut | null => {
  const isAny = (of: ReadonlySet<string>): boolean => numbers.some(phone => of.has(phone));
  if (isAny(known.black)) return 'blacklisted';
  if (isAny(known.recent)) return 'recent';
  if (isAny(known.otherTask)) return 'otherTask';
  return numbers.every(phone => known.dead.has(phone)) ? 'dead' : null;
};
