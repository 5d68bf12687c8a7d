/**
 * Repeatable chance. The same seed gives the same throws on every machine, so a simulated callee, a test or a pacing
 * decision can be replayed from its seed. (mulberry32, public domain, by Tommy Ettinger's description.)
 */
export interface Dice {
  /** A number in [0, 1). */
  readonly next: () => number;
  /** A whole number in [from, to]. */
  readonly between: (from: number, to: number) => number;
  /** One of the items; the list must not be empty. */
  readonly pick: <T>(items: readonly T[]) => T;
}

export const dice = (seed: number): Dice => {
  let a = seed >>> 0;
  const next = () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: items => items[Math.floor(next() * items.length)]!,
  };
};
