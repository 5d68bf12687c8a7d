/**
 * A moment on a monotonic clock, in milliseconds (fractions allowed). Its zero means nothing: only differences do.
 * Core never reads a clock: every instant is handed in by the rim (`performance.now()` there, virtual time in tests).
 */
export type Instant = number & { readonly __unit: 'monotonic ms' };

/** Marks a plain number of milliseconds as an instant; for rims and tests. */
export const instant = (ms: number): Instant => ms as Instant;

/** The instant `ms` later (or earlier, when negative). */
export const after = (at: Instant, ms: number): Instant => (at + ms) as Instant;
