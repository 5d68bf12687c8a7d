interface Placed<T> {
  readonly item: T;
  readonly at: number;
  readonly key: string;
}

/** Items without ids of their own, known by their place: typing changes one in place, and its field keeps the focus. */
export const placed = <T>(items: readonly T[], nameOf: (item: T) => string = () => ''): readonly Placed<T>[] =>
  items.map((item, at) => ({ item, at, key: `${at} ${nameOf(item)}` }));
