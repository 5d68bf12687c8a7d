import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSheet } from '../../platform/sheets/index.ts';
import { makeWorkbook } from '../../platform/sheets/made-workbook.test-data.ts';
import { beginningOf } from './beginning.ts';
import { findTitles, guessColumns } from './columns.policy.ts';
import { openJudge } from './judge.policy.ts';

/**
 * Files as four trades export them, byte by byte, made by somebody who had not seen how they are read. What is to be dialled
 * is written beside each by hand.
 */
const folder = mkdtempSync(join(tmpdir(), 'lianxian-strange-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cell = (at: string, text: string) =>
  `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
const value = (at: string, number: string, style = 0) => `<c r="${at}" s="${style}"><v>${number}</v></c>`;
const row = (n: number, ...cells: readonly string[]) => `<row r="${n}">${cells.join('')}</row>`;
const texts = (n: number, list: readonly string[]) =>
  row(n, ...list.map((text, index) => (text === '' ? '' : cell(`${String.fromCharCode(65 + index)}${n}`, text))));

/** As Chinese Excel saves csv; Node reads GBK but does not write it. */
const gbk = (text: string): Buffer => {
  const decoder = new TextDecoder('gb18030');
  const codes = new Map<string, number>();
  for (let high = 0x81; high <= 0xfe; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1)
      if (low !== 0x7f) codes.set(decoder.decode(Buffer.from([high, low])), high * 256 + low);
  return Buffer.concat(
    [...text].map(sign => {
      const code = codes.get(sign);
      return code === undefined || sign.charCodeAt(0) < 128 ? Buffer.from(sign) : Buffer.from([code >> 8, code & 255]);
    }),
  );
};

/** A dental clinic: three columns of numbers, numbers as numbers, dates as serials, a sum at the end. */
const dental = makeWorkbook({
  formats: [0, 14, 22, 11, 180],
  rows: [
    row(1, cell('A1', '爱牙口腔门诊部患者随访表（2026年11月）')),
    row(2, cell('A2', '导出时间：2026-11-20 10:23:11  操作员：13800000000')),
    texts(4, [
      '病历号',
      '患者姓名',
      '性别',
      '出生日期',
      '家属电话',
      '联系电话1',
      '联系电话2',
      '初诊日期',
      '主治医生',
      '下次复诊',
      '欠费',
    ]),
    row(
      5,
      value('A5', '20260001'),
      cell('B5', '张三'),
      cell('C5', '男'),
      value('D5', '32874', 1),
      cell('E5', '13100000001'),
      value('F5', '13812345678'),
      cell('G5', '010-61234567'),
      value('H5', '46300', 2),
      cell('I5', '刘医生'),
      value('J5', '46357', 1),
      value('K5', '0'),
    ),
    row(
      6,
      value('A6', '20260002'),
      cell('B6', '李四'),
      cell('C6', '女'),
      value('D6', '30000', 1),
      value('F6', '1.3912345678E10', 3),
      value('H6', '46301', 2),
      cell('I6', '陈医生'),
      value('J6', '46358', 1),
      value('K6', '1200'),
    ),
    row(
      7,
      value('A7', '20260003'),
      cell('B7', '王五'),
      cell('C7', '女'),
      value('D7', '29000', 1),
      cell('E7', '13100000003'),
      cell('F7', '13612345678.0'),
      value('H7', '46302', 2),
      cell('I7', '刘医生'),
      value('K7', '0'),
    ),
    row(
      8,
      value('A8', '20260004'),
      cell('B8', '赵六'),
      cell('C8', '男'),
      cell('E8', '13100000004'),
      cell('F8', ' 135 1234 5678 '),
      value('H8', '46303', 2),
      cell('I8', '刘医生'),
      value('K8', '35.5'),
    ),
    row(
      9,
      value('A9', '20260005'),
      cell('B9', '孙七'),
      cell('C9', '男'),
      cell('E9', '13100000005'),
      cell('G9', '13712345678'),
      value('H9', '46303', 2),
      cell('I9', '刘医生'),
      value('K9', '0'),
    ),
    row(10, cell('A10', '合计'), cell('B10', '5人'), `<c r="K10"><f>SUM(K5:K9)</f><v>1235.5</v></c>`),
  ].join(''),
});

/** A used-car dealer: what Excel is told to leave alone (="…"), tabs behind numbers, a number that Excel has cut. */
const cars = `\ufeff线索ID;车主;品牌车型;车牌号;车架号;上牌时间;公里数;预约手机;来源;下次联系时间;报价(万)\r
XS20261120001;周先生;大众 帕萨特;京A12345;LSVCF2A43BN123456;2019-05-01;83000;="13812345678";瓜子;2026-11-25 10:00;8.5\r
XS20261120002;"吴女士
（已加微信）";丰田 凯美瑞;京B54321;LVGBE40K08G123457;2020/6/3;62000;"13912345678\t";懂车帝;2026-11-26 14:30;11.2\r
XS20261120003;郑先生;本田 思域;沪C88888;LHGFA16526A123458;43952;45000;+86 136-1234-5678;到店;;9.8\r
XS20261120004;冯小姐;别克 君威;粤B66666;LSGWS52X77S123459;2018-01-15;120000;1.38123E+10;瓜子;;5.6\r
XS20261120005;陈总;奥迪 A6L;浙A00001;LFV3A24F6A3123460;2021-09-09;30000;0086 15012345678;转介绍;;22.8\r
合计;;;;;;340000;;;;57.9\r
`;

/** A property management office: two households' numbers, several in a cell, cells merged downwards, a sum in front. */
const property = gbk(
  [
    '阳光花园物业服务中心欠费明细表,,,,,,,,',
    '打印人：李静 打印日期：2026年11月20日 服务热线：4008001234,,,,,,,,',
    '楼栋,房号,业主姓名,业主电话,租客姓名,租客电话,建筑面积(㎡),物业费到期日,欠费金额(元),备注',
    '1栋,1-101,张三,13812345678,刘一,13100000001,89.5,2026-06-30,1280.00,',
    ',1-102,李四,"13912345678,13712345678",,无,120,2026.06.30,2560.00,"夫妻二人,打哪个都行"',
    ',1-103,王五、王丽,13612345678；010-61234567,刘三,13100000003,89.5,20260630,1280.00,',
    '2栋,2-101,赵六（产权人）,手机:13512345678,刘四,13100000004,101,2026年6月30日,1440.00,只发短信',
    ',2-102,孙七,无,刘五,13100000005,101,2026/6/30,1440.00,',
    '"合计：5户",,,,,,,,8000.00,',
    '',
  ].join('\r\n'),
);

/** A training school: titles over two rows, a hidden column of another system, the number by a formula. */
const school = makeWorkbook({
  formats: [0, 14],
  strings: '<si><t>学员信息</t></si><si><r><t>家长</t></r><r><t>信息</t></r></si>',
  rows: [
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="E1" t="s"><v>1</v></c></row>',
    texts(2, ['学号', '学员姓名', '学员手机', '报名日期', '家长姓名', '家长手机', '课程', '剩余课时']),
    row(
      3,
      cell('A3', '01390000001'),
      cell('B3', '小明'),
      value('D3', '46300', 1),
      cell('E3', '张三'),
      `<c r="F3" t="str"><f>CONCATENATE(&quot;138&quot;,&quot;12345678&quot;)</f><v>13812345678</v></c>`,
      cell('G3', '三年级奥数'),
      value('H3', '12'),
    ),
    row(
      4,
      cell('A4', '01390000002'),
      cell('B4', '小红'),
      value('D4', '46301', 1),
      cell('E4', '李四'),
      `<c r="F4"><f>VALUE(&quot;13912345678&quot;)</f><v>13912345678</v></c>`,
      cell('G4', '五年级英语'),
      value('H4', '0'),
    ),
    row(
      5,
      cell('A5', '01390000003'),
      cell('B5', '小刚'),
      cell('C5', '13100000009'),
      value('D5', '46302', 1),
      cell('E5', '王五'),
      `<c r="F5" t="e"><f>VLOOKUP(A5,x,2)</f><v>#N/A</v></c>`,
      cell('G5', '五年级英语'),
      value('H5', '8'),
    ),
    row(
      6,
      cell('A6', '01390000004'),
      cell('B6', '小丽'),
      value('D6', '46303', 1),
      cell('E6', '赵六'),
      cell('F6', '+86-135-1234-5678'),
      cell('G6', '钢琴'),
      value('H6', '30'),
    ),
    row(7, cell('A7', '总计'), value('H7', '50')),
  ].join(''),
});

