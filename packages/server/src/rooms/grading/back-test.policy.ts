import { type CallFacts, type Level, type LevelRule, levelOf } from '@lianxian/core';

/** So many calls of one owner (`0`: nobody's) went from one level to another, in one of the ways a back-test counts. */
export interface LevelCount {
  readonly owner: string;
  /** From the rules of then to these; of calls whose level a person set, from either to the person's. */
  readonly what: 'move' | 'old' | 'new';
  readonly was: Level;
  readonly becomes: Level;
  readonly n: number;
}

export interface TestedCall {
  readonly id: string;
  readonly owner: string;
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

/** Tries the rules on calls: what there is to count, each count once, and who changes. */
export const tallyCalls = (
  rules: readonly LevelRule[],
  calls: readonly TestedCall[],
): { readonly counts: readonly LevelCount[]; readonly changes: readonly LevelChange[] } => {
  const counts = new Map<string, LevelCount>();
  const add = (owner: string, what: LevelCount['what'], was: Level, becomes: Level): void => {
    const key = `${owner} ${what}${was}${becomes}`;
    counts.set(key, { owner, what, was, becomes, n: (counts.get(key)?.n ?? 0) + 1 });
  };
  const changes: LevelChange[] = [];
  for (const { id, owner, facts, ruled, corrected } of calls) {
    const { level, levelRule } = levelOf(rules, facts);
    add(owner, 'move', ruled, level);
    if (corrected !== null) {
      add(owner, 'old', ruled, corrected);
      add(owner, 'new', level, corrected);
    }
    if (level !== ruled) changes.push({ call: id, was: ruled, becomes: level, rule: levelRule });
  }
  return { counts: [...counts.values()], changes };
};
