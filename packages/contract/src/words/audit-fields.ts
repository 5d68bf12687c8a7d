import type { RetryRule } from '@lianxian/core';
import type { Semantic } from '../endpoints/keywords.ts';
import { auditKinds } from './audit-words.ts';
import { callWords } from './call-words.ts';
import { fill, joined, type Language, type Said } from './language.ts';
import { lineChoiceWords, lineSettingWords } from './line-words.ts';
import { rightWords } from './right-words.ts';
import { say } from './say.ts';
import { smsKindWords, templateStateWords } from './sms-words.ts';
import { speechKindWords } from './speech-words.ts';
import { taskStateWords } from './task-state-words.ts';
import { taskBecauseText } from './task-words.ts';

/** How the fields of an audit row's before and after are called, and their values written. Append yours. */
const fieldWords: Readonly<Record<string, Said>> = {
  description: say('介绍', '介紹', 'Description'),
  priceKind: say('收费方式', '收費方式', 'How it is paid'),
  price: say('价格', '價格', 'Price'),
  access: say('开放程度', '開放程度', 'Open or closed'),
  paid: say('已付', '已付', 'Paid'),
  refunded: say('退款', '退款', 'Given back'),
  verdict: say('审核结果', '審核結果', 'Verdict'),
  percent: say('平台分成', '平台分成', 'The platform’s share'),
  text: say('内容', '內容', 'Text'),
  extension: say('分机号', '分機號', 'Extension'),
  mayPause: say('可以暂停录音', '可以暫停錄音', 'May pause recordings'),
  members: say('组员', '組員', 'Members'),
  strategy: say('分配方式', '分配方式', 'Distribution'),
  ringS: say('振铃秒数', '響鈴秒數', 'Seconds of ringing'),
  autoAnswer: say('自动接听', '自動接聽', 'Answered by itself'),
  wrapUpS: say('话后处理秒数', '話後處理秒數', 'Seconds of wrap-up'),
  awayLimitS: say('断线等待秒数', '斷線等待秒數', 'Seconds a lost seat is waited for'),
  breakReasons: say('小休原因', '小休原因', 'Reasons of breaks'),
  answers: say('回答', '回答', 'Answers'),
  tags: say('标签', '標籤', 'Tags'),
  name: say('名称', '名稱', 'Name'),
  enabled: say('启用', '啟用', 'On'),
  channels: say('并发', '並發', 'Channels'),
  address: say('地址', '位址', 'Address'),
  username: say('账号', '帳號', 'Account'),
  newPassword: say('换了密码', '換了密碼', 'New password'),
  windows: say('时段', '時段', 'Hours'),
  recogniser: say('语音识别', '語音辨識', 'Recogniser'),
  events: say('事件', '事件', 'Events'),
  wholeNumbers: say('发送完整号码', '傳送完整號碼', 'Whole numbers sent'),
  afterCall: say('通话后规则', '通話後規則', 'Rules after a call'),
  bellLevels: say('提醒的等级', '提醒的等級', 'Levels that ring'),
  newKey: say('换了密钥', '換了金鑰', 'New key'),
  purpose: say('用途', '用途', 'Purpose'),
  url: say('地址', '位址', 'Address'),
  model: say('模型', '模型', 'Model'),
  speaker: say('音色', '音色', 'Voice'),
  appId: say('应用编号', '應用編號', 'Application ID'),
  keyId: say('密钥编号', '金鑰編號', 'Key ID'),
  signs: say('回调签名', '回呼簽章', 'Webhooks signed'),
  greetingDelayMs: say('开口等待毫秒', '開口等待毫秒', 'Greeting delay, ms'),
  pricePerMinute: say('每分钟单价', '每分鐘單價', 'Price a minute'),
  recognitionPrice: say('识别每分钟单价', '辨識每分鐘單價', 'Recognition a minute'),
  synthesisPrice: say('合成每千字单价', '合成每千字單價', 'Voice per 1,000 characters'),
  modelPrice: say('模型每千 token 单价', '模型每千 token 單價', 'Model per 1,000 tokens'),
  messagePrice: say('短信每段单价', '簡訊每段單價', 'Part of a text message'),
  asAll: say('按统一价', '按統一價', 'As all pay'),
  hosts: say('平台服务地址', '平台服務位址', 'Platform’s services'),
  unitSeconds: say('计费单位秒', '計費單位秒', 'Billing unit, s'),
  budget: say('任务预算', '任務預算', 'Budget'),
  dayBudget: say('每天预算', '每天預算', 'Budget a day'),
  lowBelow: say('余额提醒', '餘額提醒', 'Low-balance notice'),
  by: say('汇总方式', '彙總方式', 'Summed by'),
  lineId: say('线路编号', '線路編號', 'Line id'),
  callerNumber: say('外显号码', '外顯號碼', 'Caller number'),
  number: say('号码', '號碼', 'Number'),
  numbers: say('号码', '號碼', 'Numbers'),
  dailyCap: say('每日上限', '每日上限', 'A day at most'),
  planId: say('话术编号', '話術編號', 'Plan id'),
  plan: say('话术', '話術', 'Plan'),
  plans: say('对比的话术', '對比的話術', 'Compared plans'),
  phone: say('电话', '電話', 'Phone'),
  phones: say('电话', '電話', 'Phones'),
  count: say('数量', '數量', 'Count'),
  reason: say('原因', '原因', 'Reason'),
  until: say('有效至', '有效至', 'Until'),
  proof: say('凭证', '憑證', 'Proof'),
  numbersOf: say('名单', '名單', 'List'),
  task: say('任务编号', '任務編號', 'Task id'),
  trade: say('行业编号', '行業編號', 'Trade id'),
  trades: say('行业', '行業', 'Trades'),
  required: say('须有同意', '須有同意', 'Consent required'),
  note: say('备注', '備註', 'Note'),
  deadline: say('截止日期', '截止日期', 'Last day'),
  held: say('冻结', '凍結', 'Held'),
  back: say('解冻', '解凍', 'Free again'),
  amount: say('余额', '餘額', 'Balance'),
  topUp: say('充值金额', '儲值金額', 'Top-up'),
  merchant: say('商户编号', '商戶編號', 'Merchant'),
  state: say('状态', '狀態', 'State'),
  because: say('原因', '原因', 'Because'),
  concurrency: say('任务并发', '任務並發', 'Calls at once'),
  weight: say('权重', '權重', 'Weight'),
  guaranteed: say('保障通道', '保障通道', 'Guaranteed channels'),
  ringTimeoutS: say('振铃秒数', '振鈴秒數', 'Rings for, s'),
  retries: say('重拨规则', '重撥規則', 'Retries'),
  faultAloneEnds: say('只有它报线路故障就不再拨', '只有它報線路故障就不再撥', 'Given up when the fault is its own'),
  skipRecentDays: say('跳过近几天呼过的', '跳過近幾天呼過的', 'Skip called in days'),
  skipOtherTasks: say('跳过在其他任务里的号码', '跳過在其他任務裡的號碼', 'Skip numbers of other tasks'),
  skipDeadDays: say('跳过近几天空号停机的', '跳過近幾天空號停機的', 'Skip dead for days'),
  fills: say('填入客户字段', '填入客戶欄位', 'Fields of customers filled'),
  startsAt: say('开始时间', '開始時間', 'Begins at'),
  weekdays: say('星期几', '星期幾', 'Weekdays'),
  minute: say('几点', '幾點', 'Minute of the day'),
  endsOn: say('截止日期', '截止日期', 'Last day'),
  firstCalls: say('先打几个', '先打幾個', 'first calls'),
  ports: say('语音网关', '語音閘道', 'Voice gateways'),
  copiedFrom: say('复制自', '複製自', 'Copied from'),
  tasks: say('任务数', '任務數', 'Tasks'),
  exportRows: say('多少条以上要第二人同意', '多少條以上要第二人同意', 'Calls from which a second person agrees'),
  customerType: say('客户类型', '客戶類型', 'Customer type'),
  calls: say('通话数', '通話數', 'Calls'),
  week: say('每周时段', '每週時段', 'Hours of the week'),
  ownDays: say('特别日期', '特別日期', 'Days of its own'),
  holidaysOff: say('节假日不呼叫', '節假日不呼叫', 'Not on public holidays'),
  makeUpDaysOn: say('补班日按周一', '補班日按週一', 'Make-up days as Mondays'),
  perDay: say('每号每天次数', '每號每天次數', 'Calls a number a day'),
  per7Days: say('每号 7 天次数', '每號 7 天次數', 'Calls a number in 7 days'),
  per30Days: say('每号 30 天次数', '每號 30 天次數', 'Calls a number in 30 days'),
  minutesBetween: say('两次呼叫间隔分钟', '兩次呼叫間隔分鐘', 'Minutes between two calls'),
  overMerchants: say('全部商户合计', '全部商戶合計', 'Over all companies'),
  provinces: say('省份时段', '省份時段', 'Hours of provinces'),
  byHand: say('时段外和超次数的试呼', '時段外和超次數的試呼', 'Test calls beyond hours and limits'),
  fromMinute: say('最早', '最早', 'Earliest'),
  toMinute: say('最晚', '最晚', 'Latest'),
  shifts: say('省份推后', '省份延後', 'Later provinces'),
  source: say('出处', '出處', 'Source'),
  contactName: say('联系人', '聯絡人', 'Contact'),
  contactPhone: say('联系电话', '聯絡電話', 'Contact phone'),
  remark: say('备注', '備註', 'Remark'),
  employeeLimit: say('员工数上限', '員工數上限', 'Employees at most'),
  seatLimit: say('坐席数上限', '坐席數上限', 'Seats at most'),
  channelLimit: say('并发上限', '並發上限', 'Channels at most'),
  active: say('启用', '啟用', 'On'),
  account: say('账号', '帳號', 'Account'),
  reseller: say('代理商', '代理商', 'Reseller'),
  transfer: say('划拨金额', '劃撥金額', 'Transferred'),
  merchants: say('商户数', '商戶數', 'Merchants'),
  oemTitle: say('名称', '名稱', 'Title'),
  oemIcon: say('图标', '圖示', 'Icon'),
  oemHomeImg: say('登录图', '登入圖', 'Login picture'),
  oemHomeLogo: say('标志', '標誌', 'Logo'),
  oemHomeTheme: say('主题', '主題', 'Theme'),
  oemColor: say('品牌色', '品牌色', 'Brand colour'),
  oemSlogan: say('标语', '標語', 'Slogan'),
  oemLogoOnly: say('只显示标志', '只顯示標誌', 'Logo alone'),
  oemOldUrl: say('旧版地址', '舊版位址', 'Old site'),
  loginTheme: say('登录样式', '登入樣式', 'Login style'),
  message: say('滚动消息', '捲動訊息', 'Message'),
  footer: say('页脚', '頁尾', 'Footer'),
  languageSwitch: say('语言切换', '語言切換', 'Language switch'),
  title: say('标题', '標題', 'Title'),
  path: say('所属页面', '所屬頁面', 'Page'),
  isOnline: say('上线', '上線', 'Online'),
  content: say('内容', '內容', 'Content'),
  parentId: say('所在章节', '所在章節', 'Section'),
  version: say('版本', '版本', 'Version'),
  level: say('级别', '級別', 'Level'),
  from: say('开始', '開始', 'From'),
  to: say('结束', '結束', 'To'),
  levelA: say('A 级名称', 'A 級名稱', 'Name of A'),
  levelB: say('B 级名称', 'B 級名稱', 'Name of B'),
  levelC: say('C 级名称', 'C 級名稱', 'Name of C'),
  levelD: say('D 级名称', 'D 級名稱', 'Name of D'),
  levelE: say('E 级名称', 'E 級名稱', 'Name of E'),
  levelF: say('F 级名称', 'F 級名稱', 'Name of F'),
  ownerSeesPhones: say('负责人看完整号码', '負責人看完整號碼', 'Owners see whole numbers'),
  demandsFactor: say('要求两步验证', '要求兩步驟驗證', 'Second factor demanded'),
  levelNeedsWhy: say('改等级要写原因', '改等級要寫原因', 'Corrected levels need a reason'),
  recordingDays: say('录音保留天数', '錄音保留天數', 'Days recordings are kept'),
  recordDays: say('记录保留天数', '記錄保留天數', 'Days records are kept'),
  month: say('月份', '月份', 'Month'),
  dueAt: say('执行时间', '執行時間', 'Due'),
  days: say('保留天数', '保留天數', 'Days kept'),
  messages: say('短信数', '簡訊數', 'Text messages'),
  parts: say('分段数', '分段數', 'Parts'),
  replies: say('回复数', '回覆數', 'Answers'),
  recordings: say('录音数', '錄音數', 'Recordings'),
  department: say('部门', '部門', 'Department'),
  position: say('岗位', '職位', 'Position'),
  role: say('角色', '角色', 'Role'),
  rights: say('可见页面', '可見頁面', 'Pages'),
  buttons: say('可用操作', '可用操作', 'Buttons'),
  scope: say('数据范围', '資料範圍', 'Data scope'),
  parent: say('上级部门', '上級部門', 'Parent'),
  jobTitle: say('头衔', '頭銜', 'Title'),
  backTest: say('回测', '回測', 'Back-test'),
  lesson: say('教会的内容', '教會的內容', 'Lesson'),
  ignored: say('忽略', '忽略', 'Left out'),
  sentences: say('句数', '句數', 'Sentences'),
  added: say('导入的号码', '匯入的號碼', 'Numbers added'),
  gone: say('移出的号码', '移出的號碼', 'Numbers taken off'),
  ended: say('不再拨的号码', '不再撥的號碼', 'Numbers not called again'),
  calling: say('正在呼叫的号码', '正在呼叫的號碼', 'Numbers being called'),
  people: say('人数', '人數', 'People'),
  list: say('名单指纹', '名單指紋', 'Fingerprint of the list'),
  batchId: say('批量任务编号', '批次任務編號', 'Batch id'),
  transcripts: say('文字记录数', '文字記錄數', 'Transcripts'),
  kind: say('种类', '種類', 'Kind'),
  signature: say('签名', '簽名', 'Signature'),
  link: say('短链地址', '短鏈位址', 'Link'),
  linkHost: say('短链域名', '短鏈網域', 'Host of links'),
  rank: say('顺序', '順序', 'Order'),
  share: say('比例', '比例', 'Share'),
  perSecond: say('每秒最多', '每秒最多', 'A second at most'),
  template: say('短信模板', '簡訊範本', 'Text template'),
  copies: say('复刻的录音', '複刻的錄音', 'Recording copied'),
  semantic: say('语义', '語義', 'Meaning'),
  word: say('词', '詞', 'Word'),
  strip: say('去掉', '去掉', 'Taken off'),
  prefix: say('加上', '加上', 'Put before'),
  country: say('国家码', '國碼', 'Country code'),
  homeProvince: say('本省', '本省', 'Home province'),
  employeeId: say('员工编号', '員工編號', 'Person'),
  target: say('对象编号', '對象編號', 'Target id'),
  ip: say('IP 地址', 'IP 位址', 'IP address'),
  q: say('搜索内容', '搜尋內容', 'Search'),
};

