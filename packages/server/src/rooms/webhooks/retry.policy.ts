/** How long a delivery that did not get through waits for its next try, and how long an endpoint rests (docs/webhooks.md). */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** After the first try, the second, … ; the last one for all that follow. */
const waits = [10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR] as const;
const GIVEN_UP_AFTER = 24 * HOUR;

/** In how many ms it is tried again, after so many tries and so long; null: it is given up. The last try is a day after the first. */
export const nextTry = (tries: number, ageMs: number): number | null => {
  if (ageMs >= GIVEN_UP_AFTER) return null;
  const wait = waits[Math.min(Math.max(tries, 1), waits.length) - 1]!;
  return Math.min(wait, GIVEN_UP_AFTER - ageMs);
};

const MOST_REST = 5 * MINUTE;

/** One that fails again and again is asked less often, so that what waits for it costs others nothing; 0: not yet. */
export const restAfter = (failures: number): number =>
  failures < 3 ? 0 : Math.min(10 * SECOND * 2 ** Math.min(failures - 3, 10), MOST_REST);
