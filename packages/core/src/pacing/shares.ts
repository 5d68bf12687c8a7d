import type { PacingBecause } from './types.ts';

/**
 * What tasks had of their merchant's channels: the memory by which {@link decide} divides channel time by weights, whether
 * channels are many or one. Kept by who runs the tasks, from round to round; forgotten, it begins evenly.
 *
 * `used` is channel time by weight: a task of weight 2 with one channel uses it up half as fast as one of weight 1. Only
 * tasks that wait for what others have are compared, so no task gains credit while it has all that it wants, or nothing to
 * dial: it joins where those are that had least. Nor does it owe for what nobody else wanted, beyond what a minute of even
 * shares comes to.
 */
interface Share {
  readonly used: number;
  /** For how long it has waited for a call, without having one. */
  readonly waitedMs: number;
}
export type Shares = ReadonlyMap<string, Share>;

/** One task as the last round left it. */
export interface TaskUse {
  readonly task: string;
  readonly live: number;
  readonly weight: number;
  /** What kept it from more. */
  readonly because: PacingBecause;
}

/** Limits that tasks of a merchant share, so that one has what another lacks. */
const sharedBecauses: ReadonlySet<PacingBecause> = new Set([
  'portsFull',
  'linesFull',
  'lineRate',
  'merchantFull',
  'nodesFull',
  'lent',
]);

const MOST_OWED_MS = 60_000;
/** A task without any call that waits for one comes before others after so long. */
const STARVES_AFTER_MS = 60_000;

export const freshShare: Share = { used: 0, waitedMs: 0 };
export const isStarved = ({ waitedMs }: Share): boolean => waitedMs >= STARVES_AFTER_MS;

/** @param ms since the step before; tasks that are not among `uses` are forgotten. */
export const stepShares = (shares: Shares, uses: readonly TaskUse[], ms: number): Shares => {
  const grown = uses.map(use => {
    const before = shares.get(use.task);
    const waits = sharedBecauses.has(use.because);
    const waitedMs = waits && use.live === 0 ? (before?.waitedMs ?? 0) + ms : 0;
    return { ...use, waits, waitedMs, used: before && before.used + (use.live * ms) / use.weight };
  });
  const known = grown.flatMap(({ waits, used }) => (waits && used !== undefined ? [used] : []));
  const least = known.length === 0 ? null : Math.min(...known);
  const even = uses.reduce((all, { live }) => all + live, 0) / uses.reduce((all, { weight }) => all + weight, 0);
  const most = MOST_OWED_MS * Math.max(1, even);
  return new Map(
    grown.map(({ task, waits, waitedMs, used }) => {
      // Counted from who had least, so that it never grows beyond what a number holds exactly.
      const beyond = least === null || used === undefined ? 0 : used - least;
      return [task, { waitedMs, used: waits ? Math.min(most, beyond) : Math.min(most, Math.max(0, beyond)) }];
    }),
  );
};
