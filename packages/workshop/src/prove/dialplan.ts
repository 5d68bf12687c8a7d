import { practiceCalleeAt } from '@lianxian/core/simulation';

/** Numbers of the town by who answers, each given out once. */
export interface Dialplan {
  readonly take: (...names: readonly string[]) => readonly string[];
}

const FIRST = 100;
const LAST = 9_999;

export const openDialplan = (): Dialplan => {
  const byName = new Map<string, string[]>();
  for (let n = FIRST; n <= LAST; n += 1) {
    const number = `1540000${String(n).padStart(4, '0')}`;
    const name = practiceCalleeAt(number)?.name ?? '';
    byName.set(name, [...(byName.get(name) ?? []), number]);
  }
  return {
    take: (...names) =>
      names.map(name => {
        const number = byName.get(name)?.shift();
        if (number === undefined) throw new Error(`nobody of ${name} is left in the town`);
        return number;
      }),
  };
};
