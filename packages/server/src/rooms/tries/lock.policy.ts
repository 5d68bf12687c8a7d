/** Whole minutes to wait, at least 1; `null` when it is open. */
export const minutesLocked = (until: Date | null, at: Date): number | null => {
  if (until === null || until <= at) return null;
  return Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 60_000));
};
