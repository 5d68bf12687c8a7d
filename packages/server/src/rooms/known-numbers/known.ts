import { type BlacklistName, listedBecause } from '@lianxian/core';
import { merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { blacklisted } from '../blacklist/index.ts';
import { withoutConsent } from '../consents/index.ts';
import { knownDead, recentlyCalled, waitingElsewhere } from './known.store.ts';

/** Whom a task leaves out of its imports, beside the blacklist and who is on its list. */
export interface LeavingOut {
  readonly skipRecentDays: number;
  readonly skipOtherTasks: boolean;
  readonly skipDeadDays: number;
}

/** Why a good number is not called; `duplicate`: it is on the list already. */
export type LeftOut = ReturnType<typeof listedBecause> | 'noConsent' | 'recent' | 'otherTask' | 'dead' | 'duplicate';

/** What the house knows of the numbers of some people. */
export interface Known {
  /** Which list says no. */
  readonly black: ReadonlyMap<string, { readonly list: BlacklistName }>;
  readonly noConsent: ReadonlySet<string>;
  readonly recent: ReadonlySet<string>;
  readonly otherTask: ReadonlySet<string>;
  readonly dead: ReadonlySet<string>;
}

const nobody: ReadonlySet<string> = new Set();
/** A merchant has so many tasks that may call at most; of more the newest are looked at. */
const MOST_TASKS = 1_000;

export const knownOf = async (
  db: UnscopedDb,
  key: { readonly merchantId: string; readonly taskId: string },
  { skipRecentDays, skipOtherTasks, skipDeadDays }: LeavingOut,
  phones: readonly string[],
): Promise<Known> => {
  const own = merchantDb(db, key.merchantId);
  return {
    black: await blacklisted(db, key, phones),
    noConsent: await withoutConsent(db, key.merchantId, phones),
    recent: await recentlyCalled(own, phones, skipRecentDays),
    otherTask: skipOtherTasks ? await waitingElsewhere(own, key.taskId, phones, MOST_TASKS) : nobody,
    dead: await knownDead(own, phones, skipDeadDays),
  };
};

/**
 * Of a person all numbers count (decision 83): who asked at one of them not to be called is called at none, and so is who
 * was called of late or waits in another task. A number that is dead, or without the consent that is asked for, leaves the others; null: the person is called.
 */
export const whyLeftOut = (numbers: readonly string[], known: Known): LeftOut | null => {
  const isAny = (of: ReadonlySet<string>): boolean => numbers.some(phone => of.has(phone));
  const [listed] = numbers.flatMap(phone => known.black.get(phone) ?? []);
  if (listed !== undefined) return listedBecause(listed.list);
  if (numbers.every(phone => known.noConsent.has(phone))) return 'noConsent';
  if (isAny(known.recent)) return 'recent';
  if (isAny(known.otherTask)) return 'otherTask';
  return numbers.every(phone => known.dead.has(phone)) ? 'dead' : null;
};
