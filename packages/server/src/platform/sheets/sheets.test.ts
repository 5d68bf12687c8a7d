import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusalText } from '@lianxian/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { Refusal } from '../http/refusal.ts';
import {
  csvLine,
  type Encoding,
  openSheet,
  pastedSheet,
  type RowBlocks,
  type SheetRow,
  sniffSheet,
  writeCsv,
  writeXlsx,
} from './index.ts';
import { makeWorkbook, makeZip } from './made-workbook.test-data.ts';
import { openTextRows } from './text-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'lianxian-sheets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const file = (bytes: Buffer | string): string => {
  files += 1;
  const path = join(folder, String(files));
  writeFileSync(path, bytes);
  return path;
};
const all = async (rows: RowBlocks): Promise<SheetRow[]> => {
  const list: SheetRow[] = [];
  for await (const block of rows) list.push(...block);
  return list;
};
const rowsOf = async (bytes: Buffer | string, encoding?: Encoding) =>
  all((await openSheet(file(bytes), { encoding })).rows);
const cellsOf = async (bytes: Buffer | string, encoding?: Encoding) =>
  (await rowsOf(bytes, encoding)).map(({ cells }) => cells);
const refusalFor = async (bytes: Buffer | string): Promise<string> => {
  try {
    await rowsOf(bytes);
    return 'none';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refusalText(error, 'zh-CN');
  }
};

const chinese = '手机号,姓名\n13800138000,张三\n';
const gb = Buffer.from('cad6bbfabac52cd0d5c3fb0a31333830303133383030302cd5c5c8fd0a', 'hex');
const big5 = Buffer.from('a4e2bef7b8b92ca96da6570a31333830303133383030302cb169a4540a', 'hex');

describe('the encoding of a text', () => {
  const rows = [
    ['手机号', '姓名'],
    ['13800138000', '张三'],
  ];
  test.each([
    ['UTF-8', Buffer.from(chinese), 'utf-8'],
    ['UTF-8 with BOM', Buffer.from(`\ufeff${chinese}`), 'utf-8'],
    ['GB18030, as Chinese Excel saves csv', gb, 'gb18030'],
    ['UTF-16 with BOM, as Excel saves Unicode text', Buffer.from(`\ufeff${chinese}`, 'utf16le'), 'utf-16le'],
  ] as const)('%s is found out', async (_, bytes, encoding) => {
    const sheet = await openSheet(file(bytes));
    expect([sheet.encoding, (await all(sheet.rows)).map(row => row.cells)]).toEqual([encoding, rows]);
  });

  test('Big5 is read when a person says so', async () => {
    expect(await cellsOf(big5, 'big5')).toEqual([
      ['手機號', '姓名'],
      ['13800138000', '張三'],
    ]);
  });

  test('bytes that no encoding knows are shown as such and lose no row', async () => {
    const broken = Buffer.concat([
      Buffer.from('13800138000,'),
      Buffer.from([0xff, 0xff]),
      Buffer.from('\n13900139000,b\n'),
    ]);
    expect((await cellsOf(broken)).map(cells => cells[0])).toEqual(['13800138000', '13900139000']);
    expect((await cellsOf(broken))[0]?.[1]).toContain('\ufffd');
  });
});

test.each([
  [
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a;b\r\n1;2,5\r\n',
    [
      ['a', 'b'],
      ['1', '2,5'],
    ],
  ],
  [
    'a\tb\r1\t2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '号码，姓名\n1，二',
    [
      ['号码', '姓名'],
      ['1', '二'],
    ],
  ],
  [
    'a,b\n"1,5","he said ""hi"""\n"two\nlines",2\n',
    [
      ['a', 'b'],
      ['1,5', 'he said "hi"'],
      ['two\nlines', '2'],
    ],
  ],
  [
    '5" screen,b\nc,6" pipe\n',
    [
      ['5" screen', 'b'],
      ['c', '6" pipe'],
    ],
  ],
])('a text is parted as it is written: %j', async (text, cells) => {
  expect(await cellsOf(text)).toEqual(cells);
});

test('lines are counted as an editor counts them, blank ones and those in quotes among them', async () => {
  expect((await rowsOf('a,b\n\n"x\ny",1\n , \nc,2\n')).map(({ line }) => line)).toEqual([1, 3, 6]);
});

