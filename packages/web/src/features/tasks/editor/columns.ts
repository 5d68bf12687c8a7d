import type { endpoints, InputOf, OutputOf } from '@lianxian/contract';

/** What each column of a sheet is for, as one picks it: `''` unused, `phone`, `name`, or `variable:<name>`. */
export type Preview = OutputOf<typeof endpoints.task.preview>;
type ColumnUse = InputOf<typeof endpoints.task.import>['columns'][number];
type Pick = string;
export type Picks = Readonly<Record<number, Pick>>;

const variable = 'variable:';
export const variablePick = (name: string): Pick => `${variable}${name}`;

export const guessed = (columns: Preview['columns']): Picks =>
  Object.fromEntries(
    columns.flatMap(({ index, guess }) => {
      if (!guess) return [];
      if (guess.use !== 'variable') return [[index, guess.use]];
      return guess.variable ? [[index, variablePick(guess.variable)]] : [];
    }),
  );

/** The picks as the contract takes them, in the order of the columns. */
export const usesOf = (picks: Picks): readonly ColumnUse[] =>
  Object.entries(picks).flatMap(([index, pick]): ColumnUse[] => {
    if (pick === 'phone' || pick === 'name') return [{ index: Number(index), use: pick }];
    if (pick.startsWith(variable))
      return [{ index: Number(index), use: 'variable', variable: pick.slice(variable.length) }];
    return [];
  });

/** A thing that two columns are picked for. */
export const pickedTwice = (picks: Picks): Pick | null => {
  const used = Object.values(picks).filter(pick => pick !== '');
  return used.find((pick, at) => used.indexOf(pick) !== at) ?? null;
};

export const hasPhone = (picks: Picks): boolean => Object.values(picks).includes('phone');
