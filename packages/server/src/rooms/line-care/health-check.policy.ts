import type { Instant, LineBecause } from '@lianxian/core';

/** What a check of a line came to; null: nothing yet. */
export type HealthCheck =
  | { readonly type: 'alive' }
  /** `certain`: asking again at once would not help. */
  | { readonly type: 'missed'; readonly because: LineBecause; readonly certain: boolean };

/** RFC 3261 §21.4.9, §21.5.4: whoever passes our question on got no answer, or takes nothing now. */
const TIMED_OUT = 408;
const UNAVAILABLE = 503;

/** Asking again at once finds the same. */
const CERTAIN: ReadonlySet<LineBecause> = new Set(['unreachable', 'certificate', 'notAllowed', 'notOpen']);

const missed = (because: LineBecause, certain: boolean): HealthCheck => ({ type: 'missed', because, certain });

/** The answer to OPTIONS. Any other answer shows that somebody lives, be it that he knows no OPTIONS (403, 404, 405, 501). */
export const ofProbe = (
  answer: { readonly code: number | null; readonly because: LineBecause | null } | null,
): HealthCheck => {
  if (answer === null) return missed('unreachable', true);
  const { code, because } = answer;
  if (code === null) return missed(because ?? 'noReply', because !== null && CERTAIN.has(because));
  if (code === TIMED_OUT) return missed('noReply', false);
  return code === UNAVAILABLE ? missed('serverError', false) : { type: 'alive' };
};

/** Our registration as it stands. While the carrier still keeps the last one, a failed refresh is no more than a miss. */
export const ofRegistration = (
  state: { readonly is: string; readonly because: LineBecause; readonly until: Instant | null } | null,
  at: Instant,
): HealthCheck | null => {
  if (state === null) return null;
  const isKept = state.until !== null && state.until > at;
  if (state.is === 'failed') return missed(state.because === '' ? 'notRegistered' : state.because, !isKept);
  return isKept ? { type: 'alive' } : null;
};

/** A gateway's registration with us. */
export const ofBinding = (isBound: boolean): HealthCheck =>
  isBound ? { type: 'alive' } : missed('notRegistered', true);
