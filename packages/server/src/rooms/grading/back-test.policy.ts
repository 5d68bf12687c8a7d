import { type CallFacts, type Level, type LevelRule, levelOf } from '@lianxian/core';

/** What a back-test counts, call by call. Keys are pairs of levels: `AB` is from A to B. */
export interface Tally {
  readonly done: number;
  readonly moves: Readonly<Record<string, number>>;
  /** Of calls whose level a person set: the rules' level, then the person's. */
  readonly oldHits: Readonly<Record<string, number>>;
  readonly newHits: Readonly<Record<string, number>>;
}

export interface TestedCall {
  readonly id: string;
  readonly facts: CallFacts;
  /** By the rules of then. */
  readonly ruled: Level;
  readonly corrected: Level | null;
}

export interface LevelChange {
  readonly call: string;
  readonly was: Level;
  readonly becomes: Level;
  readonly rule: string;
}

/** Tries the rules on more calls: the counts go on, and who changes is told. */
export const tallyCalls = (
  rules: readonly LevelRule[],
  calls: readonly TestedCall[],
  so: Tally,
): { readonly tally: Tally; readonly changes: readonly LevelChange[] } => {
  const [moves, oldHits, newHits] = [{ ...so.moves }, { ...so.oldHits }, { ...so.newHits }];
  const changes: LevelChange[] = [];
  for (const { id, facts, ruled, corrected } of calls) {
    const { level, levelRule } = levelOf(rules, facts);
    add(moves, ruled + level);
    if (corrected !== null) {
      add(oldHits, ruled + corrected);
      add(newHits, level + corrected);
    }
    if (level !== ruled) changes.push({ call: id, was: ruled, becomes: level, rule: levelRule });
  }
  return { tally: { done: so.done + calls.length, moves, oldHits, newHits }, changes };
};

const add = (counts: Record<string, number>, key: string): void => {
  counts[key] = (counts[key] ?? 0) + 1;
};

/** As the wire has them. */
export const pairsOf = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, n]) => ({ from: key[0] as Level, to: key[1] as Level, n }));
