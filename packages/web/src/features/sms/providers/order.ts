interface Ranked {
  readonly id: string;
  /** Those of the lowest go first. */
  readonly rank: number;
}

/** Who goes first, who next; those of a level share between them. */
export const levelsOf = <P extends Ranked>(providers: readonly P[]): readonly (readonly P[])[] => {
  const ranks = [...new Set(providers.map(({ rank }) => rank))].sort((one, other) => one - other);
  return ranks.map(rank => providers.filter(each => each.rank === rank));
};

/**
 * The rank that brings one a level to the front or the back: among those who are there, or behind all as a level of its own.
 * Null: it is there already.
 */
export const rankBeside = (
  levels: readonly (readonly Ranked[])[],
  id: string,
  step: -1 | 1,
  mostRank: number,
): number | null => {
  const at = levels.findIndex(level => level.some(each => each.id === id));
  const own = levels[at];
  if (!own) return null;
  const next = levels[at + step]?.[0];
  if (next) return next.rank;
  const isAlone = own.length === 1;
  if (step < 0 || isAlone) return null;
  const last = own[0]!.rank;
  return last < mostRank ? last + 1 : null;
};
