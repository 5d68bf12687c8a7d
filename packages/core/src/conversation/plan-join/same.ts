const inOneOrder = (_: string, part: unknown): unknown =>
  typeof part === 'object' && part !== null && !Array.isArray(part)
    ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : part;
/** Parts of plans are never changed, only replaced: what one says is written once. */
const texts = new WeakMap<object, string>();
const textOf = (part: unknown): string => {
  if (typeof part !== 'object' || part === null) return JSON.stringify(part);
  const known = texts.get(part);
  if (known !== undefined) return known;
  const text = JSON.stringify(part, inOneOrder);
  texts.set(part, text);
  return text;
};

/** Whether two parts of plans say the same: the database gives the fields of a part in an order of its own. */
export const isSame = (one: unknown, other: unknown): boolean => one === other || textOf(one) === textOf(other);
