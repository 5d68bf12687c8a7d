import { type Lane, laneOf, lanes, neverDialled, normalisePhone } from '@lianxian/core';
import type { ColumnUse } from './columns.policy.ts';

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
}

export type Judged = NewCallee | { readonly refused: string };

export interface JudgeOptions {
  readonly columns: readonly ColumnUse[];
  /** Lanes that the task's ports serve. */
  readonly lanes: ReadonlySet<Lane>;
  /** The number belongs to the far west. */
  readonly isWest: (phone: string) => boolean;
  /** The plan has a variable `name`: the name column fills it too. */
  readonly nameIsVariable: boolean;
}

/** As a call by hand takes them (contract: variables). */
const MOST_CHARS = 50;
const UNREADABLE = '\ufffd';

const phoneRefusals = {
  empty: '没有号码',
  notDigits: '号码里有不是数字的字符',
  tooShort: '号码太短，应为 8 到 12 位',
  tooLong: '号码太长，应为 8 到 12 位',
} as const;
const neverRefusals = {
  emergency: '紧急号码，不能呼叫',
  short: '短号或服务号码，不能呼叫',
  premium: '声讯或收费号码，不能呼叫',
  abroad: '国际号码，不能呼叫',
} as const;
const brokenRefusals = {
  quote: '这一行的引号没有成对',
  endless: '这一行太长，没有换行',
} as const;

/** Texts are spoken and shown: one line, no control characters. Half a character (U+D800–DFFF) is unreadable. */
const textOf = (cell: string): string =>
  cell
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();

const textFault = (text: string): string | null => {
  if (text.includes(UNREADABLE)) return '有乱码，请换一种编码再导入';
  return text.length > MOST_CHARS ? `「${text.slice(0, 10)}…」超过 ${MOST_CHARS} 个字` : null;
};

const laneRefusal = (lane: Lane): string =>
  lane === lanes.practice ? '练习号码只能用练习线路呼叫' : '练习线路只能呼叫练习号码';

/** Judges row after row: a number to call, or why it is none, in Chinese for the file of refused rows. */
export const openJudge = ({ columns, lanes: served, isWest, nameIsVariable }: JudgeOptions) => {
  const phoneIndex = columns.find(({ use }) => use === 'phone')?.index ?? 0;
  const nameIndex = columns.find(({ use }) => use === 'name')?.index ?? -1;
  const variables = columns.flatMap(({ use, index, variable }) =>
    use === 'variable' && variable !== undefined ? [{ index, variable }] : [],
  );
  return ({ cells, broken }: Row): Judged => {
    if (broken !== undefined) return { refused: brokenRefusals[broken] };
    const normal = normalisePhone(cells[phoneIndex] ?? '');
    if (!normal.ok) return { refused: phoneRefusals[normal.because] };
    const { phone } = normal;
    const never = neverDialled(phone);
    if (never !== null) return { refused: neverRefusals[never] };
    const lane = laneOf(phone, isWest(phone) ? '新疆' : null);
    if (!served.has(lane)) return { refused: laneRefusal(lane) };
    const name = textOf(cells[nameIndex] ?? '');
    const filled: Record<string, string> = nameIsVariable && name !== '' ? { name } : {};
    for (const { index, variable } of variables) {
      const text = textOf(cells[index] ?? '');
      if (text !== '') filled[variable] = text;
    }
    for (const text of [name, ...Object.values(filled)]) {
      const fault = textFault(text);
      if (fault !== null) return { refused: fault };
    }
    return { phone, name, variables: filled, lane };
  };
};