/** A field of a later release shows as it is. */
export const auditFieldText = (field: string, language: Language): string => {
  const words: Readonly<Record<string, Said>> = Object.hasOwn(fieldWords, field) ? fieldWords : lineSettingWords;
  const text = Object.hasOwn(words, field) ? words[field]?.[language] : undefined;
  return text === undefined ? field : text.charAt(0).toUpperCase() + text.slice(1);
};

const yes = say('是', '是', 'Yes');
const no = say('否', '否', 'No');
/** Hold keys of rights. */
const RIGHT_FIELDS: ReadonlySet<string> = new Set(['rights', 'buttons', 'scope']);
const MINUTE_FIELDS: ReadonlySet<string> = new Set(['fromMinute', 'toMinute']);

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** What a group of words means; rows of earlier releases say it by its Chinese word. */
const meanings = {
  yes: say('肯定', '肯定', 'Yes'),
  no: say('否定', '否定', 'No'),
  refuse: say('拒绝', '拒絕', 'Refusal'),
  own: say('自定义', '自訂', 'Own'),
} as const satisfies Readonly<Record<Semantic, Said>>;

/** What keys of closed lists are called, by their field; a key of a later release, and what is none, shows as it is. */
const keyWords: Readonly<Record<string, Readonly<Record<string, Said>>>> = {
  ...lineChoiceWords,
  state: { ...taskStateWords, ...templateStateWords },
  kind: { ...speechKindWords, ...smsKindWords, ...auditKinds },
  recogniser: { chosen: say('选用的', '選用的', 'The chosen one'), none: say('不识别', '不辨識', 'None') },
  semantic: { ...meanings, 肯定: meanings.yes, 否定: meanings.no, 拒绝: meanings.refuse, 自定义: meanings.own },
  ...Object.fromEntries([...RIGHT_FIELDS].map(field => [field, rightWords])),
};

