/**
 * Only the same day's batches are kept: the day of Asia/Shanghai, which has had no summer time since 1991.
 */
const SHANGHAI_MS = 8 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** When the day of `at` began. */
export const dayStart = (at: Date): Date =>
  new Date(Math.floor((at.getTime() + SHANGHAI_MS) / DAY_MS) * DAY_MS - SHANGHAI_MS);
