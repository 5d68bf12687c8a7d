import { KEPT_TITLE_CHARS, type OutputOf, type taskEndpoints } from '@lianxian/contract';
import {
  areTitlesAlike,
  foldTitle,
  isDateText,
  isMakerCell,
  isMobile,
  isOtherOfSameTitle,
  isOtherTitle,
  isPhoneTitle,
  nameTitleRank,
  nearnessOf,
  readListed,
  whosePhone,
} from '@lianxian/core';

type Preview = OutputOf<typeof taskEndpoints.preview>;
export type ColumnUse = NonNullable<Preview['columns'][number]['guess']>;

/** A variable of the plan, by which its column is found. */
export interface Variable {
  readonly name: string;
  readonly label: string;
}

/** Where the titles stand: so many rows lie above them, and are no part of the list. */
interface Titles {
  readonly skipped: number;
  readonly header: boolean;
}

/** Titles are sought among so many rows: above them stand the name of the list, who made it, when. */
const TITLE_ROWS = 10;
/** Of one person three numbers are called at most. */
const MOST_FURTHER = 2;
/** A title is a word or two; a longer text is a note. */
const TITLE_CHARS = 20;

const isPhone = (cell: string): boolean => readListed(cell).ok;
/** Somebody to call, or who made the list. */
export const holdsNumber = (row: readonly string[]): boolean => row.some(isPhone);
const filledOf = (row: readonly string[]): readonly string[] => row.filter(cell => cell.trim() !== '');

/** How much a row without a number is like one of titles; 0: it is none. */
const titleLikeness = (row: readonly string[]): number => {
  const cells = filledOf(row).filter(cell => cell.length <= TITLE_CHARS);
  const known = cells.filter(cell => isPhoneTitle(cell) || nameTitleRank(cell) > 0 || isOtherTitle(cell)).length;
  return cells.some(isPhoneTitle) ? known * TITLE_ROWS + cells.length : 0;
};

/**
 * Where the people begin: at the first number, or at the second where the first is that of whoever made the list. Nobody
 * who could be called lies above.
 */
const firstPerson = (rows: readonly (readonly string[])[]): number => {
  const first = rows.findIndex(holdsNumber);
  if (first < 0) return rows.length;
  if (!rows[first]!.some(isMakerCell)) return first;
  const second = rows.findIndex((row, index) => index > first && holdsNumber(row));
  return second > first + 1 ? second : first;
};

/** Finds the titles; without any nothing is left out. */
export const findTitles = (rows: readonly (readonly string[])[]): Titles => {
  const first = firstPerson(rows);
  const likeness = rows.slice(0, Math.min(first, TITLE_ROWS)).map(row => (holdsNumber(row) ? 0 : titleLikeness(row)));
  const best = Math.max(0, ...likeness);
  if (best > 0) return { skipped: likeness.indexOf(best), header: true };
  const above = first - 1;
  const isSome = first < rows.length && above >= 0 && above < TITLE_ROWS && !holdsNumber(rows[above]!);
  if (isSome && filledOf(rows[above]!).length > 1) return { skipped: above, header: true };
  return { skipped: 0, header: isSome && above === 0 };
};

/** As somebody says who looks at the sheet: in the row of this number; 0: there are none. */
export const titlesIn = (row: number): Titles => ({ skipped: Math.max(0, row - 1), header: row > 0 });