const keyText = (field: string, key: string, language: Language): string => {
  if (field === 'because') return taskBecauseText(key, language);
  const words = Object.hasOwn(keyWords, field) ? keyWords[field]! : {};
  return Object.hasOwn(words, key) ? words[key]![language] : key;
};

const parted = (texts: readonly string[], language: Language): string => joined(texts, 'inOneBreath', language) || '—';

const days = say(
  '周一 周二 周三 周四 周五 周六 周日',
  '週一 週二 週三 週四 週五 週六 週日',
  'Mon Tue Wed Thu Fri Sat Sun',
);

/** A week of windows, day by day; a day without any is not told. */
const weekText = (week: readonly unknown[], language: Language): string => {
  const names = days[language].split(' ');
  const told = week.map((day, at) => {
    const windows = (day as readonly { from: number; to: number }[]).map(
      ({ from, to }) => `${clock(from)}–${clock(to)}`,
    );
    return windows.length === 0 ? [] : [`${names[at]} ${joined(windows, 'listed', language)}`];
  });
  return parted(told.flat(), language);
};

const again = say(
  '{state} {times} 次，隔 {minutes} 分钟',
  '{state} {times} 次，隔 {minutes} 分鐘',
  '{state}: {times}× after {minutes} min',
);

const otherPart = say('换个时段', '換個時段', 'another part of the day');

