import type { endpoints, InputOf, OutputOf } from '@lianxian/contract';

/** What each column of a sheet is for, as one picks it: `''` unused, `phone`, `further`, `name`, `variable:<name>` or `kept:<title>`. */
export type Preview = OutputOf<typeof endpoints.task.preview>;
type ColumnUse = InputOf<typeof endpoints.task.import>['columns'][number];
type Pick = string;
export type Picks = Readonly<Record<number, Pick>>;

const named = { variable: 'variable:', kept: 'kept:' } as const;
export const variablePick = (name: string): Pick => `${named.variable}${name}`;
export const keptPick = (title: string): Pick => `${named.kept}${title}`;

const plain = ['phone', 'further', 'name'] as const;
const isPlain = (pick: string): pick is (typeof plain)[number] => plain.some(each => each === pick);

export const guessed = (columns: Preview['columns']): Picks =>
  Object.fromEntries(
    columns.flatMap(({ index, guess }) => {
      if (!guess) return [];
      if (isPlain(guess.use)) return [[index, guess.use]];
      return guess.variable ? [[index, `${named[guess.use]}${guess.variable}`]] : [];
    }),
  );

/** The picks as the contract takes them, in the order of the columns. */
export const usesOf = (picks: Picks): readonly ColumnUse[] =>
  Object.entries(picks).flatMap(([index, pick]): ColumnUse[] => {
    if (isPlain(pick)) return [{ index: Number(index), use: pick }];
    return (['variable', 'kept'] as const)
      .filter(use => pick.startsWith(named[use]))
      .map(use => ({ index: Number(index), use, variable: pick.slice(named[use].length) }));
  });

/** Of one person three numbers are called at most. */
const mostFurther = 2;
/** A thing that more columns are picked for than may be. */
export const pickedTwice = (picks: Picks): Pick | null => {
  const used = Object.values(picks).filter(pick => pick !== '');
  const most = (pick: Pick) => (pick === 'further' ? mostFurther : 1);
  return used.find(pick => used.filter(each => each === pick).length > most(pick)) ?? null;
};

export const hasPhone = (picks: Picks): boolean => Object.values(picks).includes('phone');
