import type { TownHearing } from '@lianxian/core/simulation';
import type { PlanProof } from './town.ts';

/** What came of a town's calls, for the terminal. */
const WIDTH = 15;
const row = (cells: readonly (string | number)[]): string => cells.map(cell => String(cell).padStart(WIDTH)).join('');

export const plansTable = (plans: readonly PlanProof[]): readonly string[] => [
  row(['reached', 'lines', 'without a word', 'right', 'asked back', 'wrong']),
  ...plans.map(
    ({ name, reached, lines, foreign, hearing: { right, missed, wrong } }) =>
      `${row([reached, lines, foreign, right, missed, wrong])}  ${name}`,
  ),
];

/** What was meant, a row each, by what it was heard as; then each turn that was not heard right. */
export const hearingTable = ({ cells, worst }: TownHearing): readonly string[] => {
  const columns = [...new Set(cells.map(({ as }) => as))];
  const countOf = (meant: string, as: string) =>
    cells.find(cell => cell.meant === meant && cell.as === as)?.count ?? '';
  return [
    row(['meant', ...columns]),
    ...[...new Set(cells.map(({ meant }) => meant))].map(meant =>
      row([meant, ...columns.map(as => countOf(meant, as))]),
    ),
    ...worst.map(({ node, heard, meant, as, detail, count }) =>
      `${count} × ${node}: 「${heard}」 ${meant} heard as ${as} ${detail}`.trimEnd(),
    ),
  ];
};
