export type PlanState = 'draft' | 'published' | 'changed';

/** Nobody published it, nothing changed since, or there are changes that nobody published. */
export const stateOf = ({
  version,
  rev,
  publishedRev,
}: {
  readonly version: number | null;
  readonly rev: number;
  readonly publishedRev: number;
}): PlanState => {
  if (version === null) return 'draft';
  return rev === publishedRev ? 'published' : 'changed';
};
