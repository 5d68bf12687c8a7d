import { createHash } from 'node:crypto';
import type { OutputOf, taskEndpoints } from '@lianxian/contract';
import { foldTitle } from '@lianxian/core';

type Column = OutputOf<typeof taskEndpoints.preview>['columns'][number];
export type ColumnUse = NonNullable<Column['guess']>;

/** Two sheets whose titles say the same, in whichever script, have one shape; a sheet without titles has none. */
export const shapeOf = (titles: readonly string[]): string | null => {
  const folded = titles.map(foldTitle);
  while (folded.at(-1) === '') folded.pop();
  return folded.length === 0 ? null : createHash('sha256').update(JSON.stringify(folded)).digest('hex');
};

/**
 * The columns of a sheet, each for what it was for the last time. What filled a variable that this plan has not is kept; what
 * was only kept, and is a variable of this plan, fills that.
 */
export const asBefore = (
  columns: readonly Column[],
  before: readonly ColumnUse[],
  variables: readonly { readonly name: string }[],
): readonly Column[] => {
  const known = new Set(variables.map(({ name }) => name));
  const taken = new Set(before.flatMap(({ use, variable }) => (use === 'variable' ? [variable] : [])));
  return columns.map(column => {
    const { index, guess, kept } = column;
    const was = before.find(use => use.index === index);
    if (was === undefined) return { ...column, guess: null };
    const asKept = { index, use: 'kept', variable: kept } as const;
    if (was.use === 'variable') return { ...column, guess: known.has(was.variable ?? '') ? was : asKept };
    if (was.use !== 'kept') return { ...column, guess: was };
    return { ...column, guess: guess?.use === 'variable' && !taken.has(guess.variable) ? guess : asKept };
  });
};
