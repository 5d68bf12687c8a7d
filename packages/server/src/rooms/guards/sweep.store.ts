import { limits } from '@lianxian/contract';
import type { HouseDb } from '../../platform/db/index.ts';
import { later } from '../../platform/time.ts';
import { DEVICE_DAYS } from './device.ts';

const DAY_MS = 86_400_000;

/** What decides nothing any more: captchas, wrong tries whose window is over, browsers that were not seen for long. */
export const sweepGuards = async (db: HouseDb, at: Date): Promise<void> => {
  const over = later(at, -2 * limits.loginLockMs);
  await db.deleteFrom('captcha').where('expires_at', '<', at).execute();
  await db.deleteFrom('login_failure').where('last_at', '<', over).execute();
  await db.deleteFrom('address_failure').where('began_at', '<', over).execute();
  await db
    .deleteFrom('known_device')
    .where('seen_at', '<', later(at, -DEVICE_DAYS * DAY_MS))
    .execute();
};