describe('a csv that breaks the rules', () => {
  test('a quote that is never closed costs its own line only', async () => {
    expect(await rowsOf('1,a\n2,"b\n3,c\n4,d\n')).toEqual([
      { line: 1, cells: ['1', 'a'] },
      { line: 2, cells: ['2', '"b'], broken: 'quote' },
      { line: 3, cells: ['3', 'c'] },
      { line: 4, cells: ['4', 'd'] },
    ]);
  });

  test('a quote closed in mid-text swallows nothing behind it', async () => {
    expect(await rowsOf('1,"张三"经理\n2,b\n3,"c"\n')).toEqual([
      { line: 1, cells: ['1', '"张三"经理'], broken: 'quote' },
      { line: 2, cells: ['2', 'b'] },
      { line: 3, cells: ['3', 'c'] },
    ]);
  });

  test('a file full of open quotes is read in time, its quotes taken as text', async () => {
    const rows = await rowsOf('"1,a\n2"x,b\n'.repeat(30_000));
    expect(rows.length).toBe(60_000);
    expect(rows.at(-1)).toEqual({ line: 60_000, cells: ['2"x', 'b'] });
  });

  test('whatever the pieces it comes in, the rows are the same', async () => {
    const text = '1,"a\r\nb"\r\n2,"x""y"\r\n\r\n3,"bad"er\r\n4,ok\r\n5,"open';
    const whole = openTextRows(',');
    const rows = [...whole.write(text), ...whole.end()];
    for (let size = 1; size < text.length; size += 1) {
      const reader = openTextRows(',');
      const got: SheetRow[] = [];
      for (let at = 0; at < text.length; at += size) got.push(...reader.write(text.slice(at, at + size)));
      expect([...got, ...reader.end()]).toEqual(rows);
    }
    expect(rows.map(({ line }) => line)).toEqual([1, 3, 5, 6, 7]);
  });

  test('a line of megabytes is told, and the next one is read', async () => {
    const [first, second, ...rest] = await rowsOf(`${'x'.repeat(3_000_000)}\n13800138000\n`);
    expect([first?.broken, first?.line, second, rest]).toEqual(['endless', 1, { line: 2, cells: ['13800138000'] }, []]);
  });

  test('of a million columns the first hundred are used, and it is said', async () => {
    const sheet = await openSheet(file(`13800138000${',x'.repeat(1_000_000)}\n13900139000,b\n`));
    const rows = await all(sheet.rows);
    expect(rows.map(({ cells, broken }) => [cells.length, cells[0], broken])).toEqual([
      [100, '13800138000', undefined],
      [2, '13900139000', undefined],
    ]);
    expect(sheet.rows.columnsLeftOut()).toBe(true);
  });

  test('NUL bytes are no text', async () => {
    expect(await refusalFor(Buffer.from('1380\x00138,a\n'))).toBe(
      '文件不是文本表格，请另存为 .xlsx 或 UTF-8 的 .csv 再上传',
    );
  });
});

describe('pasted text', () => {
  test.each([
    ['13800138000\n+86 139-0013-9000\n', [['13800138000'], ['+86 139-0013-9000']]],
    ['13800138000，13900139000、13700137000', [['13800138000'], ['13900139000'], ['13700137000']]],
    [
      '13800138000 张三 北京\n13900139000  李四 上海',
      [
        ['13800138000', '张三', '北京'],
        ['13900139000', '李四', '上海'],
      ],
    ],
    [
      '13800138000,张三\n13900139000,李四',
      [
        ['13800138000', '张三'],
        ['13900139000', '李四'],
      ],
    ],
    [
      '号码\t姓名\n13800138000\t张三',
      [
        ['号码', '姓名'],
        ['13800138000', '张三'],
      ],
    ],
    ['', []],
  ])('%j', async (text, cells) => {
    expect((await all(pastedSheet(text).rows)).map(row => row.cells)).toEqual(cells);
  });
});