interface StrangeFile {
  readonly name: string;
  readonly bytes: Buffer | string;
  readonly dialled: readonly (readonly [phone: string, name: string])[];
  readonly refused: readonly string[];
  readonly kept: Readonly<Record<string, string>>;
}

const files: readonly StrangeFile[] = [
  {
    name: 'a dental clinic: three columns of numbers, numbers as numbers, dates as serials, a sum at the end',
    bytes: dental,
    dialled: [
      ['13812345678', '张三'],
      ['13912345678', '李四'],
      ['13612345678', '王五'],
      ['13512345678', '赵六'],
      ['13712345678', '孙七'],
    ],
    refused: ['empty'],
    kept: { 出生日期: '1990-01-01', 病历号: '20260001' },
  },
  {
    name: 'a used-car dealer: ="…" for what Excel is to leave alone, tabs and lines in cells, a number that Excel has cut',
    bytes: cars,
    dialled: [
      ['13812345678', '周先生'],
      ['13912345678', '吴女士 （已加微信）'],
      ['13612345678', '郑先生'],
      ['15012345678', '陈总'],
    ],
    refused: ['notDigits', 'empty'],
    kept: { 车牌号: '京A12345', 公里数: '83000' },
  },
  {
    name: 'a property office in GBK: two households, several numbers in a cell, cells merged downwards',
    bytes: property,
    dialled: [
      ['13812345678', '张三'],
      ['13912345678', '李四'],
      ['13612345678', '王五、王丽'],
      ['13512345678', '赵六（产权人）'],
    ],
    refused: ['notDigits', 'empty'],
    kept: { 房号: '1-101', 物业费到期日: '2026-06-30' },
  },
  {
    name: 'a training school: titles over two rows, numbers by formulas, pupils beside parents',
    bytes: school,
    dialled: [
      ['13812345678', '张三'],
      ['13912345678', '李四'],
      ['13512345678', '赵六'],
    ],
    refused: ['notDigits', 'empty'],
    kept: { 课程: '三年级奥数', 学员姓名: '小明' },
  },
];

