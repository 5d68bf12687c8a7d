import {
  customerFields,
  customerTypeWords,
  isCustomerField,
  languages,
  type RowReason,
  type SomeCustomerWords,
} from '@lianxian/contract';
import { customerTypes, readListed } from '@lianxian/core';
import { regionAsWritten, regionGiven } from '@lianxian/core/regions';
import { wordGiven } from '../customers/index.ts';
import type { CustomerUse } from './columns.policy.ts';

/** A row of a sheet as a customer. */
export interface SheetCustomer {
  readonly phone: string;
  readonly further: readonly string[];
  readonly words: SomeCustomerWords;
  readonly cateType: number | null;
  readonly owner: string | null;
}
type Read = SheetCustomer | { readonly refused: RowReason };

interface Column {
  readonly index: number;
  readonly use: CustomerUse;
}

const typesByWord: ReadonlyMap<string, number> = new Map(
  customerTypes.flatMap(type => [
    [String(type), type] as const,
    ...languages.map(language => [customerTypeWords[language][type], type] as const),
  ]),
);
const CUT = 10;
const wrong = (use: CustomerUse, text: string): RowReason => {
  if (use === 'birthday') return { key: 'notADay' };
  if (/^parameter(?:[4-9]|1[0-3])$/.test(use)) return { key: 'notAFigure', values: { text: text.slice(0, CUT) } };
  return { key: 'tooLongText', values: { text: text.slice(0, CUT) } };
};

/** Regions are written as people do; one that nobody knows is left out, with all else taken. */
const regionOf = (words: SomeCustomerWords): SomeCustomerWords => {
  const { city, province, ...rest } = words;
  const region = regionGiven(words);
  if (typeof region !== 'string') return { ...rest, ...region };
  const written = city === undefined ? regionAsWritten(province ?? '') : undefined;
  return written === undefined ? rest : { ...rest, city: written };
};

/** Reads row after row: a customer, or why it is none. */
export const readerOf = (columns: readonly Column[]) => {
  const indexOf = (use: CustomerUse): number => columns.find(column => column.use === use)?.index ?? -1;
  const [phoneAt, typeAt, ownerAt] = [indexOf('phone'), indexOf('cateType'), indexOf('owner')];
  const filled = columns.filter(({ use }) => isCustomerField(use));
  const furtherAt = columns.filter(({ use }) => use === 'further');
  return (cells: readonly string[]): Read => {
    const read = readListed(cells[phoneAt] ?? '');
    if (!read.ok) return { refused: { key: read.because } };
    const words: Record<string, string> = {};
    for (const { index, use } of filled) {
      const cell = (cells[index] ?? '').trim();
      if (cell === '' || !isCustomerField(use)) continue;
      const parsed = customerFields[use].safeParse(wordGiven(use, cell));
      if (!parsed.success) return { refused: wrong(use, cell) };
      words[use] = parsed.data;
    }
    const type = (cells[typeAt] ?? '').trim();
    if (type !== '' && !typesByWord.has(type)) return { refused: { key: 'noType' } };
    const further = furtherAt
      .flatMap(({ index }) => (cells[index] ?? '').split(/[\s,，;；/、]+/))
      .flatMap(text => {
        const number = readListed(text);
        return number.ok ? [number.phone] : [];
      });
    return {
      phone: read.phone,
      further: [...new Set(further)].filter(phone => phone !== read.phone),
      words: regionOf(words as SomeCustomerWords),
      cateType: type === '' ? null : typesByWord.get(type)!,
      owner: (cells[ownerAt] ?? '').trim() || null,
    };
  };
};
