import { KEPT_TITLE_CHARS, type OutputOf, type taskEndpoints } from '@lianxian/contract';
import { isDateText, isListedMobile, readListed } from '@lianxian/core';

type Preview = OutputOf<typeof taskEndpoints.preview>;
export type ColumnUse = NonNullable<Preview['columns'][number]['guess']>;

/** A variable of the plan, by which its column is found. */
interface Variable {
  readonly name: string;
  readonly label: string;
}

const PHONE_TITLE = /手机|电话|号码|联系方式|phone|mobile|tel/i;
/** 身份证号码, 到期日, 序号: a title that names something else, whatever its cells look like. */
const OTHER_TITLE =
  /身份证|证件|订单|合同|编号|序号|工号|学号|客户号|车牌|银行|卡号|账号|日期|时间|到期|生日|出生|年龄|金额|价格|余额|积分|数量|微信|qq|邮箱|邮编|传真|网址|地址|备注|^id$|no\.?$|date|time|amount|price|email|fax/i;
/** 紧急联系人电话, 销售手机: somebody else's number, or one's own people's; taken for the phone only where there is no other. */
const SECOND_TITLE =
  /紧急|备用|备选|第二|其[他它]|担保|配偶|家属|亲属|家人|亲友|推荐人|介绍人|负责人|销售|业务员|客户经理|顾问|医生|老师|教练|班主任|经办|跟进|管家|店长|店员|员工|客服|中介|经纪|emergency|relative|spare|second|other|agent|sales/i;
const NAME_TITLE =
  /^(?:客户|用户|学员|学生|家长|会员|业主|房主|户主|租[户客]|患者|病人|车主|投保人|被保险人|乘客|真实)?(?:姓名|名字|名称|称呼)$|^联系人(?:姓名)?$|^客户名$|^(?:车主|业主|房主|户主|患者|病人)$|^(?:user|customer|full)? ?name$|^contact$/i;
/** What is left of 业主电话 is who is called. */
const PHONE_WORDS = /(?:的|联系)?(?:手机|电话|号码|联系方式|号)+.*$/u;

/** Titles are sought among so many rows: above them stand the name of the list, who made it, when. */
const TITLE_ROWS = 10;
/** A title is a word or two; a longer text is a note. */
const TITLE_CHARS = 20;

const plain = (title: string): string => title.normalize('NFKC').trim().toLowerCase();
const isPhone = (cell: string): boolean => readListed(cell).ok;
/** 没有电话: what stands where a number should. */
const NO_PHONE = /[没无暂不空停]/;
const isPhoneTitle = (title: string): boolean =>
  title.trim().length <= TITLE_CHARS && PHONE_TITLE.test(title) && !OTHER_TITLE.test(title) && !NO_PHONE.test(title);
const filledOf = (row: readonly string[]): readonly string[] => row.filter(cell => cell.trim() !== '');

/** How much a row is like one of titles; 0: it is none. A row with a number is somebody to call, or who made the list. */
const titleLikeness = (row: readonly string[]): number => {
  const cells = filledOf(row);
  if (cells.length === 0 || cells.some(isPhone)) return 0;
  const known = cells.filter(
    cell =>
      isPhoneTitle(cell) || NAME_TITLE.test(cell.trim()) || (cell.length <= TITLE_CHARS && OTHER_TITLE.test(cell)),
  ).length;
  return cells.some(isPhoneTitle) ? known * TITLE_ROWS + cells.length : 0;
};

/** Where the titles stand: so many rows lie above them, and are no part of the list; without titles nothing is left out. */
export const findTitles = (
  rows: readonly (readonly string[])[],
): { readonly skipped: number; readonly header: boolean } => {
  const likeness = rows.slice(0, TITLE_ROWS).map(titleLikeness);
  const best = Math.max(0, ...likeness);
  const hasPhone = rows.map(row => row.some(isPhone));
  const phonesFrom = (from: number, to?: number): number => hasPhone.slice(from, to).filter(Boolean).length;
  const titles = best === 0 ? -1 : likeness.indexOf(best);
  // What names a telephone among people to call, with most of them above it, is one of them.
  if (titles >= 0 && phonesFrom(0, titles) <= phonesFrom(titles + 1)) return { skipped: titles, header: true };
  const first = hasPhone.indexOf(true);
  const above = first - 1;
  const isTitled = first > 0 && above < TITLE_ROWS && filledOf(rows[above]!).length > 1;
  if (isTitled) return { skipped: above, header: true };
  return { skipped: 0, header: first === 1 };
};

