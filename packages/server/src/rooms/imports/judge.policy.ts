import { type ImportReason, SPARE_NUMBER, VARIABLE_CHARS } from '@lianxian/contract';
import {
  areTitlesAlike,
  dateCell,
  isAddressTitle,
  isDayTitle,
  isOtherOfSameTitle,
  type Lane,
  type ListOrder,
  laneOf,
  lanes,
  nameTitleRank,
  neverCalled,
  rankOf,
  readListed,
  shuffledRank,
} from '@lianxian/core';
import type { ColumnUse, Variable } from './columns.policy.ts';

/** A row of a sheet, as `platform/sheets` gives it. */
export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
  readonly broken?: 'quote' | 'endless';
}

export interface NewCallee {
  readonly phone: string;
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly lane: Lane;
  /** More numbers of the same person, in the order in which they are tried. */
  readonly further: readonly ListedNumber[];
  /** Where it stands in the order of the list. */
  readonly rank: Uint8Array;
}
interface ListedNumber {
  readonly phone: string;
  readonly lane: Lane;
}

export const numbersIn = ({ phone, further }: NewCallee): readonly string[] => [
  phone,
  ...further.map(number => number.phone),
];

interface Refused {
  readonly refused: ImportReason;
  /** The number that is not called, where the row has one. */
  readonly of: string | null;
}
export type Judged = NewCallee | Refused;

interface JudgeOptions {
  readonly columns: readonly ColumnUse[];
  /** Lanes that the task's ports serve. */
  readonly lanes: ReadonlySet<Lane>;
  /** The number belongs to the far west. */
  readonly isWest: (phone: string) => boolean;
  /** Variables of the plan that the column of names fills too. */
  readonly nameVariables: readonly string[];
  /** Whoever imports sees numbers whole. */
  readonly seesPhones: boolean;
  readonly order?: CallOrder;
  /** Columns that hold dates ({@link daysIn}). */
  readonly days?: ReadonlySet<number>;
}

/** Which columns hold dates, by their titles: 46054 under 试听日期 is 2026-02-01, under 客户编号 it is itself. */
export const daysIn = (titles: readonly string[]): ReadonlySet<number> =>
  new Set(titles.flatMap((title, index) => (isDayTitle(title) ? [index] : [])));

/** By what a list is called; `column` of an ascending or descending one, `seed` of a shuffled one. */
interface CallOrder {
  readonly by: ListOrder;
  readonly column: number;
  readonly seed: number;
}
const asGiven: CallOrder = { by: 'given', column: 0, seed: 0 };
const UNRANKED = new Uint8Array();
const rankIn = ({ by, column, seed }: CallOrder, cells: readonly string[], phone: string): Uint8Array => {
  if (by === 'given') return UNRANKED;
  return by === 'shuffled' ? shuffledRank(phone, seed) : rankOf(cells[column] ?? '', by);
};

/**
 * Numbers of a list that are one number to who sees them masked. A list of ten thousand such is a guess: which of them it
 * does not take tells whom a record, or the blacklist, means. Lists of people have a few.
 */
const MOST_ALIKE = 20;

/** Counts numbers by what a mask shows of them: three figures in front, four behind. */
const openAlikes = () => {
  const seen = new Uint8Array(10_000_000);
  return {
    areTooMany: (phone: string): boolean => {
      const at = Number(phone.slice(0, 3) + phone.slice(-4));
      if (seen[at]! >= MOST_ALIKE) return true;
      seen[at]! += 1;
      return false;
    },
  };
};

const UNREADABLE = '\ufffd';

/** Texts are spoken and shown: one line, no control characters. Half a character (U+D800–DFFF) is unreadable. */
const textOf = (cell: string): string =>
  cell
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();

/**
 * Variables that the column of names fills besides: those by which the robot addresses whom it talks to, however they are
 * called, and those that name the same person as the column's title (学员姓名). What has a column of its own is left alone.
 */
export const filledByName = (
  columns: readonly ColumnUse[],
  titles: readonly string[],
  variables: readonly Variable[],
): readonly string[] => {
  const own = new Set(columns.flatMap(({ use, variable }) => (use === 'variable' ? [variable] : [])));
  const title = titles[columns.find(({ use }) => use === 'name')?.index ?? -1] ?? '';
  const isTheirs = (text: string): boolean =>
    isAddressTitle(text) || (nameTitleRank(text) === 2 && areTitlesAlike(text, title));
  return variables
    .filter(({ name, label }) => !own.has(name) && (isTheirs(label) || isTheirs(name)))
    .map(({ name }) => name);
};

/** So much of a text that is too long is shown. */
const SHOWN_CHARS = 10;

