import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { platformMerchants } from './people.store.ts';

/** A reminder to all people of the platform: what its operator should look at. */
export const tellPlatform = async (
  db: UnscopedDb,
  push: Pick<PushSender, 'toMerchant'>,
  msg: string,
): Promise<void> => {
  for (const id of await platformMerchants(db)) push.toMerchant(id, { type: 1, msg });
};

/** Said once a day, while nobody does anything about it. */
const EVERY_MS = 86_400_000;

/**
 * A reminder that comes once a day at most, however often its cause does: the operator reads it in the log, the platform's
 * people in their reminders. One that reached nobody is said again at the next cause.
 */
export const openDailyBell = (parts: {
  readonly db: UnscopedDb;
  readonly log: Log;
  readonly push: Pick<PushSender, 'toMerchant'>;
  /** What the reminder says, as rows keep it. */
  readonly msg: string;
  /** What the log says. */
  readonly says: string;
}): ((at: Date) => void) => {
  const { db, log, push, msg, says } = parts;
  let saidAt = Number.NEGATIVE_INFINITY;
  return at => {
    if (at.getTime() - saidAt < EVERY_MS) return;
    saidAt = at.getTime();
    log.warn(says);
    tellPlatform(db, push, msg).catch((error: unknown) => {
      saidAt = Number.NEGATIVE_INFINITY;
      log.warn({ err: error, says }, 'nobody was told');
    });
  };
};
