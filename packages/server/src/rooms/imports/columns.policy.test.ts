import { expect, test } from 'vitest';
import { areColumnsRight, type ColumnUse, guessColumns, hasTitles } from './columns.policy.ts';

const variables = [
  { name: 'name', label: '称呼' },
  { name: 'course', label: '课程名称' },
  { name: 'city', label: '城市' },
];
const phone = '13800138000';

test.each<[string[][], boolean]>([
  [
    [
      ['手机号', '姓名'],
      [phone, '张三'],
    ],
    true,
  ],
  [[['电话'], ['还没有']], true],
  [
    [
      ['a', 'b'],
      ['x', phone],
    ],
    true,
  ],
  [[[phone], ['13900139000']], false],
  [[['张三', '李四']], false],
  // A title over merged cells, then the titles: the first row is none of numbers, so it is not called.
  [[['一月名单'], ['手机号', '姓名'], [phone, '张三']], true],
  [[], false],
])('%j begins with titles: %s', (rows, expected) => {
  expect(hasTitles(rows)).toBe(expected);
});

const guessed = (titles: string[], row: string[]): string[] =>
  guessColumns([titles, row], true, variables).map(({ guess }) =>
    guess === null ? '' : guess.use === 'variable' ? `${guess.variable}` : guess.use,
  );

test.each<[string[], string[], string[]]>([
  [
    ['手机号', '姓名', '城市'],
    [phone, '张三', '北京'],
    ['phone', 'name', 'city'],
  ],
  [
    ['Mobile', 'Name', 'COURSE'],
    [phone, 'x', 'y'],
    ['phone', 'name', 'course'],
  ],
  [
    ['身份证号码', '联系方式'],
    ['110105194912310021', phone],
    ['', 'phone'],
  ],
  [
    ['联系人', '公司电话', '手机'],
    ['张三', '', phone],
    ['name', '', 'phone'],
  ],
  [
    ['称呼', '电话', '姓名'],
    ['张总', phone, '张三'],
    ['name', 'phone', ''],
  ],
  [
    ['城市', '城市', '电话'],
    ['a', 'b', phone],
    ['city', '', 'phone'],
  ],
  [
    ['一', '二'],
    ['x', phone],
    ['', 'phone'],
  ],
  [
    ['订单编号', 'x'],
    ['1', '2'],
    ['', ''],
  ],
])('%j over %j is read as %j', (titles, row, uses) => {
  expect(guessed(titles, row)).toEqual(uses);
});

test('without titles the column with most numbers is the one', () => {
  const rows = [
    ['1', phone],
    ['13900139000', '13700137000'],
  ];
  expect(guessColumns(rows, false, variables)).toEqual([
    { index: 0, title: '', guess: null },
    { index: 1, title: '', guess: { index: 1, use: 'phone' } },
  ]);
});

test.each([
  [['13812345678', '陈女士'], 'name'],
  [['13812345678', '阿依古丽·买买提'], 'name'],
  [['13812345678', '三年级2班'], null],
  [['13812345678', 'VIP'], null],
  [['13812345678', ''], null],
])('without titles the second column of %j is read as %s', (row, use) => {
  const [, second] = guessColumns([row, ['13900139000', '']], false, variables);
  expect(second?.guess?.use ?? null).toBe(use);
});

const use = (text: string, index: number): ColumnUse =>
  text === 'phone' || text === 'name' ? { index, use: text } : { index, use: 'variable', variable: text };

test.each<[string[], boolean]>([
  [['phone'], true],
  [['phone', 'name', 'city'], true],
  [['name'], false],
  [['phone', 'phone'], false],
  [['phone', 'name', 'name'], false],
  [['phone', 'city', 'city'], false],
  [['phone', 'unknown'], false],
  [[], false],
])('columns for %j may be imported: %s', (uses, expected) => {
  expect(areColumnsRight(uses.map(use), variables)).toBe(expected);
});
