import { type CallOf, customerFieldNames, type endpoints, type OutputOf } from '@lianxian/contract';

export type Preview = OutputOf<typeof endpoints.customerSheets.preview>;
type Column = CallOf<typeof endpoints.customerSheets.import>['columns'][number];
export type Use = Column['use'];
export type Picks = Readonly<Record<number, Use>>;

/** What a column may fill, the usual ones first; codes of regions are found by their names. */
export const uses: readonly Use[] = [
  'phone',
  'further',
  'cateType',
  'owner',
  ...customerFieldNames.filter(name => name !== 'city'),
];

export const guessed = (columns: Preview['columns']): Picks =>
  Object.fromEntries(columns.map(({ index, guess }) => [index, guess]));

export const columnsOf = (picks: Picks): Column[] =>
  Object.entries(picks).flatMap(([index, use]) => (use === 'skip' ? [] : [{ index: Number(index), use }]));

/** Something that two columns are picked for; further numbers may be several. */
export const pickedTwice = (picks: Picks): Use | null => {
  const picked = Object.values(picks).filter(use => use !== 'skip' && use !== 'further');
  return picked.find((use, at) => picked.indexOf(use) !== at) ?? null;
};
export const hasPhone = (picks: Picks): boolean => Object.values(picks).includes('phone');
