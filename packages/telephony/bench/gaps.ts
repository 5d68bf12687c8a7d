/**
 * Gaps between the packets of streams that should come every 20 ms: a histogram in steps of 0.05 ms, so that a long run
 * costs no memory. What the measuring process itself was late by is in them: compare with a floor of the same run.
 */
const STEP_MS = 0.05;
const LONGEST_MS = 200;
const STEPS = LONGEST_MS / STEP_MS;
/** Two frames were due in it. */
const LONG_MS = 40;

export interface GapFigures {
  readonly packets: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
  readonly over40: number;
}

export const createGaps = () => {
  let histogram = new Uint32Array(STEPS + 1);
  let worst = 0;
  let packets = 0;
  let over40 = 0;
  const percentile = (share: number): number => {
    let left = packets * share;
    for (let step = 0; step <= STEPS; step += 1) {
      left -= histogram[step]!;
      if (left <= 0) return step * STEP_MS;
    }
    return LONGEST_MS;
  };
  return {
    note: (ms: number): void => {
      packets += 1;
      if (ms > worst) worst = ms;
      if (ms > LONG_MS) over40 += 1;
      histogram[Math.min(STEPS, Math.floor(ms / STEP_MS))]! += 1;
    },
    /** Of all since the last `restart`. */
    figures: (): GapFigures => ({ packets, p50Ms: percentile(0.5), p99Ms: percentile(0.99), worstMs: worst, over40 }),
    restart: (): void => {
      histogram = new Uint32Array(STEPS + 1);
      [worst, packets, over40] = [0, 0, 0];
    },
  };
};
