import { type Instant, instant } from '@lianxian/core/kit';

/**
 * Instants cross from process to process (exchange in calls, media in a worker). `performance.now()` counts from each
 * process's own start, so on the channel an instant is counted on the machine's monotonic clock, which all processes of
 * a machine share. `origin` is this process's start on it: fixed for its life.
 */
const origin = Number(process.hrtime.bigint()) / 1e6 - performance.now();

/** This moment on the process's own clock. */
export const now = (): Instant => instant(performance.now());
/** Own instant → ms of the machine's monotonic clock. */
export const toMachine = (at: Instant): Instant => instant(at + origin);
/** Ms of the machine's monotonic clock → own instant. */
export const fromMachine = (at: Instant): Instant => instant(at - origin);
/** Wall clock of an own instant; for rows and file names, never for durations. */
export const toDate = (at: Instant): Date => new Date(Date.now() - (performance.now() - at));
