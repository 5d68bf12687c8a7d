import { type ConsentSource, consentSources, type ImportReason, type ListName } from '@lianxian/contract';
import { dateCell, foldTitle, readListed } from '@lianxian/core';

/**
 * What a row of a sheet says beside its number, found by the title of its column. A word in it is enough: what is not
 * found would bar for ever whom the sheet bars until Friday. 有效期起 is a beginning, so that is asked first.
 */
const parts = {
  from: /开始|起始|期起|起日|生效|同意(?:日期|时间)|^(?:from|since|valid from|consented)$/,
  until: /到期|截[止至]|有效|失效|过期|^(?:until|expires?|expiry|valid (?:until|to))$/,
  reason: /原因|理由|缘由|备注|说明|^(?:reason|note|remark)s?$/,
  source: /来源|渠道|^source$/,
  proof: /凭证|依据|证明|(?:合同|合约).*(?:号|编号)|^(?:编号|proof)$/,
} as const;
type Part = keyof typeof parts;

/** Which column holds what; the number's by its index, the others where there are any. */
interface ListColumns extends Partial<Readonly<Record<Part, number>>> {
  readonly phone: number;
}

export const columnsOf = (titles: readonly string[], phone: number): ListColumns => {
  const found: Partial<Record<Part, number>> = {};
  for (const [index, title] of titles.entries()) {
    const part = (Object.keys(parts) as Part[]).find(
      each => found[each] === undefined && parts[each].test(foldTitle(title)),
    );
    if (part !== undefined && index !== phone) found[part] = index;
  }
  return { phone, ...found };
};

/** As sheets write a day: 2026-03-09, 2026/3/9, 2026年3月9日, a time after it. */
const DAY = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[ T].*)?$/;
const NEVER = /^(?:永久|长期|无|never|-)?$/;

/** Null: for ever; undefined: it is no day. */
const dayOf = (cell: string): string | null | undefined => {
  const text = dateCell(foldTitle(cell));
  if (NEVER.test(text)) return null;
  const [, year = '', month = '', day = ''] = DAY.exec(text) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== iso ? undefined : iso;
};

const sources: Readonly<Record<Exclude<ConsentSource, 'import'>, RegExp>> = {
  form: /表单|报名|网页|官网|小程序|form|web/,
  call: /电话|通话|call|phone/,
  contract: /合同|协议|签约|contract/,
  other: /其[他它]|other/,
};
const sourceOf = (cell: string): ConsentSource => {
  const text = foldTitle(cell);
  const known = Object.entries(sources).find(([, says]) => says.test(text));
  return (known?.[0] as ConsentSource | undefined) ?? consentSources.find(one => one === text) ?? 'import';
};

const REASON_CHARS = 100;
const PROOF_CHARS = 200;
const lineOf = (cell: string, chars: number): string =>
  cell
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, chars)
    .toWellFormed();

/** A row that goes on a list. */
export interface ListRow {
  readonly phone: string;
  readonly reason: string;
  readonly until: string | null;
  readonly from: string | null;
  readonly source: ConsentSource;
  readonly proof: string;
}

interface ReadingOf {
  readonly list: ListName | 'shared';
  readonly columns: ListColumns;
  /** Where the sheet says nothing. */
  readonly reason: string;
  readonly until: string | null;
  readonly today: string;
}

/** Reads row after row: what goes on the list, or why it does not. */
export const readerOf = ({ list, columns, reason, until, today }: ReadingOf) => {
  const cellOf = (cells: readonly string[], part: Part): string | undefined => {
    const at = columns[part];
    return at === undefined ? undefined : cells[at];
  };
  return (cells: readonly string[]): ListRow | { readonly refused: ImportReason } => {
    const read = readListed(cells[columns.phone] ?? '');
    if (!read.ok) return { refused: { key: read.because } };
    const [last, first] = [cellOf(cells, 'until'), cellOf(cells, 'from')].map(cell => dayOf(cell ?? ''));
    if (last === undefined || first === undefined) return { refused: { key: 'notADay' } };
    const ends = columns.until === undefined ? until : last;
    const starts = list === 'consent' ? (first ?? null) : null;
    if (ends !== null && (ends < today || (starts !== null && ends < starts))) return { refused: { key: 'dayOver' } };
    return {
      phone: read.phone,
      reason: lineOf(cellOf(cells, 'reason') ?? '', REASON_CHARS) || reason,
      until: ends,
      from: starts,
      source: sourceOf(cellOf(cells, 'source') ?? ''),
      proof: lineOf(cellOf(cells, 'proof') ?? '', PROOF_CHARS) || reason,
    };
  };
};
