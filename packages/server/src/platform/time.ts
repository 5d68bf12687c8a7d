/** Wall clock for rules about moments (expiry, locks, rows). Durations are measured on `performance.now()`. */
export interface Clock {
  readonly now: () => Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The moment `ms` after another. */
export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
