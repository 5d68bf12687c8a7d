import type { CustomerWords } from '@lianxian/contract';

interface FieldChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** A customer with its words, and whose. */
interface Merged {
  readonly id: string;
  readonly words: CustomerWords;
}
interface Lost {
  readonly id: string;
  readonly field: string;
  readonly value: string;
}

/** Region and code go together, by the code. */
const compared = (words: CustomerWords): readonly [string, string][] =>
  Object.entries(words).filter(([field]) => field !== 'province');

/** Gaps of the one that stays are filled from the others, the first who has a word; words that differ lose. */
export const mergeOf = (
  keep: Merged,
  others: readonly Merged[],
): { readonly fills: readonly FieldChange[]; readonly lost: readonly Lost[] } => {
  const now = new Map(compared(keep.words));
  const fills = new Map<string, FieldChange>();
  const lost: Lost[] = [];
  for (const { id, words } of others)
    for (const [field, value] of compared(words)) {
      const stands = now.get(field) ?? '';
      if (value === '' || value === stands) continue;
      if (stands !== '') lost.push({ id, field, value });
      else {
        now.set(field, value);
        fills.set(field, { field, before: '', after: value });
      }
    }
  return { fills: [...fills.values()], lost };
};
