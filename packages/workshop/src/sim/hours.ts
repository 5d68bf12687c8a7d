/** What happened in one hour of the day. */
export interface Hour {
  dialled: number;
  /** Of those dialled: not the first call to their number. */
  retries: number;
  answered: number;
  /** Numbers that were done with. */
  settled: number;
  /** Channels in use: ms of all together, and the most at once. */
  busyMs: number;
  most: number;
}

const HOUR_MS = 3_600_000;

/** Twenty-four hours that are counted into; `pass` tells how many channels were in use until `now`. */
export const createHours = () => {
  const hours: Hour[] = Array.from({ length: 24 }, () => ({
    ...{ dialled: 0, retries: 0, answered: 0, settled: 0 },
    ...{ busyMs: 0, most: 0 },
  }));
  let passed = 0;
  return {
    hours: hours as readonly Readonly<Hour>[],
    of: (now: number): Hour => hours[Math.min(23, Math.floor(now / HOUR_MS))]!,
    pass: (now: number, live: number): void => {
      while (passed < now) {
        const hour = Math.floor(passed / HOUR_MS);
        const until = Math.min(now, (hour + 1) * HOUR_MS);
        const counted = hours[Math.min(23, hour)]!;
        counted.busyMs += live * (until - passed);
        counted.most = Math.max(counted.most, live);
        passed = until;
      }
    },
  };
};
