/** How customers are given to several people: one after the other, by shares, or as they live. */
export interface Receiver {
  readonly employeeId: string;
  readonly share?: number | undefined;
  readonly regions?: readonly string[] | undefined;
}
type Sharing = 'even' | 'share' | 'region';

interface Placed {
  readonly id: string;
  readonly region: string;
}

/**
 * Whose turn is when: each as often as its share, as evenly as can be (the one that is furthest behind is next), so that any
 * stretch of customers is shared as all of them are.
 */
export const turnsOf = (receivers: readonly Receiver[]): readonly string[] => {
  const shares = receivers.map(({ share }) => share ?? 1);
  const total = shares.reduce((sum, share) => sum + share, 0);
  const had = shares.map(() => 0);
  return Array.from({ length: total }, (_, turn) => {
    const behind = shares.map((share, at) => (share * (turn + 1)) / total - had[at]!);
    const next = behind.indexOf(Math.max(...behind));
    had[next]! += 1;
    return receivers[next]!.employeeId;
  });
};

/** Who has the region with the longest code that a customer lives in; null: nobody has. */
const byRegion = (receivers: readonly Receiver[], region: string): string | null => {
  let found: { readonly employeeId: string; readonly code: string } | null = null;
  for (const { employeeId, regions = [] } of receivers)
    for (const code of regions)
      if (region.startsWith(code) && code.length > (found?.code.length ?? 0)) found = { employeeId, code };
  return found?.employeeId ?? null;
};

/** @param done how many had their turn before these. Customers of no receiver's region stay whose they are. */
export const share = (
  how: Sharing,
  receivers: readonly Receiver[],
  customers: readonly Placed[],
  done: number,
): readonly { readonly id: string; readonly ownerId: string }[] => {
  if (how === 'region')
    return customers.flatMap(({ id, region }) => {
      const ownerId = byRegion(receivers, region);
      return ownerId === null ? [] : [{ id, ownerId }];
    });
  const turns = turnsOf(how === 'even' ? receivers.map(({ employeeId }) => ({ employeeId })) : receivers);
  return customers.map(({ id }, at) => ({ id, ownerId: turns[(done + at) % turns.length]! }));
};
