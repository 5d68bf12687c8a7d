/** A line of the day: its channels and how many calls it starts a second. */
export interface SimulatedLine {
  readonly name: string;
  readonly channels: number;
  readonly callsPerSecond: number;
}

/** A pause is made up for by so much at most, as the house does it. */
const BURST_MS = 100;

/** When a line may start calls: each moves the next one on by an interval (GCRA). */
export const createLinePace = ({ callsPerSecond }: SimulatedLine) => {
  const intervalMs = 1_000 / callsPerSecond;
  let pacedUntil = Number.NEGATIVE_INFINITY;
  return {
    /** Calls that may start at `now`. */
    startsAt: (now: number): number => {
      const idleMs = Math.min(now - pacedUntil, BURST_MS);
      return idleMs < 0 ? 0 : 1 + Math.floor(idleMs / intervalMs);
    },
    started: (now: number, calls: number): void => {
      pacedUntil = Math.max(pacedUntil, now - BURST_MS) + calls * intervalMs;
    },
    /** The next may start in so many ms. */
    waitMs: (now: number): number => Math.max(0, pacedUntil - now),
  };
};
export type LinePace = ReturnType<typeof createLinePace>;
