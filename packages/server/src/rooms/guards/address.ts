import { createHash } from 'node:crypto';
import { limits } from '@lianxian/contract';
import type { HouseDb } from '../../platform/db/index.ts';
import { refuse } from '../../platform/http/index.ts';
import { later } from '../../platform/time.ts';
import { minutesUntilWindow, networkOf } from './address.policy.ts';
import { countFailure, uncountFailure } from './address.store.ts';

export interface Spent {
  /** It was no failure. */
  readonly giveBack: () => Promise<void>;
}

/**
 * What an address may get wrong within a quarter of an hour, over all accounts: guessing one password at many accounts
 * locks none of them. A try is counted before it is made, so that a burst cannot outrun the budget; what was no failure
 * is given back. Refuses with the minutes that are left.
 */
export const spendTry = async (
  db: HouseDb,
  { ip, at }: { readonly ip: string; readonly at: Date },
  what: 'login' | 'bind' | 'reset',
): Promise<Spent> => {
  const subject = createHash('sha256')
    .update(`${what} ${networkOf(ip)}`)
    .digest();
  const counted = await countFailure(db, subject, at, later(at, -limits.loginLockMs));
  const minutes = minutesUntilWindow(counted, at);
  if (minutes !== null) throw refuse('addressLocked', { minutes });
  return { giveBack: () => uncountFailure(db, subject) };
};