test.each(files)('$name', async ({ bytes, dialled, refused, kept }) => {
  const path = join(folder, 'sheet');
  writeFileSync(path, bytes);
  const beginning = await beginningOf(await openSheet(path));
  const { skipped, header } = findTitles(beginning.rows);
  const list = beginning.rows.slice(skipped);
  const guesses = guessColumns(list, header, [{ name: 'name', label: '称呼' }]);
  const columns = guesses.flatMap(({ guess }) => (guess === null ? [] : [guess]));
  const judge = openJudge({
    columns,
    lanes: new Set([0, 1]),
    isWest: () => false,
    nameVariables: ['name'],
    seesPhones: true,
  });
  const judged = list.slice(header ? 1 : 0).map((cells, index) => judge({ line: index + 1, cells }));
  expect(judged.flatMap(one => ('phone' in one ? [[one.phone, one.name]] : []))).toEqual(dialled);
  expect(judged.flatMap(one => ('refused' in one ? [one.refused.key] : []))).toEqual(refused);
  expect(judged.find(one => 'phone' in one)).toMatchObject({ variables: kept });
});

test('the sellers’ own telephones, the same in every row, are not called', () => {
  const rows = [
    ['客户', '客户姓名', '销售手机', '客户手机'],
    ['A', '张三', '13100000001', '13812345678'],
    ['B', '李四', '13100000001', ''],
  ];
  expect(guessColumns(rows, true, []).find(({ guess }) => guess?.use === 'phone')?.title).toBe('客户手机');
});
