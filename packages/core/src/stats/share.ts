/** A share, and between what it lies with 95 % (Wilson 1927): few say little. */
interface Share {
  readonly share: number;
  readonly from: number;
  readonly to: number;
}

const Z = 1.96;

/** `hits` need not be whole: where many are weighed, each counts as much as it weighs. */
export const shareOf = ({ hits, of }: { readonly hits: number; readonly of: number }): Share => {
  if (of <= 0) return { share: 0, from: 0, to: 1 };
  const share = hits / of;
  const spread = Z ** 2 / of;
  const middle = (share + spread / 2) / (1 + spread);
  const half = (Z / (1 + spread)) * Math.sqrt((share * (1 - share)) / of + spread / (4 * of));
  return { share, from: Math.max(0, middle - half), to: Math.min(1, middle + half) };
};
