import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { type Clock, later } from '../../platform/time.ts';
import { removeOld } from './messages.store.ts';

const DAY_MS = 86_400_000;
/** Reminders are listed so long. */
export const REMINDER_MS = 30 * DAY_MS;
const AT_ONCE = 5_000;

/** Removes reminders of before a month and the other messages of before a day. */
export const messagePurgeJob = (db: UnscopedDb, clock: Clock): Jobs => ({
  purgeMessages: async (_payload, signal) => {
    const [day, month] = [later(clock.now(), -DAY_MS), later(clock.now(), -REMINDER_MS)];
    while (!signal.aborted && (await removeOld(db, { day, month }, AT_ONCE)) > 0);
  },
});
