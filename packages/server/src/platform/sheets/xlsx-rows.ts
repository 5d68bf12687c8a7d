/**
 * Rows of one sheet of a workbook, as they are unpacked, once it is known to be whole: whoever reads slowly makes the unpacking wait, so memory is the
 * shared texts and one chunk. Of a formula its last value counts, nothing is computed; one that is a text in quotes says it, for
 * programs that write sheets leave its value out. A merged range has its text in its first cell, as the file has it.
 */
import { refuse } from '../http/refusal.ts';
import { dateText, numberText, unescaped } from './cell-text.ts';
import { sheetLimits } from './limits.ts';
import { hasText, type RowBlocks, type SheetRow } from './row.ts';
import { readStrings, type StringTable } from './string-table.ts';
import type { Workbook } from './workbook.ts';
import { attributeOf, openXml, type XmlScanner } from './xml.ts';

const LETTER_A = 64;

/** Column of `AB12`, from 0; −1 without letters. Beyond the used ones it does not matter where. */
const columnOf = (reference: string): number => {
  let column = 0;
  for (let at = 0; at < reference.length && column <= sheetLimits.columns; at += 1) {
    const letter = reference.charCodeAt(at) - LETTER_A;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
};

/** `"13800138000"`, as a formula; otherwise empty. */
const textOfFormula = (formula: string): string =>
  (/^"((?:[^"]|"")*)"$/.exec(unescaped(formula))?.[1] ?? '').replaceAll('""', '"');

interface RowScanner extends XmlScanner {
  /** Rows since the last call. */
  readonly take: () => SheetRow[];
  readonly columnsLeftOut: () => boolean;
}

const openRows = ({ isDate, is1904 }: Workbook, strings: StringTable): RowScanner => {
  let rows: SheetRow[] = [];
  let leftOut = false;
  let line = 0;
  let cells: string[] = [];
  let column = -1;
  let type = '';
  let style = -1;
  let text = '';
  let inText = false;
  let formula = '';
  let inFormula = false;
  let inPhonetic = false;

  const cellText = (): string => {
    if (text === '' && formula !== '') return textOfFormula(formula);
    if (type === 's') return strings.at(text === '' ? -1 : Number(text));
    if (type === 'str' || type === 'inlineStr') return unescaped(text);
    if (type === 'b') return text === '1' || text === 'true' ? 'TRUE' : 'FALSE';
    if (type === 'e' || type === 'd' || text === '') return text;
    return style >= 0 && isDate(style) ? dateText(text, is1904) : numberText(text);
  };
  const closeCell = (): void => {
    const value = cellText();
    if (value === '') return;
    if (column >= sheetLimits.columns) {
      leftOut = true;
      return;
    }
    while (cells.length < column) cells.push('');
    cells[column] = value;
  };
  const scanner = openXml({
    open: (tag, attributes) => {
      if (tag === 'c') {
        const reference = attributeOf(attributes, 'r');
        column = reference === null ? column + 1 : columnOf(reference);
        if (column < 0) throw refuse('sheetBroken');
        type = attributeOf(attributes, 't') ?? '';
        style = Number(attributeOf(attributes, 's') ?? -1);
        text = '';
        formula = '';
      } else if (tag === 'f') inFormula = true;
      else if (tag === 'v' || tag === 't') inText = !inPhonetic;
      else if (tag === 'rPh') inPhonetic = true;
      else if (tag === 'row') {
        line = Number(attributeOf(attributes, 'r') ?? line + 1);
        cells = [];
        column = -1;
      }
    },
    close: tag => {
      if (tag === 'c') closeCell();
      else if (tag === 'v' || tag === 't') inText = false;
      else if (tag === 'f') inFormula = false;
      else if (tag === 'rPh') inPhonetic = false;
      else if (tag === 'row' && hasText(cells)) rows.push({ line, cells });
    },
    text: piece => {
      if (inText && text.length < sheetLimits.cellChars) text += piece.slice(0, sheetLimits.cellChars);
      if (inFormula && formula.length < sheetLimits.cellChars) formula += piece.slice(0, sheetLimits.cellChars);
    },
  });
  return {
    ...scanner,
    take: () => {
      const taken = rows;
      rows = [];
      return taken;
    },
    columnsLeftOut: () => leftOut,
  };
};

/** Rows of the sheet with that index, from the first with each iteration; its texts are read once. */
export const xlsxRows = (book: Workbook, index: number): RowBlocks => {
  const sheet = book.sheets[index];
  if (sheet === undefined) throw refuse('notFound', { what: 'sheet' });
  let leftOut = false;
  let texts: Promise<StringTable> | null = null;
  const readTexts = async (): Promise<StringTable> => {
    await book.zip.check(sheet.part);
    return await readStrings(book.zip, book.strings);
  };
  return {
    columnsLeftOut: () => leftOut,
    async *[Symbol.asyncIterator]() {
      texts ??= readTexts();
      const scanner = openRows(book, await texts);
      const decoder = new TextDecoder();
      for await (const chunk of book.zip.part(sheet.part)) {
        scanner.write(decoder.decode(chunk, { stream: true }));
        leftOut = scanner.columnsLeftOut();
        const rows = scanner.take();
        if (rows.length > 0) yield rows;
      }
      scanner.write(decoder.decode());
      scanner.end();
      const rows = scanner.take();
      leftOut = scanner.columnsLeftOut();
      if (rows.length > 0) yield rows;
    },
  };
};
