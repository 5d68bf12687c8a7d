import { expect, test } from 'vitest';
import { areColumnsRight, type ColumnUse, findTitles, guessColumns } from './columns.policy.ts';

const variables = [
  { name: 'name', label: '称呼' },
  { name: 'course', label: '课程名称' },
  { name: 'city', label: '城市' },
];
const phone = '13800138000';

test.each<[string[][], number, boolean]>([
  [
    [
      ['手机号', '姓名'],
      [phone, '张三'],
    ],
    0,
    true,
  ],
  [[['电话'], ['还没有']], 0, true],
  [
    [
      ['a', 'b'],
      ['x', phone],
    ],
    0,
    true,
  ],
  [[[phone], ['13900139000']], 0, false],
  [[['张三', '李四']], 0, false],
  [[['一月名单'], ['手机号', '姓名'], [phone, '张三']], 1, true],
  // Who made the list has a telephone too.
  [
    [['回访名单'], ['制表人', '王芳', '13900139000'], ['姓名', '联系电话'], ['张三', phone], ['李四', '13700137000']],
    2,
    true,
  ],
  // Titles over titles: the lower ones name more.
  [
    [
      ['客户信息', '', '联系方式'],
      ['姓名', '性别', '手机'],
      ['张三', '女', phone],
    ],
    1,
    true,
  ],
  // A row among people that has no telephone is one of them.
  [
    [
      ['张三', phone],
      ['李四', '没有电话'],
      ['王五', '13700137000'],
    ],
    0,
    false,
  ],
  // Nobody who could be called lies above the titles: a remark among people is none, nor are the titles of a second list.
  [[['张三', phone], ['李四', '13700137000'], ['以下电话为老客户'], ['王五', '13900139000']], 0, false],
  [
    [
      ['姓名', '电话'],
      ['张三', phone],
      [],
      ['姓名', '电话', '地址', '备注'],
      ['王五', '13900139000'],
      ['赵六', '13700137000'],
    ],
    0,
    true,
  ],
  // Who made the list may be called 联系人, and so may somebody to call.
  [
    [
      [phone, '张三', '联系人'],
      ['13900139000', '李四'],
    ],
    0,
    false,
  ],
  [[['客戶資料'], ['手機號碼', '姓名'], [phone, '陳大文']], 1, true],
  [[], 0, false],
])('of %j %i rows lie above the list; it has titles: %s', (rows, skipped, header) => {
  expect(findTitles(rows)).toEqual({ skipped, header });
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
    ['kept', 'phone'],
  ],
  [
    ['联系人', '公司电话', '手机'],
    ['张三', '', phone],
    ['name', 'kept', 'phone'],
  ],
  [
    ['称呼', '电话', '姓名'],
    ['张总', phone, '张三'],
    ['name', 'phone', 'kept'],
  ],
  [
    ['城市', '城市', '电话'],
    ['a', 'b', phone],
    ['city', 'kept', 'phone'],
  ],
  [
    ['课程', '电话', '所在城市'],
    ['英语', phone, '北京'],
    ['course', 'phone', 'city'],
  ],
  // What says nothing by itself names nothing: 称呼 of whom?
  [
    ['店长称呼', '电话'],
    ['x', phone],
    ['kept', 'phone'],
  ],
  [
    ['客户号码', '客户'],
    [phone, '10023'],
    ['phone', 'kept'],
  ],
  [
    ['一', '二'],
    ['x', phone],
    ['kept', 'phone'],
  ],
  [
    ['订单编号', 'x'],
    ['1', '2'],
    ['kept', 'kept'],
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
    {
      index: 0,
      title: '',
      kept: 'A',
      guess: { index: 0, use: 'kept', variable: 'A' },
      filled: 2,
      mobiles: 1,
      dates: 0,
      names: 0,
    },
    { index: 1, title: '', kept: 'B', guess: { index: 1, use: 'phone' }, filled: 2, mobiles: 2, dates: 0, names: 0 },
  ]);
});

test('columns that bear one title, or none, or a long one are told apart, and none is lost', () => {
  const long = '字'.repeat(60);
  const titles = ['电话', '备注', '备注', '', long, long, 'city'];
  const row = [phone, 'a', 'b', 'c', 'd', 'e', 'f'];
  const kept = guessColumns([titles, row], true, variables).map(({ guess }) => guess?.variable ?? '');
  expect(kept).toEqual(['', '备注', '备注(2)', 'D', '字'.repeat(50), `${'字'.repeat(47)}(2)`, 'city']);
});

test.each([
  [['13812345678', '陈女士'], 'name'],
  [['13812345678', '阿依古丽·买买提'], 'name'],
  [['13812345678', '三年级2班'], 'kept'],
  [['13812345678', 'VIP'], 'kept'],
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