const retriesText = (rules: object, language: Language): string => {
  const states: Readonly<Record<string, string>> = callWords[language].states;
  const told = Object.entries(rules as Readonly<Record<string, RetryRule>>).map(
    ([state, { times, afterMinutes, at, plan }]) =>
      [
        fill(again, language, { state: states[state] ?? state, times, minutes: afterMinutes }),
        ...(at === undefined ? [] : [at === 'otherPart' ? otherPart[language] : `${clock(at.from)}–${clock(at.to)}`]),
        ...(plan === undefined ? [] : [plan.name]),
      ].join(' · '),
  );
  return joined(told, 'clauses', language) || '—';
};

/** What holds fields of its own. */
const partsText = (value: object, language: Language): string =>
  parted(
    Object.entries(value).map(
      ([field, inner]) => `${auditFieldText(field, language)} ${auditValueText(field, inner, language)}`,
    ),
    language,
  );

/** A value as a person reads it; nothing is a dash. */
export const auditValueText = (field: string, value: unknown, language: Language): string => {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return (value ? yes : no)[language];
  if (typeof value === 'number') return MINUTE_FIELDS.has(field) ? clock(value) : String(value);
  if (typeof value !== 'object') return keyText(field, String(value), language);
  if (field === 'retries') return retriesText(value, language);
  if (!Array.isArray(value)) return partsText(value, language);
  if (field === 'windows' || field === 'week') return weekText(value, language);
  const entries = value.map(one => auditValueText(field, one, language));
  return joined(entries, 'listed', language) || '—';
};

/** Fields that hold phones of callees: masked for who may not see them. */
export const auditPhoneFields: ReadonlySet<string> = new Set(['phone', 'phones']);
