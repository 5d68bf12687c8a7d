/**
 * Rows of a csv as its text comes in (RFC 4180), by papaparse. What the format cannot bear is met here, so that one bad
 * line costs one line: a quote that is never closed, or is closed in mid-text, would swallow the rows behind it, so the
 * line it began on is told as broken and reading goes on with the next; a line without end is cut at its first columns.
 */
import Papa from 'papaparse';
import { sheetLimits } from './limits.ts';
import { hasText, type RowBlocks, type SheetRow } from './row.ts';
import type { Separator } from './separators.ts';

interface Parsed {
  readonly data: string[][];
  readonly errors: readonly { readonly row: number; readonly index: number }[];
  readonly meta: { readonly cursor: number };
}

const newlines = (cells: readonly string[]): number => {
  let count = 0;
  for (const cell of cells) for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count += 1;
  return count;
};

/** ="13800138000": how other programs keep Excel from taking figures for a number. */
const unquoted = (cells: string[]): string[] =>
  cells.some(cell => cell.startsWith('="'))
    ? cells.map(cell => (cell.startsWith('="') && cell.endsWith('"') ? cell.slice(2, -1) : cell))
    : cells;

interface TextRows {
  /** Rows that are whole so far. */
  readonly write: (chunk: string) => SheetRow[];
  readonly end: () => SheetRow[];
  readonly columnsLeftOut: () => boolean;
}

export const openTextRows = (separator: Separator): TextRows => {
  let pending = '';
  let line = 1;
  let leftOut = false;
  let brokenQuotes = 0;
  /** The line was cut: what is left of it, up to its end, is passed over. */
  let skipping = false;
  let endedInReturn = false;
  const quoting = new Papa.Parser({ delimiter: separator, newline: '\n' });
  const plain = new Papa.Parser({ delimiter: separator, newline: '\n', fastMode: true });

  const used = (cells: string[]): string[] => {
    if (cells.length <= sheetLimits.columns) return cells;
    leftOut ||= hasText(cells.slice(sheetLimits.columns));
    return cells.slice(0, sheetLimits.columns);
  };
  const take = (rows: SheetRow[], data: readonly string[][], mayHoldLines: boolean): void => {
    for (const cells of data) {
      if (cells.length > 1 || cells[0] !== '') if (hasText(cells)) rows.push({ line, cells: unquoted(used(cells)) });
      line += 1 + (mayHoldLines ? newlines(cells) : 0);
    }
  };
  /** The first line as it stands, without regard for its quotes. */
  const takeBroken = (rows: SheetRow[], broken: 'quote' | 'endless'): void => {
    const end = pending.indexOf('\n');
    const text = pending.slice(0, end < 0 ? sheetLimits.rowChars : end);
    const cells = text.split(separator, sheetLimits.columns + 1);
    // What fits into the used columns is whole, whatever follows.
    const isWhole = broken === 'endless' && cells.length > sheetLimits.columns;
    leftOut ||= isWhole;
    const shown = cells.slice(0, sheetLimits.columns).map(cell => cell.slice(0, sheetLimits.cellChars));
    rows.push(isWhole ? { line, cells: shown } : { line, cells: shown, broken });
    if (end >= 0) line += 1;
    else skipping = true;
    pending = end < 0 ? '' : pending.slice(end + 1);
  };
  const read = (isLast: boolean): SheetRow[] => {
    const rows: SheetRow[] = [];
    while (pending !== '') {
      const quotes = brokenQuotes < sheetLimits.brokenQuotes && pending.includes('"');
      const parsed = (quotes ? quoting : plain).parse(pending, 0, !isLast) as Parsed;
      const [fault] = parsed.errors;
      take(rows, fault === undefined ? parsed.data : parsed.data.slice(0, fault.row), quotes);
      if (fault !== undefined) {
        pending = pending.slice(pending.lastIndexOf('\n', fault.index - 1) + 1);
        // The line it began on is still to come whole.
        if (!isLast && !pending.includes('\n') && pending.length <= sheetLimits.rowChars) break;
        brokenQuotes += 1;
        takeBroken(rows, 'quote');
        continue;
      }
      pending = isLast ? '' : pending.slice(parsed.meta.cursor);
      if (pending.length <= sheetLimits.rowChars || parsed.meta.cursor > 0) break;
      if (quotes) brokenQuotes += 1;
      takeBroken(rows, quotes && pending.includes('\n') ? 'quote' : 'endless');
    }
    return rows;
  };
  /** Line ends are \n from here on; what is left of a line that was cut is gone. */
  const append = (chunk: string): void => {
    let text = endedInReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
    if (text === '') return;
    endedInReturn = text.endsWith('\r');
    if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
    if (skipping) {
      const end = text.indexOf('\n');
      if (end < 0) return;
      skipping = false;
      line += 1;
      text = text.slice(end + 1);
    }
    pending += text;
  };
  return {
    write: chunk => {
      append(chunk);
      return read(false);
    },
    end: () => read(true),
    columnsLeftOut: () => leftOut,
  };
};

/** Rows of a text that comes in chunks; `chunks` is asked anew with each iteration. */
export const textRows = (chunks: () => AsyncIterable<string> | Iterable<string>, separator: Separator): RowBlocks => {
  let leftOut = false;
  return {
    columnsLeftOut: () => leftOut,
    async *[Symbol.asyncIterator]() {
      const reader = openTextRows(separator);
      for await (const chunk of chunks()) {
        const rows = reader.write(chunk);
        leftOut = reader.columnsLeftOut();
        if (rows.length > 0) yield rows;
      }
      const rows = reader.end();
      leftOut = reader.columnsLeftOut();
      if (rows.length > 0) yield rows;
    },
  };
};
