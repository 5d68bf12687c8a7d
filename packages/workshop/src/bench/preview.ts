import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lanes } from '@lianxian/core';
import { openSheet } from '../../../server/src/platform/sheets/index.ts';
import { makeWorkbook } from '../../../server/src/platform/sheets/made-workbook.test-data.ts';
import { beginningOf } from '../../../server/src/rooms/imports/beginning.ts';
import { checkRows } from '../../../server/src/rooms/imports/check-rows.ts';
import { findTitles, guessColumns } from '../../../server/src/rooms/imports/columns.policy.ts';
import { openJudge } from '../../../server/src/rooms/imports/judge.policy.ts';
import type { Sample } from './figures.ts';

/**
 * What a sheet of 20,000 rows costs before it is imported (its beginning, its columns, the count of what would be called)
 * against what the import itself takes to read and judge the same rows; processor time, one after the other in one run
 * (docs/tasks.md#a-sheet-is-read).
 */
interface PreviewFigure {
  readonly kind: 'csv' | 'xlsx';
  readonly previewMs: number;
  readonly importMs: number;
  readonly ratio: number;
}

const ROWS = 20_000;
const TITLES = ['序号', '客户姓名', '联系电话', '产品', '到期日', '金额', '备注'];
/** Numbers 997 apart: all of them mobile ones, none twice. */
const cellsOf = (row: number): readonly string[] => [
  String(row + 1),
  `客户${row}`,
  String(13_000_000_000 + row * 997),
  `产品${row % 50}`,
  `2026-12-${String((row % 28) + 1).padStart(2, '0')}`,
  String(row % 9_000),
  row % 3 === 0 ? '老客户' : '',
];
const rows = (): readonly (readonly string[])[] => [TITLES, ...Array.from({ length: ROWS }, (_, row) => cellsOf(row))];

const csvOf = (): string =>
  rows()
    .map(cells => `${cells.join(',')}\n`)
    .join('');
const workbookOf = (): Buffer =>
  makeWorkbook({
    rows: rows()
      .map(cells => `<row>${cells.map(text => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`)
      .join(''),
  });

const cpuMs = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

const both = [lanes.ordinary, lanes.west];

const previewed = async (path: string): Promise<void> => {
  const beginning = await beginningOf(await openSheet(path));
  const { skipped, header } = findTitles(beginning.rows);
  const guesses = guessColumns(beginning.rows.slice(skipped), header, []);
  const columns = guesses.flatMap(({ guess }) => (guess === null ? [] : [guess]));
  const counted = await checkRows(await openSheet(path), { skip: skipped + 1, columns, lanes: both, seesPhones: true });
  if (counted.people.length !== ROWS) throw new Error(`${counted.people.length} numbers were read`);
};

const read = async (path: string): Promise<void> => {
  const columns = TITLES.map((title, index) =>
    index === 2
      ? ({ index, use: 'phone' } as const)
      : index === 1
        ? ({ index, use: 'name' } as const)
        : ({ index, use: 'kept', variable: title } as const),
  );
  const judge = openJudge({ columns, lanes: new Set(both), isWest: () => false, nameVariables: [], seesPhones: true });
  let good = 0;
  for await (const block of (await openSheet(path)).rows) for (const row of block) if ('phone' in judge(row)) good += 1;
  if (good !== ROWS) throw new Error(`${good} numbers were read`);
};

export const measurePreview = async (rounds: number): Promise<readonly PreviewFigure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'lianxian-preview-'));
  try {
    const files = { csv: join(folder, 'a.csv'), xlsx: join(folder, 'a.xlsx') };
    writeFileSync(files.csv, csvOf());
    writeFileSync(files.xlsx, workbookOf());
    const all: PreviewFigure[] = [];
    for (let round = 0; round <= rounds; round += 1)
      for (const kind of ['csv', 'xlsx'] as const) {
        const importMs = await cpuMs(() => read(files[kind]));
        const previewMs = await cpuMs(() => previewed(files[kind]));
        // The first round warms the compiler.
        if (round > 0) all.push({ kind, previewMs, importMs, ratio: previewMs / importMs });
      }
    return all;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

export const previewSamples = (all: readonly PreviewFigure[]): Sample[] =>
  (['csv', 'xlsx'] as const).map(kind => ({
    zh: `导入前预览 20,000 行 .${kind}：导入读取同样行的倍数（至多 1.5）`,
    en: `preview of 20,000 rows of .${kind} before an import: ratio to the import’s reading of them (at most 1.5)`,
    unit: '×',
    digits: 2,
    values: all.filter(one => one.kind === kind).map(({ ratio }) => ratio),
  }));
