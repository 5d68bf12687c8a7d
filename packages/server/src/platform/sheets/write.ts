import { pipeline } from 'node:stream/promises';
import { newFile } from '../new-file.ts';
import { CSV_BOM, csvLine } from './csv-line.ts';
import type { OutCell, OutColumn, OutRows } from './out.ts';
import { workbookParts } from './workbook-out.ts';
import { type Part, zipOf } from './zip-out.ts';

export interface SheetToWrite {
  /** Where it lies on the disk; what lay there is replaced. */
  readonly path: string;
  /** The name of the sheet, 31 characters at most. */
  readonly name: string;
  readonly head: readonly string[];
  /** How each column is shown; left out: as the program has it. */
  readonly columns?: readonly OutColumn[];
  /** Pulled as the disk takes them: memory stays flat. */
  readonly rows: OutRows;
}

const CSV_BLOCK_CHARS = 65_536;

const writeTo = async (path: string, bytes: AsyncIterable<Buffer | string>): Promise<number> => {
  const file = await newFile(path);
  await pipeline(bytes, file);
  return file.bytesWritten;
};

/** An .xlsx with one list; texts stay texts, whatever they begin with. Returns its bytes. */
export const writeXlsx = (sheet: SheetToWrite): Promise<number> => writeTo(sheet.path, zipOf(workbookParts(sheet)));

/** A .zip of whatever size. Returns its bytes. */
export const writeArchive = (path: string, parts: AsyncIterable<Part>): Promise<number> =>
  writeTo(path, zipOf(parts, true));

/** `2026-03-02 09:00:00` of a moment. */
const csvText = (cell: OutCell): string => {
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ');
  if (typeof cell === 'object') return cell?.link ?? '';
  return String(cell);
};

async function* csvBlocks({ head, rows }: SheetToWrite) {
  let block = CSV_BOM + csvLine(head);
  for await (const row of rows) {
    block += csvLine(row.map(csvText));
    if (block.length < CSV_BLOCK_CHARS) continue;
    yield block;
    block = '';
  }
  yield block;
}

/** A .csv, UTF-8 with BOM. Returns its bytes. */
export const writeCsv = (sheet: SheetToWrite): Promise<number> => writeTo(sheet.path, csvBlocks(sheet));
