import { limits } from '@lianxian/contract';

/** Failures of one account as typed, known or not. */
export interface Failures {
  readonly count: number;
  readonly lockedUntil: Date | null;
}

/** Whole minutes to wait, at least 1; `null` when it is open. */
export const minutesLocked = (failures: Failures | undefined, at: Date): number | null => {
  const until = failures?.lockedUntil;
  if (!until || until <= at) return null;
  return Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 60_000));
};

/**
 * One more failure. The fifth within the time of a lock locks for that time; older ones are forgotten, and after a lock
 * the count starts anew.
 */
export const afterFailure = (
  before: (Failures & { readonly lastAt: Date }) | undefined,
  at: Date,
): Failures & { readonly lastAt: Date } => {
  const isRecent = before !== undefined && at.getTime() - before.lastAt.getTime() < limits.loginLockMs;
  const wasLocked = before?.lockedUntil !== null && before?.lockedUntil !== undefined;
  const count = (isRecent && !wasLocked ? before.count : 0) + 1;
  const isLocked = count >= limits.loginFailures;
  return { count, lockedUntil: isLocked ? new Date(at.getTime() + limits.loginLockMs) : null, lastAt: at };
};
