import type { OutputOf, taskEndpoints } from '@lianxian/contract';
import { normalisePhone } from '@lianxian/core';

type Preview = OutputOf<typeof taskEndpoints.preview>;
export type ColumnUse = NonNullable<Preview['columns'][number]['guess']>;

/** A variable of the plan, by which its column is found. */
interface Variable {
  readonly name: string;
  readonly label: string;
}

const PHONE_TITLE = /手机|电话|号码|联系方式|phone|mobile|tel/i;
/** 身份证号码, 订单号码: numbers of something else. */
const OTHER_NUMBER = /身份证|证件|订单|编号|车牌|银行|卡号/;
const NAME_TITLE = /姓名|名字|称呼|联系人|客户名|^名称$|^(?:user|customer|full)? ?name$|^contact$/i;

const plain = (title: string): string => title.normalize('NFKC').trim().toLowerCase();
const isPhone = (cell: string): boolean => normalisePhone(cell).ok;

/** The first row holds titles: none of its cells is a number, and it names a phone column or later rows have numbers. */
export const hasTitles = (rows: readonly (readonly string[])[]): boolean => {
  const [first, ...rest] = rows;
  if (first === undefined || first.some(isPhone)) return false;
  return first.some(title => PHONE_TITLE.test(title)) || rest.some(row => row.some(isPhone));
};

/** By title the first that looks like it; without one the column with most numbers. */
const phoneColumn = (titles: readonly string[], rows: readonly (readonly string[])[], width: number): number | null => {
  const counts = Array.from({ length: width }, (_, index) => rows.filter(row => isPhone(row[index] ?? '')).length);
  const titled = titles.flatMap((title, index) =>
    PHONE_TITLE.test(title) && !OTHER_NUMBER.test(title) ? [index] : [],
  );
  const candidates = titled.length > 0 ? titled : counts.flatMap((count, index) => (count > 0 ? [index] : []));
  const best = candidates.reduce<number | null>(
    (found, index) => (found === null || counts[index]! > counts[found]! ? index : found),
    null,
  );
  return best;
};

/** 陈女士, 阿依古丽·买买提: how a person is written where no title says so. */
const PERSON = /^\p{Script=Han}[\p{Script=Han}·]{1,9}$/u;

/** Without titles: the first column in which all that is written are people. */
const nameColumn = (rows: readonly (readonly string[])[], width: number): number | null => {
  const cellsOf = (index: number) => rows.map(row => row[index]?.trim() ?? '').filter(cell => cell !== '');
  const people = Array.from({ length: width }, (_, index) => index).find(index => {
    const cells = cellsOf(index);
    return cells.length > 0 && cells.every(cell => PERSON.test(cell));
  });
  return people ?? null;
};

/** What each column is likely for; a use is guessed once. */
export const guessColumns = (
  rows: readonly (readonly string[])[],
  header: boolean,
  variables: readonly Variable[],
): Preview['columns'] => {
  const width = Math.max(0, ...rows.map(row => row.length));
  const titles = Array.from({ length: width }, (_, index) => (header ? (rows[0]?.[index] ?? '').trim() : ''));
  const phone = phoneColumn(titles, header ? rows.slice(1) : rows, width);
  const left = new Map(
    variables.flatMap(({ name, label }) => [[plain(name), name] as const, [plain(label), name] as const]),
  );
  const untitled = header ? null : nameColumn(rows, width);
  let hasName = false;
  const guess = (title: string, index: number): ColumnUse | null => {
    if (index === phone) return { index, use: 'phone' };
    if (index === untitled) return { index, use: 'name' };
    const variable = left.get(plain(title));
    if (!hasName && NAME_TITLE.test(title) && (variable === undefined || variable === 'name')) {
      hasName = true;
      return { index, use: 'name' };
    }
    if (title === '' || variable === undefined) return null;
    for (const [key, name] of left) if (name === variable) left.delete(key);
    return { index, use: 'variable', variable };
  };
  return titles.map((title, index) => ({ index, title, guess: guess(title, index) }));
};

/** One phone, at most one name, each variable once, and all of them of the plan. */
export const areColumnsRight = (columns: readonly ColumnUse[], variables: readonly Variable[]): boolean => {
  const uses = columns.map(({ use, variable }) => (use === 'variable' ? `variable ${variable ?? ''}` : use));
  const known = new Set(variables.map(({ name }) => `variable ${name}`));
  return (
    uses.filter(use => use === 'phone').length === 1 &&
    new Set(uses).size === uses.length &&
    uses.every(use => !use.startsWith('variable ') || known.has(use))
  );
};