const textFault = (text: string): ImportReason | null => {
  if (text.includes(UNREADABLE)) return { key: 'garbled' };
  if (text.length <= VARIABLE_CHARS) return null;
  return { key: 'longText', values: { text: text.slice(0, SHOWN_CHARS), limit: VARIABLE_CHARS } };
};

/** What is said of a number whose lane no port of the task serves. */
const unserved = {
  [lanes.ordinary]: 'practiceLine',
  [lanes.west]: 'practiceLine',
  [lanes.practice]: 'practiceNumber',
  [lanes.abroad]: 'abroad',
} as const satisfies Record<Lane, string>;

interface Spare {
  readonly spare: string | null;
}

/** Judges row after row: a number to call, or why it is none. */
export const openJudge = ({
  columns,
  lanes: served,
  isWest,
  nameVariables,
  seesPhones,
  order = asGiven,
  days = new Set(),
}: JudgeOptions) => {
  const cellAt = (cells: readonly string[], index: number): string => {
    const text = textOf(cells[index] ?? '');
    return days.has(index) ? dateCell(text) : text;
  };
  const alikes = seesPhones ? null : openAlikes();
  const phoneIndex = columns.find(({ use }) => use === 'phone')?.index ?? 0;
  const nameIndex = columns.find(({ use }) => use === 'name')?.index ?? -1;
  const variables = columns.flatMap(({ use, index, variable }) =>
    use === 'variable' && variable !== undefined ? [{ index, variable }] : [],
  );
  const kept = columns.flatMap(({ use, index, variable }) =>
    use === 'kept' && variable !== undefined ? [{ index, title: variable }] : [],
  );
  /** What is only kept is cut where it is too long: nobody is left out for a note. */
  const keptOf = (cells: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(
      kept.flatMap(({ index, title }) => {
        const text = cellAt(cells, index).slice(0, VARIABLE_CHARS).toWellFormed();
        return text === '' ? [] : [[title, text]];
      }),
    );
  const others = kept.filter(({ title }) => isOtherOfSameTitle(title));
  const furtherIndexes = columns.flatMap(({ use, index }) => (use === 'further' ? [index] : []));
  const firstOf = (cells: readonly string[]) => {
    const first = readListed(cells[phoneIndex] ?? '');
    if (first.ok || first.because !== 'empty') return first;
    return others.map(({ index }) => readListed(cells[index] ?? '')).find(({ ok }) => ok) ?? first;
  };
  const dialable = (read: ReturnType<typeof readListed>): (ListedNumber & Spare) | Refused => {
    if (!read.ok) return { refused: { key: read.because }, of: null };
    const { phone, spare } = read;
    const refuse = (refused: ImportReason): Refused => ({ refused, of: phone });
    const lane = laneOf(phone, isWest(phone) ? '新疆' : null);
    const never = neverCalled({ phone, lane, list: null });
    if (never?.kind) return refuse({ key: never.kind });
    if (!served.has(lane)) return refuse({ key: unserved[lane] });
    if (alikes?.areTooMany(phone)) return refuse({ key: 'alike', values: { limit: MOST_ALIKE } });
    return { phone, lane, spare };
  };
  /** All numbers of a row that may be dialled; where none may, why not the first. */
  const numbersOf = (cells: readonly string[]) => {
    const first = dialable(firstOf(cells));
    const found = 'refused' in first ? [] : [first];
    for (const index of furtherIndexes) {
      const next = dialable(readListed(cells[index] ?? ''));
      if (!('refused' in next) && found.every(({ phone }) => phone !== next.phone)) found.push(next);
    }
    return 'refused' in first && found.length === 0 ? first : found;
  };
  return ({ cells, broken }: Row): Judged => {
    if (broken !== undefined) return { refused: { key: broken }, of: null };
    const numbers = numbersOf(cells);
    if ('refused' in numbers) return numbers;
    const [first, ...further] = numbers;
    const { phone, lane, spare } = first!;
    const name = textOf(cells[nameIndex] ?? '');
    const filled: Record<string, string> =
      name === '' ? {} : Object.fromEntries(nameVariables.map(variable => [variable, name]));
    for (const { index, variable } of variables) {
      const text = cellAt(cells, index);
      if (text !== '') filled[variable] = text;
    }
    for (const text of [name, ...Object.values(filled)]) {
      const fault = textFault(text);
      if (fault !== null) return { refused: fault, of: phone };
    }
    const aside = keptOf(cells);
    return {
      phone,
      name,
      variables: { ...(spare === null ? {} : { [SPARE_NUMBER]: spare }), ...aside, ...filled },
      lane,
      further: further.map(({ phone, lane }) => ({ phone, lane })),
      rank: rankIn(order, cells, phone),
    };
  };
};