/** As somebody may be called, whatever the script: words without a figure, no sentence. */
const NAME = /^[\p{L}\p{M}·.’' -]{1,30}$/u;

interface Seen {
  /** Cells that hold something, a number, a mobile number, a date, a word, what may be a name. */
  readonly filled: number;
  readonly phones: number;
  readonly mobiles: number;
  readonly dates: number;
  readonly words: number;
  readonly names: number;
}

const seenIn = (rows: readonly (readonly string[])[], index: number): Seen => {
  const cells = rows.map(row => row[index] ?? '').filter(cell => cell.trim() !== '');
  const phones = cells.map(readListed).flatMap(read => (read.ok ? [read.phone] : []));
  return {
    filled: cells.length,
    phones: phones.length,
    mobiles: phones.filter(isMobile).length,
    dates: cells.filter(isDateText).length,
    words: cells.filter(cell => /\p{L}/u.test(cell)).length,
    names: cells.filter(cell => NAME.test(cell.trim())).length,
  };
};

/**
 * How likely a column is the one to dial: by its title first, then by whether it holds mobile numbers, by how near to its
 * owner it is, by how many mobile numbers there are, then by any.
 */
const phoneRank = (title: string, { filled, phones, mobiles }: Seen): readonly number[] | null => {
  const isTitled = isPhoneTitle(title);
  if (isOtherTitle(title) || (phones === 0 && !isTitled)) return null;
  // A column of notes in which somebody once wrote a number is none.
  if (!isTitled && phones * 2 < filled) return null;
  const nearness = nearnessOf(title);
  const [near, has, some] = [nearness > 0, isTitled && phones > 0, mobiles > 0].map(Number);
  return [near!, has!, some!, nearness, mobiles, phones, Number(isTitled)];
};

const isMore = (one: readonly number[], other: readonly number[]): boolean => {
  const at = one.findIndex((rank, index) => rank !== other[index]);
  return at >= 0 && one[at]! > other[at]!;
};

const phoneColumn = (titles: readonly string[], seen: readonly Seen[]): number | null => {
  let [best, bestRank]: [number | null, readonly number[]] = [null, []];
  for (const [index, title] of titles.entries()) {
    const rank = phoneRank(title, seen[index]!);
    if (rank === null || (best !== null && !isMore(rank, bestRank))) continue;
    [best, bestRank] = [index, rank];
  }
  return best;
};

/**
 * Of several columns of names the one of whom the phone is: 业主姓名 beside 业主电话; else the first, one that says that it
 * is a name before one that says who it is. 客户 over figures is no name.
 */
const namesColumn = (titles: readonly string[], seen: readonly Seen[], phone: number | null): number => {
  const rankOf = (index: number): number => {
    const { filled, words } = seen[index]!;
    const rank = nameTitleRank(titles[index]!);
    return index === phone || (rank === 1 && words * 2 < filled) ? 0 : rank;
  };
  const names = titles.flatMap((_, index) => (rankOf(index) > 0 ? [index] : []));
  const sorted = names.toSorted((one, other) => rankOf(other) - rankOf(one));
  const whose = phone === null ? '' : whosePhone(titles[phone]!);
  const theirs = whose === '' ? undefined : sorted.find(index => foldTitle(titles[index]!).startsWith(whose));
  return theirs ?? sorted[0] ?? -1;
};

/** 陈女士, 阿依古丽·买买提: how a person is written where no title says so. */
const PERSON = /^\p{Script=Han}[\p{Script=Han}·]{1,9}$/u;

/** 联系电话2, 备用手机 beside the column that is dialled first: the same person's, called where that comes to nothing. */
const furtherColumns = (
  titles: readonly string[],
  seen: readonly Seen[],
  phone: number | null,
): ReadonlySet<number> => {
  const found = titles.flatMap((title, index) =>
    index !== phone && isOtherOfSameTitle(title) && seen[index]!.phones > 0 ? [index] : [],
  );
  return new Set(phone === null ? [] : found.slice(0, MOST_FURTHER));
};

/** Without titles: the first column in which all that is written are people. */
const untitledNames = (rows: readonly (readonly string[])[], width: number): number => {
  const cellsOf = (index: number) => rows.map(row => row[index]?.trim() ?? '').filter(cell => cell !== '');
  return Array.from({ length: width }, (_, index) => index).findIndex(index => {
    const cells = cellsOf(index);
    return cells.length > 0 && cells.every(cell => PERSON.test(cell));
  });
};

/** A as a spreadsheet letters its columns, then B … Z, AA. */
const lettersOf = (index: number): string =>
  (index < 26 ? '' : lettersOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** Under what a column is kept with its numbers, each its own: 备注, 备注(2); one without a title under its letter. */
const keptNames = (titles: readonly string[], variables: readonly Variable[]): readonly string[] => {
  const taken = new Set(variables.map(({ name }) => name));
  return titles.map((title, index) => {
    const base = (title || lettersOf(index)).slice(0, KEPT_TITLE_CHARS).trim();
    for (let n = 1; ; n += 1) {
      const tail = n === 1 ? '' : `(${n})`;
      const name = base.slice(0, KEPT_TITLE_CHARS - tail.length) + tail;
      if (taken.has(name)) continue;
      taken.add(name);
      return name;
    }
  });
};

/** Columns of the plan's variables, by index: named alike to the letter first, then what says the same thing. */
const variableColumns = (titles: readonly string[], free: ReadonlySet<number>, variables: readonly Variable[]) => {
  const found = new Map<number, string>();
  const left = new Set(variables);
  const isSame = (title: string, { name, label }: Variable) => [name, label].some(own => foldTitle(own) === title);
  const isLike = (title: string, { name, label }: Variable) => [name, label].some(own => areTitlesAlike(own, title));
  for (const fits of [isSame, isLike])
    for (const [index, title] of titles.entries()) {
      if (title === '' || !free.has(index) || found.has(index)) continue;
      const variable = [...left].find(one => fits(foldTitle(title), one));
      if (variable === undefined) continue;
      found.set(index, variable.name);
      left.delete(variable);
    }
  return found;
};

/** What each column is likely for, and what was seen in it; a use is guessed once. */
export const guessColumns = (
  rows: readonly (readonly string[])[],
  header: boolean,
  variables: readonly Variable[],
): Preview['columns'] => {
  const width = Math.max(0, ...rows.map(row => row.length));
  const titles = Array.from({ length: width }, (_, index) => (header ? (rows[0]?.[index] ?? '').trim() : ''));
  const seen = titles.map((_, index) => seenIn(header ? rows.slice(1) : rows, index));
  const phone = phoneColumn(titles, seen);
  const name = header ? namesColumn(titles, seen, phone) : untitledNames(rows, width);
  const free = new Set(titles.flatMap((_, index) => (index === phone || index === name ? [] : [index])));
  const ofVariable = variableColumns(titles, free, variables);
  const kept = keptNames(titles, variables);
  const further = furtherColumns(titles, seen, phone);
  const guess = (index: number): ColumnUse | null => {
    if (index === phone) return { index, use: 'phone' };
    if (further.has(index)) return { index, use: 'further' };
    if (index === name) return { index, use: 'name' };
    const variable = ofVariable.get(index);
    if (variable !== undefined) return { index, use: 'variable', variable };
    const isEmpty = titles[index] === '' && seen[index]!.filled === 0;
    return isEmpty ? null : { index, use: 'kept', variable: kept[index]! };
  };
  return titles.map((title, index) => {
    const { filled, mobiles, dates, names } = seen[index]!;
    return { index, title, kept: kept[index]!, guess: guess(index), filled, mobiles, dates, names };
  });
};

/** One phone, two further ones and one name at most, each variable and each kept title once, and all variables of the plan. */
export const areColumnsRight = (columns: readonly ColumnUse[], variables: readonly Variable[]): boolean => {
  const known = new Set(variables.map(({ name }) => name));
  const isRight = ({ use, variable = '' }: ColumnUse): boolean => {
    if (use === 'variable') return known.has(variable);
    return use !== 'kept' || (variable !== '' && !known.has(variable));
  };
  const isOf = (wanted: ColumnUse['use']) => columns.filter(({ use }) => use === wanted);
  const uses = columns
    .filter(({ use }) => use !== 'further')
    .map(({ use, variable = '' }) => (variable === '' ? use : `of ${variable}`));
  return (
    isOf('phone').length === 1 &&
    isOf('further').length <= MOST_FURTHER &&
    new Set(columns.map(({ index }) => index)).size === columns.length &&
    new Set(uses).size === uses.length &&
    columns.every(isRight)
  );
};
