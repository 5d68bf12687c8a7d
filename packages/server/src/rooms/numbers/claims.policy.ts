/**
 * Whose calls a number's are, of several lines of one carrier that lead it to a plan:
 *
 *   1. the line the platform has given it to, the last time it decided;
 *   2. a line that proves itself: one that is registered with the carrier comes before a bare address;
 *   3. who has had it there longest.
 *
 * What comes by a registration of ours or by a gateway's account is that line's in any case, and no claim at all.
 */
export interface Claim {
  readonly id: string;
  /** Microseconds count: two may come in one millisecond. */
  readonly awarded: number | null;
  readonly isProven: boolean;
  /** Since when the number stands on the line, and the line is at its address. */
  readonly since: number;
}

/** For sorting: the one whose calls they are comes first. The store orders by the same. */
export const compareClaims = (one: Claim, other: Claim): number =>
  (other.awarded ?? 0) - (one.awarded ?? 0) ||
  Number(other.isProven) - Number(one.isProven) ||
  one.since - other.since ||
  Number(BigInt(one.id) - BigInt(other.id));
