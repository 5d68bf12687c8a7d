import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSheet, writeCsv, writeXlsx } from './index.ts';
import { workbookParts } from './workbook-out.ts';
import { openZip } from './zip.ts';
import { zipOf } from './zip-out.ts';

const folder = mkdtempSync(join(tmpdir(), 'lianxian-written-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const partOf = async (path: string, name: string): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of (await openZip(path)).part(name)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};
const cellsOf = async (path: string, sheet = 0): Promise<(readonly string[])[]> => {
  const cells: (readonly string[])[] = [];
  for await (const block of (await openSheet(path, { sheet })).rows) cells.push(...block.map(row => row.cells));
  return cells;
};

test('a link leads where it says in a workbook, shown as one; in a csv its address stands', async () => {
  const link = 'https://lianxian.example/platform/call/7?a="b"&c';
  const sheet = {
    name: '通话',
    head: ['链接'],
    rows: [[{ link }], [{ link: `https://x.example/${'a'.repeat(250)}` }]],
  };
  const [book, text] = [join(folder, 'link.xlsx'), join(folder, 'link.csv')];
  await writeXlsx({ ...sheet, path: book });
  await writeCsv({ ...sheet, path: text });
  const xml = await partOf(book, 'xl/worksheets/sheet1.xml');
  expect(xml).toContain(
    '<c r="A2" s="2" t="str"><f>HYPERLINK(&quot;https://lianxian.example/platform/call/7?a=&quot;&quot;b&quot;&quot;&amp;c&quot;)</f>',
  );
  // Longer than a text in a formula may be.
  expect(xml.match(/<f>/g)).toHaveLength(1);
  expect(await partOf(book, 'xl/styles.xml')).toContain('<font><u/>');
  for (const path of [book, text]) expect((await cellsOf(path))[1]).toEqual([link]);
});

test('what a sheet does not hold goes on in another with the same head', async () => {
  const path = join(folder, 'two.xlsx');
  const wish = { name: 'long '.repeat(7), head: ['数'], rows: [[1], [2], [3]] };
  await writeFile(path, zipOf(workbookParts(wish, { rows: 3, bytes: 1e9 })));
  expect([await cellsOf(path), await cellsOf(path, 1)]).toEqual([
    [['数'], ['1'], ['2']],
    [['数'], ['3']],
  ]);
  const { sheets } = await openSheet(path);
  expect(sheets).toEqual(['long long long long long long l', 'long long long long long long_2']);
});

test('a sheet whose part grows beyond its bound goes on in another; the archive is one that Excel opens', async () => {
  const path = join(folder, 'bytes.xlsx');
  const rows = Array.from({ length: 20 }, (_, n) => [`${n} ${'x'.repeat(32_000)}`]);
  await writeFile(path, zipOf(workbookParts({ name: 'a/b:[c]', head: ['字'], rows }, { rows: 1_000, bytes: 200_000 })));
  const { sheets } = await openSheet(path);
  expect(sheets).toEqual(['a b  c ', 'a b  c _2', 'a b  c _3']);
  const parts = await Promise.all(sheets.map((_, at) => cellsOf(path, at)));
  expect(parts.map(([head]) => head)).toEqual([['字'], ['字'], ['字']]);
  expect(parts.flatMap(cells => cells.slice(1))).toEqual(rows);
  const bytes = await readFile(path);
  // Sizes that follow are 0 before, no field beside the name, no ZIP64 end; where the directory begins stands in the end itself.
  expect([bytes.readUInt32LE(18), bytes.readUInt32LE(22), bytes.readUInt16LE(28)]).toEqual([0, 0, 0]);
  expect(bytes.includes(Buffer.from('504b0606', 'hex'))).toBe(false);
  expect(bytes.readUInt32LE(bytes.readUInt32LE(bytes.length - 6))).toBe(0x02014b50);
});

test('what is no figure and no moment is an empty cell', async () => {
  const path = join(folder, 'odd.xlsx');
  await writeXlsx({ path, name: 'a', head: ['数', '时', '末'], rows: [[Number.NaN, new Date(Number.NaN), '末']] });
  expect(await partOf(path, 'xl/worksheets/sheet1.xml')).not.toContain('NaN');
  expect((await cellsOf(path))[1]).toEqual(['', '', '末']);
});

test('a text comes back as it was, whatever XML can hold of it', async () => {
  const path = join(folder, 'texts.xlsx');
  const texts = ['a<b>&"c\'', '  前后  ', '一\n二\t三', '\b\u{1f600}', '_x0041_ _x', '\r', '=1+1'];
  await writeXlsx({ path, name: 'a & b', head: ['字'], rows: texts.map(text => [text, '末']) });
  expect((await openSheet(path)).sheets).toEqual(['a & b']);
  expect((await cellsOf(path)).slice(1).map(([text]) => text)).toEqual(texts);
});

test('what cannot be read ends the writing; what was begun of it is there by then, and goes for good', async () => {
  const broken = async function* () {
    yield ['1'];
    throw new Error('no more');
  };
  for (const write of [writeXlsx, writeCsv])
    for (let n = 0; n < 40; n += 1) {
      const path = join(folder, `broken-${n}`);
      await expect(write({ path, name: 'a', head: ['b'], rows: broken() })).rejects.toThrow('no more');
      rmSync(path);
    }
  await writeCsv({ path: join(folder, 'later'), name: 'a', head: ['b'], rows: [] });
  expect((await readdir(folder)).filter(name => name.startsWith('broken'))).toEqual([]);
});
