const inOneOrder = (_: string, part: unknown): unknown =>
  typeof part === 'object' && part !== null && !Array.isArray(part)
    ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : part;
const textOf = (part: unknown): string => JSON.stringify(part, inOneOrder);

/** Whether two parts of plans say the same: the database gives the fields of a part in an order of its own. */
export const isSame = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);