describe('a workbook', () => {
  test('finds each of its shared texts again, however many they are', async () => {
    const texts = Array.from({ length: 400 }, (_, n) => (n % 7 === 3 ? '' : `${n}${'字'.repeat(n * 20)}`));
    const strings = texts.map(text => `<si><t>${text}</t></si>`).join('');
    const rows = texts.map((_, n) => `<row r="${n + 1}"><c t="s"><v>${n}</v></c></row>`).join('');
    const shown = (await rowsOf(makeWorkbook({ rows, strings }))).map(({ line, cells }) => [line, cells[0]]);
    expect(shown).toEqual(texts.map((text, n) => [n + 1, text]).filter(([, text]) => text !== ''));
  });

  test('gives figures as they were typed, dates as dates, values of formulas', async () => {
    const rows = `
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
      <row r="3"><c r="A3"><v>13800138000</v></c><c r="B3"><v>1.38E10</v></c><c r="C3" s="1"><v>46053</v></c></row>
      <row r="4"><c r="A4"><v>1.3900139000000001E10</v></c><c r="B4"><v>0.30000000000000004</v></c><c r="C4" s="1"><v>46053.395833333336</v></c></row>
      <row r="5"><c r="A5" t="str"><f>HYPERLINK("http://x","13700137000")</f><v>13700137000</v></c><c r="C5" s="1"><v>0.5</v></c><c r="D5" s="2"><v>46053</v></c><c r="E5" s="3"><v>7</v></c></row>
      <row r="6"><c r="A6" t="b"><v>1</v></c><c r="B6" t="e"><v>#N/A</v></c><c r="C6"><f>SUM(A1)</f></c><c r="D6" t="inlineStr"><is><r><t>富</t></r><r><t>文本</t></r></is></c></row>
      <row r="7"><c r="A7"/><c r="B7" t="s"/></row>`;
    const strings =
      '<si><t>手机号</t></si><si><r><t xml:space="preserve">姓 </t></r><r><t>名&lt;</t></r><rPh sb="0" eb="1"><t>xing</t></rPh></si>';
    expect(await rowsOf(makeWorkbook({ rows, strings, formats: [0, 14, 180, 181] }))).toEqual([
      { line: 1, cells: ['手机号', '姓 名<'] },
      { line: 3, cells: ['13800138000', '13800000000', '2026-01-31'] },
      { line: 4, cells: ['13900139000', '0.3', '2026-01-31 09:30:00'] },
      { line: 5, cells: ['13700137000', '', '12:00:00', '2026-01-31', '7'] },
      { line: 6, cells: ['TRUE', '#N/A', '', '富文本'] },
    ]);
  });

  test('counts its days from 1904 where it says so', async () => {
    const rows = '<row r="1"><c r="A1" s="1"><v>44591</v></c></row>';
    expect(await cellsOf(makeWorkbook({ rows, formats: [0, 14], is1904: true }))).toEqual([['2026-01-31']]);
  });

  test('has the text of a merged range in its first cell', async () => {
    const rows =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>一月名单</t></is></c><c r="B1"/></row><row r="2"><c r="A2"><v>13800138000</v></c></row></sheetData><mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells><sheetData>';
    expect(await cellsOf(makeWorkbook({ rows }))).toEqual([['一月名单'], ['13800138000']]);
  });

  test('names its sheets, and gives the one that is asked for', async () => {
    const sheet = await openSheet(file(makeWorkbook({ rows: '' })), { sheet: 1 });
    expect([sheet.sheets, (await all(sheet.rows)).map(row => row.cells)]).toEqual([
      ['名单', '说明 & 备注'],
      [['看我']],
    ]);
    await expect(openSheet(file(makeWorkbook({ rows: '' })), { sheet: 7 })).rejects.toThrow(Refusal);
  });

  test('without rows has none; beyond the hundredth column it says so', async () => {
    const wide = await openSheet(
      file(
        makeWorkbook({
          rows: '<row r="1"><c r="A1"><v>1</v></c><c r="CW1"><v>2</v></c><c r="XFDXFD1"><v>3</v></c></row>',
        }),
      ),
    );
    expect([(await all(wide.rows))[0]?.cells, wide.rows.columnsLeftOut()]).toEqual([['1'], true]);
    const empty = await openSheet(file(makeWorkbook({ rows: '' })));
    expect([await all(empty.rows), empty.rows.columnsLeftOut()]).toEqual([[], false]);
  });

  test('written here is read here, formulas in it being text', async () => {
    const path = file('');
    const rows = [
      ['13800138000', '=1+1', 3, null],
      ['+86', '', 0.5, '末'],
    ] as const;
    await writeXlsx({ path, name: '通话记录', head: ['号码', '式', '数', '尾'], rows });
    expect((await all((await openSheet(path)).rows)).map(row => row.cells)).toEqual([
      ['号码', '式', '数', '尾'],
      ['13800138000', '=1+1', '3'],
      ['+86', '', '0.5', '末'],
    ]);
  });
});

