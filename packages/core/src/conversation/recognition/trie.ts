/** Many keys looked for at every place of a list at once (stack.md: an own Map trie beats the packages). */
export interface Trie<T> {
  readonly next: Map<string, Trie<T>>;
  readonly values: T[];
}

export interface Found<T> {
  readonly value: T;
  readonly start: number;
  readonly end: number;
}

export const newTrie = <T>(): Trie<T> => ({ next: new Map(), values: [] });

/** An empty key is never found. */
export const addTo = <T>(trie: Trie<T>, key: Iterable<string>, value: T): void => {
  let node = trie;
  for (const piece of key) {
    const known = node.next.get(piece);
    const next = known ?? newTrie<T>();
    if (!known) node.next.set(piece, next);
    node = next;
  }
  if (node !== trie) node.values.push(value);
};

/** Every key that stands somewhere in `pieces`, [start, end). */
export const findIn = <T>(trie: Trie<T>, pieces: readonly string[]): readonly Found<T>[] => {
  const found: Found<T>[] = [];
  for (let start = 0; start < pieces.length; start++) {
    let node = trie.next.get(pieces[start]!);
    for (let end = start + 1; node; end++) {
      for (const value of node.values) found.push({ value, start, end });
      if (end === pieces.length) break;
      node = node.next.get(pieces[end]!);
    }
  }
  return found;
};

/** Those that do not lie within a longer one. */
export const outermost = <F extends Found<unknown>>(found: readonly F[]): readonly F[] => {
  const farthest: number[] = [];
  for (const { start, end } of found) farthest[start] = Math.max(farthest[start] ?? 0, end);
  const before: number[] = [];
  let reach = 0;
  for (let start = 0; start < farthest.length; start++) {
    before[start] = reach;
    reach = Math.max(reach, farthest[start] ?? 0);
  }
  return found.filter(({ start, end }) => before[start]! < end && farthest[start] === end);
};
