/**
 * Sheets as customers' systems and people's hands make them, cell by cell as the reader gives them. What is to be dialled is
 * written beside each by hand.
 */
interface AwkwardSheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  readonly dialled: readonly (readonly [phone: string, name: string])[];
  readonly refused?: readonly string[];
  readonly kept?: Readonly<Record<string, string>>;
}

/** Of the plan that is called with. */
export const sheetVariables = [
  { name: 'name', label: '称呼' },
  { name: 'grade', label: '孩子年级' },
];

export const awkwardSheets: readonly AwkwardSheet[] = [
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
    kept: { name: '张三', '#spare': '13712345678' },
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
      ['13812345678', '张三'],
      ['13912345678', '李四'],
    ],
    kept: { 身份证号码: '110105194912310021', 订单号: '13900000001' },
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
      ['13812345678', '张三'],
      ['13912345678', '李四'],
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
    name: 'a company’s landline beside the mobile of who answers for it: mobiles win, and a company is nobody’s name',
    rows: [
      ['单位名称', '负责人电话', '电话'],
      ['甲', '13812345678', '0571-87654321'],
      ['乙', '13912345678', '0571-87654322'],
    ],
    dialled: [
      ['13812345678', ''],
      ['13912345678', ''],
    ],
  },
  {
    name: 'traditional script: a relative’s number left of one’s own',
    rows: [
      ['客戶姓名', '緊急聯絡人電話', '手機', '年級'],
      ['陳大文', '13100000001', '13812345678', '三年級'],
      ['林小美', '13100000002', '13912345678', '五年級'],
    ],
    dialled: [
      ['13812345678', '陳大文'],
      ['13912345678', '林小美'],
    ],
    kept: { name: '陳大文', grade: '三年級', 緊急聯絡人電話: '13100000001' },
  },
  {
    name: 'traditional script: a name above, who made it, an order, a spare number where the first is missing',
    rows: [
      ['十一月到期客戶名單'],
      ['製表人：王小姐', '', '', '聯絡電話：010-61234567'],
      ['訂單編號', '稱呼', '行動電話', '備用電話', '身分證字號', '出生日期', '備註'],
      ['13900000001', '陳先生', '13812345678', '', '110105194912310021', '1990-01-01', ''],
      ['13900000002', '林小姐', '', '13712345678', '110105194912310022', '1991-02-02', ''],
    ],
    dialled: [
      ['13812345678', '陳先生'],
      ['13712345678', '林小姐'],
    ],
    kept: { 訂單編號: '13900000001', name: '陳先生' },
  },
  {
    name: 'traditional script: a company, whom one calls there, one’s own seller',
    rows: [
      ['公司名稱', '聯絡人', '業務員手機', '聯絡人電話'],
      ['甲公司', '陳大文', '13100000001', '13812345678'],
      ['乙公司', '林小美', '13100000001', '13912345678'],
    ],
    dialled: [
      ['13812345678', '陳大文'],
      ['13912345678', '林小美'],
    ],
  },
  {
    name: 'no titles, and a remark that speaks of telephones among the people',
    rows: [
      ['张三', '13812345678'],
      ['李四', '13912345678'],
      ['王五', '13612345678'],
      ['赵六', '13512345678'],
      ['以下电话为老客户'],
      ['孙七', '13712345678'],
      ['周八', '15012345678'],
      ['吴九', '15112345678'],
      ['郑十', '15212345678'],
      ['陈一', '15312345678'],
    ],
    dialled: [
      ['13812345678', '张三'],
      ['13912345678', '李四'],
      ['13612345678', '王五'],
      ['13512345678', '赵六'],
      ['13712345678', '孙七'],
      ['15012345678', '周八'],
      ['15112345678', '吴九'],
      ['15212345678', '郑十'],
      ['15312345678', '陈一'],
    ],
    refused: ['empty'],
  },
  {
    name: 'two lists one above the other, the titles of the second wider',
    rows: [
      ['姓名', '电话'],
      ['张三', '13812345678'],
      ['李四', '13912345678'],
      [],
      ['姓名', '电话', '性别', '年龄', '地址', '备注'],
      ['王五', '13612345678', '男', '30', '北京', ''],
      ['赵六', '13512345678', '女', '31', '上海', ''],
      ['孙七', '13712345678', '女', '32', '上海', ''],
    ],
    dialled: [
      ['13812345678', '张三'],
      ['13912345678', '李四'],
      ['13612345678', '王五'],
      ['13512345678', '赵六'],
      ['13712345678', '孙七'],
    ],
    refused: ['empty', 'empty'],
  },
  {
    name: 'titles that come twice, are missing, or go on and on: every column is kept',
    rows: [
      [
        '姓名',
        '手机',
        '备注',
        '备注',
        '',
        '请填写孩子目前最想提高的科目以及每周可以来上课的时间段（可多选），如果没有就写无，谢谢您的配合，我们会尽快联系您',
      ],
      ['张三', '13812345678', '老客户', '下午打', 'A12', '数学'],
    ],
    dialled: [['13812345678', '张三']],
    kept: {
      备注: '老客户',
      '备注(2)': '下午打',
      E: 'A12',
      '请填写孩子目前最想提高的科目以及每周可以来上课的时间段（可多选），如果没有就写无，谢谢您的配合，我们': '数学',
    },
  },
];
