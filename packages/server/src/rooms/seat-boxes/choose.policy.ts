import type { SeatStrategy } from '@lianxian/core';

/**
 * Which seats of a group are rung next. Who was tried for a call is not tried for it again, and who is busy, away or on a
 * break is not rung at all.
 */

/** A member of a group, in the order of the group. */
interface Member {
  readonly seat: string;
  /** Free since then (any clock, all alike); null: not free. */
  readonly freeSince: number | null;
}

interface Choice {
  readonly strategy: SeatStrategy;
  readonly members: readonly Member[];
  readonly tried: ReadonlySet<string>;
  /** Who was rung last by this group, whoever's call that was; null: nobody yet. */
  readonly last: string | null;
}

/** Whom to ring now: one, or with `all` everybody who is free; none: there is nobody left. */
export const chosenOf = ({ strategy, members, tried, last }: Choice): readonly string[] => {
  const free = members.filter(({ seat, freeSince }) => freeSince !== null && !tried.has(seat));
  if (strategy === 'all') return free.map(({ seat }) => seat);
  if (strategy === 'longestIdle')
    return free
      .toSorted((a, b) => (a.freeSince ?? 0) - (b.freeSince ?? 0))
      .slice(0, 1)
      .map(({ seat }) => seat);
  const place = members.findIndex(({ seat }) => seat === last);
  const after = members.slice(place + 1).find(member => free.includes(member));
  const next = after ?? free[0];
  return next === undefined ? [] : [next.seat];
};
