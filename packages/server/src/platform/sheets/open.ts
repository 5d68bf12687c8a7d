import { open } from 'node:fs/promises';
import { refuse } from '../http/refusal.ts';
import { type Encoding, findEncoding, textOf } from './encoding.ts';
import type { RowBlocks, SheetRow } from './row.ts';
import { findPastedSeparator, findSeparator, phonesAlone, type Separator } from './separators.ts';
import { textRows } from './text-rows.ts';
import { openWorkbook } from './workbook.ts';
import { xlsxRows } from './xlsx-rows.ts';

export interface OpenSheet {
  readonly kind: 'xlsx' | 'text';
  /** Names of a workbook's sheets. */
  readonly sheets: readonly string[];
  readonly encoding: Encoding | null;
  readonly rows: RowBlocks;
}

export interface SheetOptions {
  /** Of a workbook; the first without it. */
  readonly sheet?: number | undefined;
  /** Of text; found out without it. */
  readonly encoding?: Encoding | undefined;
}

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
/** Compound file (MS-CFB): a workbook with a password, or one of Excel 97. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const LOCKED = Buffer.from('EncryptedPackage', 'utf16le');
const SAMPLE_CHARS = 65_536;

const headOf = async (path: string): Promise<Buffer> => {
  const file = await open(path);
  const head = Buffer.alloc(8);
  const { bytesRead } = await file.read(head, 0, head.length, 0).finally(() => file.close());
  return head.subarray(0, bytesRead);
};

const holds = async (path: string, bytes: Buffer): Promise<boolean> => {
  const file = await open(path);
  try {
    let tail = Buffer.alloc(0);
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      const seen = Buffer.concat([tail, chunk as Buffer]);
      if (seen.includes(bytes)) return true;
      tail = seen.subarray(-bytes.length);
    }
    return false;
  } finally {
    await file.close();
  }
};

/** What the bytes say a file is, whatever its name. Throws a refusal for what is no sheet of ours. */
export const sniffSheet = async (path: string): Promise<'xlsx' | 'text'> => {
  const head = await headOf(path);
  if (head.length === 0) throw refuse('sheetEmpty');
  if (head.subarray(0, 4).equals(ZIP)) return 'xlsx';
  if (head.equals(COMPOUND)) throw refuse((await holds(path, LOCKED)) ? 'sheetLocked' : 'sheetOld');
  return 'text';
};

/** The first rows tell the separator. */
const separatorOf = async (path: string, encoding: Encoding): Promise<Separator> => {
  let sample = '';
  for await (const chunk of textOf(path, encoding)) {
    sample += chunk;
    if (sample.length >= SAMPLE_CHARS) break;
  }
  return findSeparator(sample.slice(0, SAMPLE_CHARS));
};

/** Opens a file of the disk. Throws refusals; rows throw them too, as what is wrong comes to light. */
export const openSheet = async (path: string, { sheet = 0, encoding }: SheetOptions = {}): Promise<OpenSheet> => {
  if ((await sniffSheet(path)) === 'xlsx') {
    const book = await openWorkbook(path);
    return { kind: 'xlsx', sheets: book.sheets.map(({ name }) => name), encoding: null, rows: xlsxRows(book, sheet) };
  }
  const found = encoding ?? (await findEncoding(path));
  const separator = await separatorOf(path, found);
  return { kind: 'text', sheets: [], encoding: found, rows: textRows(() => textOf(path, found), separator) };
};

const LINES = /\r\n|\n|\r/;

/** Rows of pasted text: one number a line, or cells parted by tab, comma or blank. */
export const pastedSheet = (text: string): OpenSheet => {
  const phones = phonesAlone(text);
  const separator = findPastedSeparator(text);
  const shown =
    separator === ' '
      ? text
          .split(LINES)
          .map(line => line.trim().replace(/\s+/g, ' '))
          .join('\n')
      : text;
  const alone: RowBlocks = {
    columnsLeftOut: () => false,
    async *[Symbol.asyncIterator]() {
      if (phones !== null) yield phones.map((phone, index): SheetRow => ({ line: index + 1, cells: [phone] }));
    },
  };
  return {
    kind: 'text',
    sheets: [],
    encoding: null,
    rows: phones === null ? textRows(() => [shown], separator) : alone,
  };
};