interface Seen {
  /** Cells that hold something, a number, a mobile number, a date. */
  readonly filled: number;
  readonly phones: number;
  readonly mobiles: number;
  readonly dates: number;
}

const seenIn = (rows: readonly (readonly string[])[], index: number): Seen => {
  const cells = rows.map(row => row[index] ?? '').filter(cell => cell.trim() !== '');
  return {
    filled: cells.length,
    phones: cells.filter(isPhone).length,
    mobiles: cells.filter(isListedMobile).length,
    dates: cells.filter(isDateText).length,
  };
};

/** How likely a column is the one to dial: by its title first, then by its mobile numbers, then by any. */
const phoneRank = (title: string, { filled, phones, mobiles }: Seen): readonly number[] | null => {
  if (OTHER_TITLE.test(title) || (phones === 0 && !isPhoneTitle(title))) return null;
  // A column of notes in which somebody once wrote a number is none.
  if (!isPhoneTitle(title) && phones * 2 < filled) return null;
  const isSecond = SECOND_TITLE.test(title);
  return [isSecond ? 0 : 1, isPhoneTitle(title) && phones > 0 ? 1 : 0, mobiles, phones, isPhoneTitle(title) ? 1 : 0];
};

const isMore = (one: readonly number[], other: readonly number[]): boolean => {
  const at = one.findIndex((rank, index) => rank !== other[index]);
  return at >= 0 && one[at]! > other[at]!;
};

/** Of several columns of names the one of whom the phone is: 业主姓名 beside 业主电话; else the first. */
const namesColumn = (titles: readonly string[], phone: number | null): number => {
  const names = titles.flatMap((title, index) => (index !== phone && NAME_TITLE.test(title) ? [index] : []));
  const whose = phone === null ? '' : titles[phone]!.replace(PHONE_WORDS, '');
  const theirs = whose === '' ? undefined : names.find(index => titles[index]!.startsWith(whose));
  return theirs ?? names[0] ?? -1;
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

/** Columns of a sheet that are neither called nor of the plan are kept under their titles, each title once. */
const keepable = (title: string, taken: ReadonlySet<string>): boolean =>
  title !== '' && title.length <= KEPT_TITLE_CHARS && !taken.has(title);

/** What each column is likely for, and what was seen in it; a use is guessed once. */
export const guessColumns = (
  rows: readonly (readonly string[])[],
  header: boolean,
  variables: readonly Variable[],
): Preview['columns'] => {
  const width = Math.max(0, ...rows.map(row => row.length));
  const titles = Array.from({ length: width }, (_, index) => (header ? (rows[0]?.[index] ?? '').trim() : ''));
  const body = header ? rows.slice(1) : rows;
  const seen = titles.map((_, index) => seenIn(body, index));
  const phone = phoneColumn(titles, seen);
  const untitled = header ? null : nameColumn(rows, width);
  const named = namesColumn(titles, phone);
  // The column of names fills the plan's variable of that name too.
  const fillable = variables.filter(({ name }) => named < 0 || name !== 'name');
  const left = new Map(
    fillable.flatMap(({ name, label }) => [[plain(name), name] as const, [plain(label), name] as const]),
  );
  const taken = new Set<string>(variables.map(({ name }) => name));
  const guess = (title: string, index: number): ColumnUse | null => {
    if (index === phone) return { index, use: 'phone' };
    if (index === untitled || index === named) return { index, use: 'name' };
    const variable = left.get(plain(title));
    if (title !== '' && variable !== undefined) {
      for (const [key, name] of left) if (name === variable) left.delete(key);
      return { index, use: 'variable', variable };
    }
    if (!keepable(title, taken)) return null;
    taken.add(title);
    return { index, use: 'kept', variable: title };
  };
  return titles.map((title, index) => {
    const { filled, mobiles, dates } = seen[index]!;
    return { index, title, guess: guess(title, index), filled, mobiles, dates };
  });
};

/** One phone, at most one name, each variable and each kept title once, and all variables of the plan. */
export const areColumnsRight = (columns: readonly ColumnUse[], variables: readonly Variable[]): boolean => {
  const known = new Set(variables.map(({ name }) => name));
  const isRight = ({ use, variable = '' }: ColumnUse): boolean => {
    if (use === 'variable') return known.has(variable);
    return use !== 'kept' || (variable !== '' && !known.has(variable));
  };
  const uses = columns.map(({ use, variable = '' }) => (variable === '' ? use : `of ${variable}`));
  return (
    columns.filter(({ use }) => use === 'phone').length === 1 &&
    new Set(uses).size === uses.length &&
    columns.every(isRight)
  );
};
