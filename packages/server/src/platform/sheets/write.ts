import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { writeXlsxStream } from 'hucre/xlsx';
import { CSV_BOM, csvLine } from './csv-line.ts';

/** A date is a moment as a wall clock shows it, told in UTC: a sheet has no zones. */
export type OutCell = string | number | Date | null;
export type OutRows = AsyncIterable<readonly OutCell[]> | Iterable<readonly OutCell[]>;

export interface OutColumn {
  /** In characters. */
  readonly width: number;
  /** Its cells are dates. */
  readonly isMoment?: boolean;
}

export interface SheetToWrite {
  /** Where it lies on the disk; what lay there is replaced. */
  readonly path: string;
  /** The name of the sheet, 31 characters at most. */
  readonly name: string;
  readonly head: readonly string[];
  /** How each column is shown; left out: as the program has it. */
  readonly columns?: readonly OutColumn[];
  /** Its parts may come to more than 4 GiB; programs before 2007 do not open it then. */
  readonly isHuge?: boolean;
  /** Pulled as the disk takes them: memory stays flat. */
  readonly rows: OutRows;
}

/** What a workbook's sheet holds; hucre begins another sheet with the same head beyond it. */
export const XLSX_ROWS = 1_048_576;
const CSV_BLOCK_CHARS = 65_536;
const MOST_CELL_CHARS = 32_767;
const MOMENT = 'yyyy-mm-dd hh:mm:ss';

const bytesOf = async (path: string): Promise<number> => (await stat(path)).size;

async function* withHead({ head, rows }: SheetToWrite) {
  yield [...head];
  for await (const row of rows)
    yield row.map(cell => (typeof cell === 'string' ? cell.slice(0, MOST_CELL_CHARS) : cell));
}

/** An .xlsx with one sheet; texts stay texts, whatever they begin with. Returns its bytes. */
export const writeXlsx = async (sheet: SheetToWrite): Promise<number> => {
  const stream = writeXlsxStream(withHead(sheet), {
    name: sheet.name,
    freezePane: { rows: 1 },
    columns: (sheet.columns ?? []).map(({ width, isMoment }) => ({ width, ...(isMoment && { numFmt: MOMENT }) })),
    zip64: sheet.isHuge ?? false,
  });
  await pipeline(Readable.fromWeb(stream as NodeReadableStream), createWriteStream(sheet.path, { mode: 0o600 }));
  return await bytesOf(sheet.path);
};

/** `2026-03-02 09:00:00` of a moment. */
const csvText = (cell: OutCell): string => {
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ');
  return cell === null ? '' : String(cell);
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
export const writeCsv = async (sheet: SheetToWrite): Promise<number> => {
  await pipeline(Readable.from(csvBlocks(sheet)), createWriteStream(sheet.path, { mode: 0o600 }));
  return await bytesOf(sheet.path);
};
