import { type ImportReason, SPARE_NUMBER } from '@lianxian/contract';
import { isOtherOfSameTitle, type Lane } from '@lianxian/core';
import type { OpenSheet } from '../../platform/sheets/index.ts';
import { type ColumnUse, holdsNumber } from './columns.policy.ts';
import { numbersIn, openJudge } from './judge.policy.ts';

/** How a sheet is read, and over which lines it would be called. */
export interface CheckRows {
  /** Rows before the first number: those above the titles, and the titles. */
  readonly skip: number;
  readonly columns: readonly ColumnUse[];
  readonly lanes: readonly Lane[];
  /** Whoever asks sees numbers whole. */
  readonly seesPhones: boolean;
}

/** What a sheet itself says of its rows; whether the house knows their numbers is not its business. Plain data. */
export interface CheckedRows {
  readonly rows: number;
  /** The numbers of each person, the one that is called first in front; each of those once. */
  readonly people: readonly (readonly string[])[];
  readonly duplicate: number;
  readonly invalid: number;
  /** Of the numbers, those with a second one that is only kept. */
  readonly spare: number;
  /** Rows that are skipped, and hold a number all the same. */
  readonly skippedNumbers: number;
  /** The commonest first. */
  readonly reasons: readonly { readonly reason: ImportReason; readonly n: number }[];
  /** There are further rows, which were not looked at. */
  readonly more: boolean;
}

/** So many are looked at before an import: a second or two of work. The import itself looks at all. */
const MOST_CHECKED = 20_000;
const MOST_REASONS = 5;

/** Counts the rows of a sheet as an import would judge them. @throws what reading throws. */
export const checkRows = async (sheet: OpenSheet, wanted: CheckRows): Promise<CheckedRows> => {
  const { skip, columns: all, lanes, seesPhones } = wanted;
  // What is only kept leaves nobody out, but for another number of the same person.
  const columns = all.filter(({ use, variable = '' }) => use !== 'kept' || isOtherOfSameTitle(variable));
  const judge = openJudge({ columns, lanes: new Set(lanes), isWest: () => false, nameVariables: [], seesPhones });
  const people = new Map<string, readonly string[]>();
  const because = new Map<string, { reason: ImportReason; n: number }>();
  let [seen, duplicate, invalid, spare, skippedNumbers] = [0, 0, 0, 0, 0];
  let more = false;
  for await (const block of sheet.rows) {
    for (const row of block) {
      seen += 1;
      if (seen <= skip) {
        if (holdsNumber(row.cells)) skippedNumbers += 1;
        continue;
      }
      more = seen - skip > MOST_CHECKED;
      if (more) break;
      const judged = judge(row);
      if ('refused' in judged) {
        invalid += 1;
        const { key } = judged.refused;
        because.set(key, { reason: judged.refused, n: (because.get(key)?.n ?? 0) + 1 });
      } else if (people.has(judged.phone)) duplicate += 1;
      else {
        people.set(judged.phone, numbersIn(judged));
        if (SPARE_NUMBER in judged.variables) spare += 1;
      }
    }
    if (more) break;
  }
  return {
    rows: people.size + duplicate + invalid,
    people: [...people.values()],
    duplicate,
    invalid,
    spare,
    skippedNumbers,
    reasons: [...because.values()].toSorted((one, other) => other.n - one.n).slice(0, MOST_REASONS),
    more,
  };
};
