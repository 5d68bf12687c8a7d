import { limits } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { later } from '../../platform/time.ts';
import { DEVICE_DAYS } from './device.ts';

const DAY_MS = 86_400_000;

/** What decides nothing any more: captchas, wrong tries whose window is over, browsers that were not seen for long. */
export const sweepTries = async (db: UnscopedDb, at: Date): Promise<void> => {
  const over = later(at, -2 * limits.loginLockMs);
  await db.deleteFrom('captcha').where('expiresAt', '<', at).execute();
  await db.deleteFrom('loginFailure').where('lastAt', '<', over).execute();
  await db.deleteFrom('addressFailure').where('beganAt', '<', over).execute();
  await db
    .deleteFrom('knownDevice')
    .where('seenAt', '<', later(at, -DEVICE_DAYS * DAY_MS))
    .execute();
};
