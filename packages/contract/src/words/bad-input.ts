import type { z } from 'zod';
import { fill, type Language, type Said } from './language.ts';
import { lineSettingWords } from './line-words.ts';

/** One bad field: which, what is wrong with it, and the limit where there is one. */
export interface BadField {
  readonly field: string;
  readonly fault: Fault;
  readonly limit?: string | number;
}

const say = (cn: string, tw: string, en: string): Said => ({ 'zh-CN': cn, 'zh-TW': tw, en });

/** What is allowed, by fault. */
const allowed = {
  missing: say('必填', '必填', 'required'),
  short: say('至少 {limit} 个字', '至少 {limit} 個字', 'at least {limit} characters'),
  long: say('最多 {limit} 个字', '最多 {limit} 個字', 'at most {limit} characters'),
  few: say('至少 {limit} 项', '至少 {limit} 項', 'at least {limit} items'),
  many: say('最多 {limit} 项', '最多 {limit} 項', 'at most {limit} items'),
  small: say('不能小于 {limit}', '不能小於 {limit}', 'at least {limit}'),
  big: say('不能大于 {limit}', '不能大於 {limit}', 'at most {limit}'),
  number: say('应为数字', '應為數字', 'a number'),
  whole: say('应为整数', '應為整數', 'a whole number'),
  flag: say('只能是 0 或 1', '只能是 0 或 1', '0 or 1'),
  choice: say('只能是 {limit}', '只能是 {limit}', 'one of {limit}'),
  format: say('格式不正确', '格式不正確', 'wrong format'),
  characters: say('含有不允许的字符', '含有不允許的字元', 'forbidden characters'),
  json: say('应为 JSON', '應為 JSON', 'JSON'),
  phone: say('请输入8-12位', '請輸入8-12位', '8 to 12 digits'),
  address: say(
    '应为 IP 地址或域名，可带端口，如 192.0.2.10:5060',
    '應為 IP 位址或網域，可帶連接埠，如 192.0.2.10:5060',
    'an IP address or host name, with a port if needed, like 192.0.2.10:5060',
  ),
  inner: say(
    '{limit} 在内网或本机，不能作线路地址；自己内网的 PBX 请安装人员在 PRIVATE_HOSTS 里允许',
    '{limit} 在內網或本機，不能作線路位址；自己內網的 PBX 請安裝人員在 PRIVATE_HOSTS 裡允許',
    '{limit} is of a private network or of this machine; for a PBX of your own, whoever installed this must allow it in PRIVATE_HOSTS',
  ),
  again: say(
    '地址、域名、传输协议、证书检查或用户名改了，请重新输入密码',
    '位址、網域、傳輸協定、憑證檢查或使用者名稱改了，請重新輸入密碼',
    'address, domain, transport, certificate check or user name has changed; type the password again',
  ),
  account: say(
    '3 到 64 个字母、数字、点、横线或下划线',
    '3 到 64 個字母、數字、點、橫線或底線',
    '3 to 64 letters, digits, dots, dashes or underscores',
  ),
  needsTls: say('要把传输协议改为 TLS', '要把傳輸協定改為 TLS', 'the transport must be TLS'),
  twice: say('不能重复', '不能重複', 'no doubles'),
  noRetry: say('这种结果不能重拨：{limit}', '這種結果不能重撥：{limit}', 'this outcome is not tried again: {limit}'),
  variable: say('话术里没有「{limit}」', '話術裡沒有「{limit}」', 'the plan has no “{limit}”'),
  shape: say('内容不正确', '內容不正確', 'wrong content'),
} as const satisfies Record<string, Said>;
export type Fault = keyof typeof allowed;

