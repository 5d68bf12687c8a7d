import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { openSheet, writeCsv, writeXlsx } from '../../../server/src/platform/sheets/index.ts';

/**
 * Sheets of other programs are read as their people see them, and ours by other programs as we wrote them: LibreOffice and
 * openpyxl (`apt-get install libreoffice-calc-nogui python3-openpyxl`). What they write is kept beside the reader
 * (`platform/sheets/kept`), where `npm test` reads it again.
 */
interface SheetsRun {
  /** Files that were compared. */
  readonly files: number;
  readonly violations: readonly string[];
}

type Rows = readonly (readonly string[])[];
const run = promisify(execFile);
const LIMIT_MS = 120_000;
const limit = { timeout: LIMIT_MS, maxBuffer: 16 * 1_048_576 };

/** As `sheets.py` writes it, and what of it a person sees: a row that is empty is none. */
const theirs: Rows = [
  ['手机号', '姓名', '生日', '金额', '备注'],
  ['13800138000', '张三', '1990-02-01', '12.5', '约周六\n上午'],
  ['+86 138-0013-8001', '李 四', '2026-02-01 15:30:00', '0.1'],
  ['13800138002', 'O’Brien & <b>', '', 'TRUE'],
  ['13800138003', '王五', '2026年2月1日', '1000000000000000000000', ' 前后空格 '],
];
const ours: Rows = [
  ['号码', '说了什么', '金额'],
  ['13800138000', '“好的，周六上午”', '0.12'],
  ['010-12345678', '=1+1 不是公式', '1000'],
  ['13800138001', '第一行\n第二行 "引号", 逗号', '-3.5'],
];

const withoutEmptyEnds = (rows: Rows): Rows =>
  rows.map(row => row.slice(0, row.findLastIndex(cell => cell !== '') + 1)).filter(row => row.length > 0);

const readByUs = async (path: string): Promise<Rows> => {
  const cells: (readonly string[])[] = [];
  for await (const block of (await openSheet(path, {})).rows) cells.push(...block.map(row => row.cells));
  return withoutEmptyEnds(cells);
};

const python = (...asked: readonly string[]) =>
  run('python3', [join(import.meta.dirname, 'sheets.py'), ...asked], limit);
const readByOpenpyxl = async (path: string): Promise<Rows> =>
  withoutEmptyEnds(JSON.parse((await python('read', path)).stdout));

/** UTF-8; 85 is GB18030 (LibreOffice's numbers of encodings). */
const csvAs = (encoding: 76 | 85) =>
  `csv:Text - txt - csv (StarCalc):44,34,${encoding},1,,0,false,true,false,false,false,1`;
/** As LibreOffice's dialog proposes for a text that begins with a byte order mark; without a window it asks nobody. */
const AS_UTF8 = '--infilter=CSV:44,34,76,1';
const convert = async (path: string, as: string, folder: string): Promise<void> => {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const how = path.endsWith('.csv') ? [AS_UTF8] : [];
  await run('soffice', [profile, '--headless', ...how, '--convert-to', as, '--outdir', folder, path], limit);
};

export const runSheets = async (): Promise<SheetsRun> => {
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-sheets-'));
  const violations: string[] = [];
  let files = 0;
  const compare = async (name: string, read: Promise<Rows>, expected: Rows): Promise<void> => {
    files += 1;
    const found = await read;
    if (!isDeepStrictEqual(found, expected)) violations.push(`${name}: ${JSON.stringify(found)}`);
  };
  try {
    const [book, wide, gb] = [join(folder, 'theirs.xlsx'), join(folder, 'again'), join(folder, 'gb')];
    await python('write', book);
    await compare('openpyxl, xlsx', readByUs(book), theirs);
    await convert(book, 'xlsx:Calc MS Excel 2007 XML', wide);
    await compare('LibreOffice, xlsx', readByUs(join(wide, 'theirs.xlsx')), theirs);
    // What a csv says of a large number is what the program shows.
    const shown = theirs.map(row => row.map(cell => (cell === theirs[4]![3] ? '1E+021' : cell)));
    for (const [at, encoding] of [
      [wide, 76],
      [gb, 85],
    ] as const) {
      await convert(book, csvAs(encoding), at);
      await compare(`LibreOffice, csv ${encoding}`, readByUs(join(at, 'theirs-客户.csv')), shown);
    }
    const sheet = { name: '通话', head: ours[0]!, rows: ours.slice(1) };
    const [written, text] = [join(folder, 'ours.xlsx'), join(folder, 'text.csv')];
    await writeXlsx({ ...sheet, path: written });
    await writeCsv({ ...sheet, path: text });
    await compare('ours in openpyxl', readByOpenpyxl(written), ours);
    await convert(written, csvAs(76), wide);
    await compare('ours in LibreOffice', readByUs(join(wide, 'ours-通话.csv')), ours);
    await convert(text, 'xlsx:Calc MS Excel 2007 XML', wide);
    await compare('our csv in LibreOffice, first row', readFirst(join(wide, 'text.xlsx')), ours.slice(0, 1));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { files, violations };
};

const readFirst = async (path: string): Promise<Rows> => (await readByUs(path)).slice(0, 1);
