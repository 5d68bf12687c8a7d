import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Sheets of numbers for the benches of imports. */
const TITLES = ['手机号', '姓名', '课程'];
/** Numbers 997 apart: all of them mobile ones, none twice. */
export const STRIDE = 997;
export const FIRST = 13_000_000_000;

function* listOf(rows: number): Generator<string[]> {
  for (let row = 0; row < rows; row += 1) yield [String(FIRST + row * STRIDE), `客户${row}`, `课程${row % 50}`];
}

function* csvOf(rows: number): Generator<string> {
  let block = `${TITLES.join(',')}\n`;
  for (const cells of listOf(rows)) {
    block += `${cells.join(',')}\n`;
    if (block.length < 65_536) continue;
    yield block;
    block = '';
  }
  yield block;
}

export const writeNumbers = async (kind: 'csv' | 'xlsx', path: string, rows: number): Promise<void> => {
  if (kind === 'csv') return await pipeline(Readable.from(csvOf(rows)), createWriteStream(path));
  // The product's own writer: a workbook as an export makes it.
  const { writeXlsx } = await import('../../../server/src/platform/sheets/index.ts');
  await writeXlsx({ path, name: '名单', head: TITLES, rows: listOf(rows) });
};
