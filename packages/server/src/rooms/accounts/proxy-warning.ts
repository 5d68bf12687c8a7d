import type { HouseDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { tellPlatform } from './tell-platform.ts';

/** Said once a day, while nobody does anything about it. */
const EVERY_MS = 86_400_000;

/**
 * Behind a proxy that is not trusted everybody has the proxy's address: a hundred wrong passwords of anybody close the
 * sign-in for all new browsers. The operator reads it in the log, the platform's people in their reminders.
 */
export const openProxyWarning = (parts: {
  readonly db: HouseDb;
  readonly log: Log;
  readonly push: Pick<PushSender, 'toMerchant'>;
  /** What the reminder says. */
  readonly msg: string;
}): ((at: Date) => void) => {
  const { db, log, push, msg } = parts;
  let saidAt = Number.NEGATIVE_INFINITY;
  const say = async (): Promise<void> => {
    log.warn('sign-ins come through a proxy, and TRUST_PROXY is off: all of them seem to have one address');
    await tellPlatform(db, push, msg);
  };
  return at => {
    if (at.getTime() - saidAt < EVERY_MS) return;
    saidAt = at.getTime();
    say().catch((error: unknown) => log.warn({ err: error }, 'nobody was told of the proxy'));
  };
};
