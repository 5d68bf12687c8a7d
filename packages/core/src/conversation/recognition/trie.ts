/**
 * Many keys looked for at every place of a list at once. A key is a list of numbers (code points of a word, syllables);
 * what is found is the number it was added with.
 *
 * It is a few arrays of numbers and no object a node: a hash table of (node, piece) → node with open addressing, and for
 * each node a chain of the values that end there. So a node costs some 25 bytes, building takes the time of the text, and
 * the whole is handed to another process by copying it.
 */
export interface Trie {
  /** Hash → node; 0 where it is free: the root is nobody's child. */
  readonly slots: Int32Array;
  /** Of each node: the node before it, the piece that leads to it, the first and the last value that ends at it (0: none). */
  readonly parents: Int32Array;
  readonly pieces: Int32Array;
  readonly heads: Int32Array;
  readonly tails: Int32Array;
  /** Of each value, from 1 on: what it is, and the next that ends there. */
  readonly values: Int32Array;
  readonly nexts: Int32Array;
}

export interface Found {
  readonly value: number;
  readonly start: number;
  readonly end: number;
}

/**
 * In one sentence. A sentence of a person holds some dozen words of a plan; a plan made to be found everywhere costs a
 * millisecond a sentence then, and what was found so far counts.
 */
const MOST_FOUND = 4_000;

export const ROOT = 0;

interface TrieBuilder {
  /** The node of a key, made where it was not. */
  readonly nodeOf: (key: Iterable<number>) => number;
  /** An empty key is never found; the same value at the end of a key twice on end is one. */
  readonly add: (key: Iterable<number>, value: number) => void;
  readonly build: () => Trie;
}

/** Twice as long, what was there in front. */
const grown = (old: Int32Array): Int32Array<ArrayBuffer> => {
  const more = new Int32Array(old.length * 2);
  more.set(old);
  return more;
};

const FIRST_SIZE = 64;

export const buildTrie = (): TrieBuilder => {
  let [parents, pieces, heads, tails] = Array.from({ length: 4 }, () => new Int32Array(FIRST_SIZE)) as Four;
  let slots = new Int32Array(FIRST_SIZE * 2);
  let values = new Int32Array(FIRST_SIZE);
  let nexts = new Int32Array(FIRST_SIZE);
  let nodes = 1;
  let count = 1;

  const grow = (): void => {
    [parents, pieces, heads, tails] = [parents, pieces, heads, tails].map(grown) as Four;
    slots = new Int32Array(parents.length * 2);
    for (let node = 1; node < nodes; node++)
      slots[slotOf(slots, parents, pieces, parents[node]!, pieces[node]!)] = node;
  };

  const stepInto = (parent: number, piece: number): number => {
    const slot = slotOf(slots, parents, pieces, parent, piece);
    const known = slots[slot]!;
    if (known !== 0) return known;
    const node = nodes++;
    slots[slot] = node;
    parents[node] = parent;
    pieces[node] = piece;
    if (nodes === parents.length) grow();
    return node;
  };

  const nodeOf = (key: Iterable<number>): number => {
    let node = ROOT;
    for (const piece of key) node = stepInto(node, piece);
    return node;
  };

  return {
    nodeOf,
    add: (key, value) => {
      const node = nodeOf(key);
      const last = tails[node]!;
      if (node === ROOT || (last !== 0 && values[last] === value)) return;
      if (count === values.length) [values, nexts] = [grown(values), grown(nexts)];
      values[count] = value;
      if (last === 0) heads[node] = count;
      else nexts[last] = count;
      tails[node] = count++;
    },
    build: () => ({
      slots,
      parents: parents.slice(0, nodes),
      pieces: pieces.slice(0, nodes),
      heads: heads.slice(0, nodes),
      tails: tails.slice(0, nodes),
      values: values.slice(0, count),
      nexts: nexts.slice(0, count),
    }),
  };
};
type Numbers = Int32Array<ArrayBuffer>;
type Four = [Numbers, Numbers, Numbers, Numbers];

/** Where (parent, piece) stands, or is to stand. At most half of the slots are taken, so that one is always free. */
const slotOf = (slots: Int32Array, parents: Int32Array, pieces: Int32Array, parent: number, piece: number): number => {
  const mask = slots.length - 1;
  // Two odd constants of good mixing (Knuth's, and murmur3's), then the high bits folded down.
  const mixed = Math.imul(parent, 0x9e3779b1) ^ Math.imul(piece + 1, 0x85ebca6b);
  let slot = (mixed ^ (mixed >>> 15)) & mask;
  for (let node = slots[slot]!; node !== 0; node = slots[slot]!) {
    if (parents[node] === parent && pieces[node] === piece) return slot;
    slot = (slot + 1) & mask;
  }
  return slot;
};

/** The node a piece leads to; the root where it leads nowhere. */
export const stepIn = ({ slots, parents, pieces }: Trie, node: number, piece: number): number =>
  slots[slotOf(slots, parents, pieces, node, piece)]!;

/** The values of a key that is this and no more. */
export const valuesAt = (trie: Trie, key: Iterable<number>): readonly number[] => {
  let node = ROOT;
  for (const piece of key) {
    node = stepIn(trie, node, piece);
    if (node === ROOT) return [];
  }
  const found: number[] = [];
  for (let at = trie.heads[node]!; at !== 0; at = trie.nexts[at]!) found.push(trie.values[at]!);
  return found;
};

/** Every key that stands somewhere in `pieces`, [start, end). */
export const findIn = (trie: Trie, pieces: readonly number[]): readonly Found[] => {
  const found: Found[] = [];
  for (let start = 0; start < pieces.length && found.length < MOST_FOUND; start++) {
    let node = stepIn(trie, ROOT, pieces[start]!);
    for (let end = start + 1; node !== ROOT && found.length < MOST_FOUND; end++) {
      for (let at = trie.heads[node]!; at !== 0 && found.length < MOST_FOUND; at = trie.nexts[at]!)
        found.push({ value: trie.values[at]!, start, end });
      if (end === pieces.length) break;
      node = stepIn(trie, node, pieces[end]!);
    }
  }
  return found;
};

/** Those that do not lie within a longer one. */
export const outermost = <F extends Found>(found: readonly F[]): readonly F[] => {
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
