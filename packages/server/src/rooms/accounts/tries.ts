import { createHash } from 'node:crypto';
import type { HouseDb } from '../../platform/db/index.ts';
import { refuse } from '../../platform/http/index.ts';
import { afterFailure, minutesLocked } from './lock.policy.ts';
import { findFailures, forgetFailures, keepFailures } from './login.store.ts';

/** Whose wrong passwords are counted together, e.g. an account as typed; kept as a hash. */
export type Subject = readonly string[];

/** Wrong tries of one subject: they wait for each other, and the fifth in a row locks it for a quarter of an hour. */
export interface Tries {
  /** Whole minutes to wait; null when it is open. */
  readonly locked: (subject: Subject, at: Date) => Promise<number | null>;
  /** One more was wrong; minutes when that locked it. */
  readonly fail: (subject: Subject, at: Date) => Promise<number | null>;
  readonly forget: (subject: Subject) => Promise<void>;
  /** Runs a try after those of the same subject that came before; refuses when too many wait. */
  readonly inTurn: <R>(subject: Subject, work: () => Promise<R>) => Promise<R>;
}

/** Tries of one subject wait for each other, so that a burst of guesses cannot outrun the lock. */
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

const hashOf = (subject: Subject): Buffer => createHash('sha256').update(subject.join(' ').toLowerCase()).digest();

export const openTries = (db: HouseDb): Tries => {
  const queue = oneAtATime();
  return {
    locked: async (subject, at) => minutesLocked(await findFailures(db, hashOf(subject)), at),
    fail: async (subject, at) => {
      const hash = hashOf(subject);
      const failures = afterFailure(await findFailures(db, hash), at);
      await keepFailures(db, hash, failures);
      return minutesLocked(failures, at);
    },
    forget: subject => forgetFailures(db, hashOf(subject)),
    inTurn: (subject, work) => queue(hashOf(subject).toString('base64'), work),
  };
};