describe('what is no workbook gets a sentence', () => {
  const broken = '表格打不开，可能已损坏，请用 Excel 另存一份再上传';
  const good = makeWorkbook({ rows: '<row r="1"><c r="A1"><v>1</v></c></row>'.repeat(50) });
  const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  test.each([
    ['empty', Buffer.alloc(0), '文件里没有内容'],
    [
      'an Excel 97 file',
      Buffer.concat([compound, Buffer.alloc(4_000)]),
      '这是旧版 Excel 文件（.xls），请另存为 .xlsx 或 .csv 再上传',
    ],
    [
      'with a password',
      Buffer.concat([compound, Buffer.alloc(70_000), Buffer.from('EncryptedPackage', 'utf16le')]),
      '表格有密码，请去掉密码再上传',
    ],
    ['cut in the middle', good.subarray(0, good.length / 2), broken],
    ['a zip of something else', makeZip({ 'readme.txt': 'hello' }), broken],
    ['random bytes after PK', Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), randomBytes(5_000)]), broken],
    ['XML that never closes', makeWorkbook({ rows: `<row><c t="${'x'.repeat(2_000_000)}` }), broken],
    ['entities of its own', makeWorkbook({ rows: '<!DOCTYPE x [<!ENTITY a "aaaa">]>' }), broken],
  ])('%s', async (_, bytes, sentence) => {
    expect(await refusalFor(bytes)).toBe(sentence);
  });

  test('one whose bytes were damaged on the way', async () => {
    const hurt = Buffer.from(good);
    const at = hurt.indexOf('xl/worksheets/sheet1.xml') + 'xl/worksheets/sheet1.xml'.length + 4;
    hurt.fill(0xff, at, at + 20);
    expect(await refusalFor(hurt)).toBe(broken);
  });

  test('a zip bomb ends after some megabytes, with flat memory, in its sheet and in its texts', async () => {
    const spaces = ' '.repeat(72_000_000);
    const bomb = makeWorkbook({ rows: `<row r="1"><c r="A1" t="inlineStr"><is><t>${spaces}</t></is></c></row>` });
    const texts = makeWorkbook({ rows: '', strings: `<si><t>${spaces}</t></si>` });
    expect(bomb.length).toBeLessThan(100_000);
    const before = process.memoryUsage().rss;
    expect(await refusalFor(bomb)).toBe('表格解压后超过 64 MB，请拆分后再上传');
    expect(await refusalFor(texts)).toBe('表格解压后超过 64 MB，请拆分后再上传');
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });
});

test('the list of styles of a workbook, however long, is read in turns with whatever else waits', async () => {
  const path = file(makeWorkbook({ rows: '', formats: Array(600_000).fill(14) }));
  const from = process.threadCpuUsage();
  let last = from;
  let longest = 0;
  const turn = () => {
    const { user } = process.threadCpuUsage(last);
    longest = Math.max(longest, user);
    last = process.threadCpuUsage();
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  await openSheet(path);
  clearImmediate(next);
  turn();
  clearImmediate(next);
  expect(longest).toBeLessThan(process.threadCpuUsage(from).user / 4);
});

test('a csv is safe to open: cells that begin like a formula are text, numbers stay numbers', async () => {
  expect(csvLine(['=cmd|x', '+86', '-3', '@a', 'a"b', 'a,b', '', '13800138000'])).toBe(
    `'=cmd|x,'+86,-3,'@a,"a""b","a,b",,13800138000\r\n`,
  );
  const path = file('');
  await writeCsv({ path, name: '', head: ['号码'], rows: [['13800138000'], [7], [null]] });
  expect((await all((await openSheet(path)).rows)).map(row => row.cells)).toEqual([['号码'], ['13800138000'], ['7']]);
});

test('a file is what its bytes say, whatever its name', async () => {
  expect(await sniffSheet(file(makeWorkbook({ rows: '' })))).toBe('xlsx');
  expect(await sniffSheet(file('13800138000'))).toBe('text');
});

test('a moment is a date of the workbook, whatever its neighbours are, and the same words in a csv', async () => {
  const rows = [
    [new Date('2026-03-02T09:00:10Z'), 61],
    [null, 3],
  ];
  const columns = [{ width: 20 }, { width: 8 }];
  const book = join(folder, 'moments.xlsx');
  await writeXlsx({ path: book, name: '通话', head: ['时间', '秒'], columns, rows });
  const text = join(folder, 'moments.csv');
  await writeCsv({ path: text, name: '', head: ['时间', '秒'], rows });
  for (const path of [book, text]) {
    const { rows: read } = await openSheet(path);
    expect((await all(read)).map(({ cells }) => cells)).toEqual([
      ['时间', '秒'],
      ['2026-03-02 09:00:10', '61'],
      ['', '3'],
    ]);
  }
});
