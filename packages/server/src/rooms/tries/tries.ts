import { createHash } from 'node:crypto';
import { limits } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { type Refusal, refuse } from '../../platform/http/index.ts';
import type { NoteSecurity } from '../../platform/security-log.ts';
import { minutesLocked } from './lock.policy.ts';
import { countTry, forgetTries, uncountTry } from './tries.store.ts';

/**
 * Whose wrong passwords are counted together, e.g. an account as typed; kept as a hash. What is tried comes first: what a
 * stranger types at the sign-in must never be another check's subject.
 */
export type Subject = readonly [what: 'signIn' | 'password' | 'code' | 'reset', ...whose: readonly string[]];

/** One try, which counts as wrong until it is said to be right. */
export interface Try {
  /** It was wrong, as the security log is told: what to throw, with the minutes to wait when it was the last one. */
  readonly fail: (why: 'loginWrong' | 'codeWrong' | 'oldPasswordWrong' | 'resetCodeWrong') => Refusal;
  /** It was right, so those before are forgotten. */
  readonly forget: () => Promise<void>;
  /** Nothing was tried after all. */
  readonly giveBack: () => Promise<void>;
}

interface Trying {
  readonly subject: Subject;
  readonly at: Date;
  /** Where it comes from. */
  readonly ip: string;
  /** What is said while it is locked. */
  readonly lock: 'accountLocked' | 'passwordTries';
}

/** Wrong tries of one subject: the fifth in a row locks it for a quarter of an hour, whichever process they came to. */
export interface Tries {
  /** Runs a try after those of the same subject that came before; refuses while it is locked and when too many wait. */
  readonly attempt: <R>(trying: Trying, work: (one: Try) => Promise<R>) => Promise<R>;
}

/** Where tries are counted, and who is told of wrong ones. */
export interface TryParts {
  readonly db: UnscopedDb;
  readonly noteSecurity: NoteSecurity;
}

/** Tries of one subject wait for each other, so that many right ones at once are not taken for guesses. */
const MOST_WAITING = 20;

/** Runs work of the same key one after the other; refuses when too many wait. */
const oneAtATime = () => {
  const last = new Map<string, { done: Promise<unknown>; waiting: number }>();
  return async <R>(key: string, work: () => Promise<R>): Promise<R> => {
    const before = last.get(key);
    if (before !== undefined && before.waiting >= MOST_WAITING) throw refuse('tooMany', { seconds: 1 });
    const run = (before?.done ?? Promise.resolve()).then(work, work);
    const entry = { done: run.catch(() => undefined), waiting: (before?.waiting ?? 0) + 1 };
    last.set(key, entry);
    try {
      return await run;
    } finally {
      const now = last.get(key);
      if (now !== undefined) now.waiting -= 1;
      if (now === entry) last.delete(key);
    }
  };
};

const hashOf = (subject: Subject): Buffer =>
  createHash('sha256').update(JSON.stringify(subject).toLowerCase()).digest();
const LOCK_MINUTES = limits.loginLockMs / 60_000;

const take = async ({ db, noteSecurity }: TryParts, hash: Buffer, { at, ip, lock }: Trying): Promise<Try> => {
  const counted = await countTry(db, hash, at);
  if (!counted.counted) throw refuse(lock, { minutes: minutesLocked(counted.until, at) ?? 1 });
  return {
    fail: why => {
      noteSecurity(why === 'resetCodeWrong' ? 'resetFailed' : 'signInFailed', ip);
      if (!counted.locks) return refuse(why);
      noteSecurity('signInLocked', ip);
      return refuse(lock, { minutes: LOCK_MINUTES });
    },
    forget: () => forgetTries(db, hash),
    giveBack: () => uncountTry(db, hash),
  };
};

export const openTries = (parts: TryParts): Tries => {
  const queue = oneAtATime();
  return {
    attempt: (trying, work) => {
      const hash = hashOf(trying.subject);
      return queue(hash.toString('base64'), async () => await work(await take(parts, hash, trying)));
    },
  };
};
