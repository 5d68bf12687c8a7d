import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { writeXlsxStream } from 'hucre/xlsx';
import { CSV_BOM, csvLine } from './csv-line.ts';

export type OutCell = string | number | null;
export type OutRows = AsyncIterable<readonly OutCell[]> | Iterable<readonly OutCell[]>;

export interface SheetToWrite {
  /** Where it lies on the disk; what lay there is replaced. */
  readonly path: string;
  /** The name of the sheet, 31 characters at most. */
  readonly name: string;
  readonly head: readonly string[];
  /** Pulled as the disk takes them: memory stays flat. */
  readonly rows: OutRows;
}

/** What a workbook's sheet holds; hucre begins another sheet with the same head beyond it. */
export const XLSX_ROWS = 1_048_576;
const CSV_BLOCK_CHARS = 65_536;
const MOST_CELL_CHARS = 32_767;

const bytesOf = async (path: string): Promise<number> => (await stat(path)).size;

async function* withHead({ head, rows }: SheetToWrite) {
  yield [...head];
  for await (const row of rows)
    yield row.map(cell => (typeof cell === 'string' ? cell.slice(0, MOST_CELL_CHARS) : cell));
}

/** An .xlsx with one sheet; texts stay texts, whatever they begin with. Returns its bytes. */
export const writeXlsx = async (sheet: SheetToWrite): Promise<number> => {
  const stream = writeXlsxStream(withHead(sheet), { name: sheet.name, freezePane: { rows: 1 } });
  await pipeline(Readable.fromWeb(stream as NodeReadableStream), createWriteStream(sheet.path, { mode: 0o600 }));
  return await bytesOf(sheet.path);
};

async function* csvBlocks({ head, rows }: SheetToWrite) {
  let block = CSV_BOM + csvLine(head);
  for await (const row of rows) {
    block += csvLine(row.map(cell => (cell === null ? '' : String(cell))));
    if (block.length < CSV_BLOCK_CHARS) continue;
    yield block;
    block = '';
  }
  yield block;
}

/** A .csv, UTF-8 with BOM. Returns its bytes. */
export const writeCsv = async (sheet: SheetToWrite): Promise<number> => {
  await pipeline(Readable.from(csvBlocks(sheet)), createWriteStream(sheet.path, { mode: 0o600 }));
  return await bytesOf(sheet.path);
};
