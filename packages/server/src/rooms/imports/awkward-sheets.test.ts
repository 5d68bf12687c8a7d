import { expect, test } from 'vitest';
import { findTitles, guessColumns } from './columns.policy.ts';
import { openJudge } from './judge.policy.ts';

/**
 * Sheets as customers' systems and people's hands make them, cell by cell as the reader gives them. What is to be dialled is
 * written beside each by hand.
 */
interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  readonly dialled: readonly (readonly [phone: string, name: string])[];
  readonly refused?: readonly string[];
  readonly kept?: Readonly<Record<string, string>>;
}

const variables = [
  { name: 'name', label: '称呼' },
  { name: 'grade', label: '年级' },
];

const sheets: readonly Sheet[] = [
  {
    name: 'a title, who made it, then ten columns of which one is a date',
    rows: [
      ['2026年11月到期客户回访名单'],
      ['制表人：王芳', '', '', '制表日期：2026-11-20'],
      ['序号', '客户编号', '姓名', '性别', '联系电话', '年级', '到期日', '金额'],
      ['1', '20260001', '张三', '男', '13812345678', '三年级', '2026-12-01', '1280'],
      ['2', '20260002', '李四', '女', '13912345678', '', '2026-12-03', '980'],
      ['3', '20260003', '王五', '女', '', '五年级', '2026-12-05', '980'],
    ],
    dialled: [
      ['13812345678', '张三'],
      ['13912345678', '李四'],
    ],
    refused: ['empty'],
    kept: {
      序号: '1',
      客户编号: '20260001',
      性别: '男',
      到期日: '2026-12-01',
      金额: '1280',
      name: '张三',
      grade: '三年级',
    },
  },
  {
    name: 'two numbers in a cell, and what people write beside them',
    rows: [
      ['客户姓名', '手机', '备注'],
      ['张三', '13812345678/13712345678', ''],
      ['李四', '13912345678（微信同号）', '老客户'],
      ['王五', "'13612345678", ''],
      ['赵六', 'tel:135-1234-5678', ''],
    ],
    dialled: [
      ['13812345678', '张三'],
      ['13912345678', '李四'],
      ['13612345678', '王五'],
      ['13512345678', '赵六'],
    ],
    kept: { name: '张三', 备用号码: '13712345678' },
  },
  {
    name: 'numbers with a figure too few or too many, and one from abroad',
    rows: [
      ['电话', '姓名'],
      ['1390000123', '甲'],
      ['139000012345', '乙'],
      ['+1 415 555 2671', '丙'],
      ['13900001234', '丁'],
      ['400-812-3456', '戊'],
    ],
    dialled: [
      ['13900001234', '丁'],
      ['4008123456', '戊'],
    ],
    refused: ['mobileLength', 'mobileLength', 'abroad'],
  },
  {
    name: 'somebody else’s number beside one’s own',
    rows: [
      ['学员姓名', '紧急联系人', '紧急联系人电话', '本人手机'],
      ['张三', '张父', '13100000001', '13812345678'],
      ['李四', '李母', '13100000002', '13912345678'],
    ],
    dialled: [
      ['13812345678', '张三'],
      ['13912345678', '李四'],
    ],
  },
  {
    name: 'only somebody else’s number: better than none',
    rows: [
      ['学员姓名', '紧急联系人电话'],
      ['张三', '13100000001'],
    ],
    dialled: [['13100000001', '张三']],
  },
  {
    name: 'identity cards and orders of eleven and more figures',
    rows: [
      ['身份证号码', '订单号', '收件人', '收件人电话'],
      ['110105194912310021', '13900000001', '张三', '13812345678'],
      ['110105194912310022', '13900000002', '李四', '13912345678'],
    ],
    dialled: [
      ['13812345678', ''],
      ['13912345678', ''],
    ],
    kept: { 身份证号码: '110105194912310021', 订单号: '13900000001', 收件人: '张三' },
  },
  {
    name: 'an export in English with dates as runs of figures',
    rows: [
      ['id', 'created_at', 'full name', 'mobile'],
      ['1', '20261120', 'Li Lei', '13812345678'],
      ['2', '20261121', 'Han Meimei', '13912345678'],
    ],
    dialled: [
      ['13812345678', 'Li Lei'],
      ['13912345678', 'Han Meimei'],
    ],
  },
  {
    name: 'a landline and a mobile column: the one with most mobiles',
    rows: [
      ['公司', '公司电话', '联系人', '联系人手机'],
      ['甲公司', '010-61234567', '张三', '13812345678'],
      ['乙公司', '', '李四', '13912345678'],
      ['丙公司', '021-61234567', '王五', ''],
    ],
    dialled: [
      ['13812345678', '张三'],
      ['13912345678', '李四'],
    ],
    refused: ['empty'],
  },
  {
    name: 'no titles at all, a date before the number',
    rows: [
      ['2026-11-20', '张三', '13812345678'],
      ['2026-11-21', '李四', '13912345678'],
    ],
    dialled: [
      ['13812345678', '张三'],
      ['13912345678', '李四'],
    ],
  },
  {
    name: 'titles that say nothing of a telephone',
    rows: [
      ['客户', '号'],
      ['张三', '13812345678'],
      ['李四', '13912345678'],
    ],
    dialled: [
      ['13812345678', ''],
      ['13912345678', ''],
    ],
  },
  {
    name: 'groups of columns above the titles, blanks between',
    rows: [
      ['门店到访登记表', '', '', ''],
      ['', '', '填表：前台', '电话：010-61234567'],
      ['客户信息', '', '到访', ''],
      ['姓名', '手机号码', '到访时间', '顾问'],
      ['张三', '138 1234 5678', '2026/11/20 14:30', '小刘'],
      ['李四', '１３９１２３４５６７８', '2026/11/21 09:10', '小陈'],
    ],
    dialled: [
      ['13812345678', '张三'],
      ['13912345678', '李四'],
    ],
  },
  {
    name: 'the number column holds dates by mistake in some rows',
    rows: [
      ['姓名', '联系方式'],
      ['张三', '2026-12-01'],
      ['李四', '13912345678'],
      ['王五', '20261203'],
    ],
    dialled: [['13912345678', '李四']],
    refused: ['date', 'date'],
  },
  {
    name: 'a phone column with landlines alone',
    rows: [
      ['单位名称', '负责人电话', '电话'],
      ['甲', '13812345678', '0571-87654321'],
      ['乙', '13912345678', '0571-87654322'],
    ],
    dialled: [
      ['057187654321', ''],
      ['057187654322', ''],
    ],
  },
];

test.each(sheets)('$name', ({ rows, dialled, refused = [], kept }) => {
  const { skipped, header } = findTitles(rows);
  const list = rows.slice(skipped);
  const columns = guessColumns(list, header, variables).flatMap(({ guess }) => (guess === null ? [] : [guess]));
  const judge = openJudge({ columns, lanes: new Set([0, 1]), isWest: () => false, nameIsVariable: true });
  const judged = list.slice(header ? 1 : 0).map((cells, index) => judge({ line: index + 1, cells }));
  expect(judged.flatMap(one => ('phone' in one ? [[one.phone, one.name]] : []))).toEqual(dialled);
  expect(judged.flatMap(one => ('refused' in one ? [one.refused.key] : []))).toEqual(refused);
  if (kept !== undefined) expect(judged.find(one => 'phone' in one)).toMatchObject({ variables: kept });
});
