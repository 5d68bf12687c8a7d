import { createHash } from 'node:crypto';
import { limits } from '@lianxian/contract';
import { type Refusal, refuse } from '../../platform/http/index.ts';
import { later } from '../../platform/time.ts';
import { minutesUntilWindow, networkOf } from './address.policy.ts';
import { countFailure, uncountFailure } from './address.store.ts';
import type { TryParts } from './tries.ts';

export interface Spent {
  /** It was no failure. */
  readonly giveBack: () => Promise<void>;
  /** It was a wrong guess, as the security log is told: what to throw. */
  readonly fail: (why: 'bindCodeWrong') => Refusal;
}

/**
 * What an address may get wrong within a quarter of an hour, over all accounts: guessing one password at many accounts
 * locks none of them. A try is counted before it is made, so that a burst cannot outrun the budget; what was no failure
 * is given back. Refuses with the minutes that are left, and tells the security log.
 */
export const spendTry = async (
  { db, noteSecurity }: TryParts,
  { ip, at }: { readonly ip: string; readonly at: Date },
  what: 'login' | 'bind' | 'reset',
): Promise<Spent> => {
  const subject = createHash('sha256')
    .update(`${what} ${networkOf(ip)}`)
    .digest();
  const counted = await countFailure(db, subject, at, later(at, -limits.loginLockMs));
  const minutes = minutesUntilWindow(counted, at);
  if (minutes !== null) {
    noteSecurity('addressLocked', ip);
    throw refuse('addressLocked', { minutes });
  }
  return {
    giveBack: () => uncountFailure(db, subject),
    fail: why => {
      noteSecurity('signInFailed', ip);
      return refuse(why);
    },
  };
};