/** Fields by their names on the page; a field without one shows its wire name. */
const labels: Readonly<Record<string, Said>> = {
  id: say('编号', '編號', 'id'),
  fileId: say('文件', '檔案', 'file'),
  page: say('页码', '頁碼', 'page'),
  limit: say('每页行数', '每頁列數', 'rows a page'),
  after: say('翻页位置', '翻頁位置', 'cursor'),
  cid: say('商户编号', '商戶編號', 'merchant number'),
  account: say('账号', '帳號', 'account'),
  password: say('密码', '密碼', 'password'),
  captcha: say('验证码', '驗證碼', 'captcha'),
  captchaKey: say('验证码', '驗證碼', 'captcha'),
  phone: say('手机号', '手機號', 'phone'),
  planId: say('话术', '話術', 'plan'),
  lineId: say('线路', '線路', 'line'),
  name: say('名称', '名稱', 'name'),
  address: say('地址', '位址', 'address'),
  username: say('用户名', '使用者名稱', 'user name'),
  callerNumber: say('主叫号码', '主叫號碼', 'caller number'),
  variables: say('变量', '變數', 'variables'),
  amount: say('金额', '金額', 'amount'),
  ...lineSettingWords,
  enabled: say('启用', '啟用', 'enabled'),
  number: say('号码', '號碼', 'number'),
  numbers: say('号码', '號碼', 'numbers'),
  dailyCap: say('每天上限', '每天上限', 'calls a day'),
  pricePerMinute: say('每分钟价格', '每分鐘價格', 'price a minute'),
  note: say('备注', '備註', 'note'),
  reason: say('原因', '原因', 'reason'),
  phones: say('号码', '號碼', 'numbers'),
  legalFromMinute: say('开始时间', '開始時間', 'from'),
  legalToMinute: say('结束时间', '結束時間', 'to'),
  callsPerDay: say('每号每天次数', '每號每天次數', 'calls a number a day'),
  callsPerWeek: say('每号每周次数', '每號每週次數', 'calls a number a week'),
  ports: say('语音网关', '語音閘道', 'voice gateways'),
  concurrency: say('任务并发', '任務並發', 'calls at once'),
  ringTimeoutS: say('振铃时长', '響鈴時長', 'ringing time'),
  windows: say('呼叫时段', '呼叫時段', 'calling hours'),
  retries: say('重拨规则', '重撥規則', 'retries'),
  skipRecentDays: say('跳过近期呼叫过的天数', '跳過近期呼叫過的天數', 'days to leave out'),
  state: say('状态', '狀態', 'state'),
  lastState: say('最近结果', '最近結果', 'last outcome'),
  text: say('粘贴的号码', '貼上的號碼', 'pasted numbers'),
  columns: say('列', '欄', 'columns'),
  sheet: say('工作表', '工作表', 'sheet'),
  encoding: say('编码', '編碼', 'encoding'),
  from: say('开始日期', '開始日期', 'from'),
  to: say('结束日期', '結束日期', 'to'),
  states: say('结果', '結果', 'outcomes'),
  levels: say('意向等级', '意向等級', 'levels'),
  talkFromS: say('通话时长', '通話時長', 'length of talk'),
  requestId: say('请求号', '請求號', 'request number'),
  contactName: say('联系人', '聯絡人', 'contact'),
  contactPhone: say('联系电话', '聯絡電話', 'contact phone'),
  remark: say('备注', '備註', 'remark'),
  employeeLimit: say('员工数上限', '員工數上限', 'employees at most'),
  seatLimit: say('坐席数上限', '坐席數上限', 'seats at most'),
  channelLimit: say('并发上限', '並發上限', 'channels at most'),
  ownerName: say('负责人姓名', '負責人姓名', 'owner’s name'),
  resellerId: say('代理商', '代理商', 'reseller'),
  active: say('启用', '啟用', 'on'),
  kind: say('类型', '類型', 'kind'),
  day: say('日期', '日期', 'day'),
  departmentId: say('部门', '部門', 'department'),
  parentId: say('上级', '上級', 'parent'),
  positionId: say('岗位', '職位', 'position'),
  roleId: say('角色', '角色', 'role'),
  title: say('头衔', '頭銜', 'title'),
  rights: say('可见页面', '可見頁面', 'pages'),
  buttons: say('可用操作', '可用操作', 'buttons'),
  scope: say('数据范围', '資料範圍', 'data scope'),
  ids: say('所选', '所選', 'selection'),
  token: say('登录令牌', '登入權杖', 'token'),
};

type Issue = z.core.$ZodIssue;

const limitIssue = (issue: Issue & { code: 'too_small' | 'too_big' }): Omit<BadField, 'field'> => {
  const isSmall = issue.code === 'too_small';
  const limit = Number(isSmall ? issue.minimum : issue.maximum);
  if (issue.origin === 'string') {
    if (isSmall && limit <= 1) return { fault: 'missing' };
    return { fault: isSmall ? 'short' : 'long', limit };
  }
  if (issue.origin === 'array') return { fault: isSmall ? 'few' : 'many', limit };
  return { fault: isSmall ? 'small' : 'big', limit };
};

const typeIssue = (issue: Issue & { code: 'invalid_type' }): Omit<BadField, 'field'> => {
  if (issue.expected === 'int') return { fault: 'whole' };
  if (issue.expected === 'number') return { fault: 'number' };
  return { fault: 'shape' };
};

const choices = (values: readonly unknown[]): string => values.map(String).join('、');

const faultOf = (issue: Issue): Omit<BadField, 'field'> => {
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      return limitIssue(issue);
    case 'invalid_type':
      return typeIssue(issue);
    case 'invalid_value':
      return issue.values.every(one => ['1', '0', 'true', 'false'].includes(String(one)))
        ? { fault: 'flag' }
        : { fault: 'choice', limit: choices(issue.values) };
    case 'invalid_format':
      return { fault: 'format' };
    default:
      return { fault: 'shape' };
  }
};

/** The first zod issue as a bad field, named by its outermost name on the wire; `isPresent`: was the field sent at all? */
export const badField = (issue: Issue, isPresent: boolean): BadField => ({
  field: String(issue.path[0] ?? ''),
  ...(isPresent ? faultOf(issue) : { fault: 'missing' }),
});

/** 「手机号：请输入8-12位」 in parts, for the refusal `badInput`. */
export const badInputText = (bad: BadField, language: Language): { field: string; allowed: string } => ({
  field: labels[bad.field]?.[language] ?? (bad.field || allowed.shape[language]),
  allowed: fill(allowed[bad.fault][language], { limit: bad.limit ?? '' }),
});
