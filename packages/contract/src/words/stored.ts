import type { TaskBecause } from '@lianxian/core';
import { type Refused, refusalText } from '../refusal-text.ts';
import { fill, joined, type Language, type Said, type Values } from './language.ts';
import { refusals } from './refusals.ts';
import { reminders } from './reminders.ts';
import { say } from './say.ts';
import { taskBecauseText } from './task-words.ts';

/**
 * Sentences that rows keep (titles and remarks of batch tasks, why a number is on the blacklist, reminders to people): as
 * keys with values, in a column of text, so that each who reads has them in his own language. Rows of earlier releases hold the words
 * themselves and are shown as they are; a key of a later release shows as nothing. Keys never change their meaning.
 */
const sentences = {
  importInto: say('导入号码：{task}', '匯入號碼：{task}', 'Numbers into {task}'),
  takeBackOf: say('收回导入：{task}', '收回匯入：{task}', 'Import taken back: {task}'),
  putBackOf: say('放回号码：{task}', '放回號碼：{task}', 'Numbers back on {task}'),
  takeOutOf: say('移出号码：{task}', '移出號碼：{task}', 'Numbers off {task}'),
  taskSheet: say('任务结果', '任務結果', 'Task results'),
  callSheet: say('通话记录', '通話記錄', 'Calls'),
  importToList: say('导入名单：{name}', '匯入名單：{name}', 'Numbers onto a list: {name}'),
  takeBackOfList: say('收回名单导入：{name}', '收回名單匯入：{name}', 'List import taken back: {name}'),
  listSheet: say('号码名单', '號碼名單', 'List of numbers'),
  numberFile: say('号码档案', '號碼檔案', 'Number file'),
  decisionSheet: say('拨打依据', '撥打依據', 'Decisions'),
  smsMany: say('群发短信：{name}', '群發簡訊：{name}', 'Texts to many: {name}'),
  smsManyDone: say(
    '已排队 {added} 条，{skipped} 个号码没有排上',
    '已排隊 {added} 則，{skipped} 個號碼沒有排上',
    '{added} texts queued, {skipped} numbers left out',
  ),
  smsTemplateGone: say('模板已删除或不可用', '範本已刪除或不可用', 'The template is gone or not usable'),
  smsSheet: say('短信记录', '簡訊紀錄', 'Text messages'),
  allData: say('全部数据', '全部資料', 'All data'),
  recordingsZip: say('通话录音', '通話錄音', 'Recordings'),
  typesOfCalls: say('修改客户类型', '修改客戶類型', 'Customer types changed'),
  callsAssigned: say('分配通话', '分配通話', 'Calls assigned'),
  typesOfCustomers: say('修改客户类型', '修改客戶類型', 'Types of customers changed'),
  tagsOfCustomers: say('修改客户标签', '修改客戶標籤', 'Tags of customers changed'),
  customersAssigned: say('分配客户', '分配客戶', 'Customers assigned'),
  customersGivenBack: say('客户退回公海', '客戶退回公海', 'Customers given back to the pool'),
  customersRemoved: say('删除客户', '刪除客戶', 'Customers removed'),
  customersMerged: say('合并客户', '合併客戶', 'Customers made one'),
  customerSheet: say('客户', '客戶', 'Customers'),
  customersFromCalls: say('通话记录加入号码库', '通話記錄加入號碼庫', 'People of calls into the library'),
  importOfCustomers: say('导入客户：{name}', '匯入客戶：{name}', 'Customers of {name}'),
  takeBackOfCustomers: say('收回客户导入：{name}', '收回客戶匯入：{name}', 'Import of customers taken back: {name}'),
  callsRemoved: say('删除通话记录', '刪除通話記錄', 'Call records removed'),
  zipTooLarge: say(
    '超过 4 GB，没有打包，请分几次',
    '超過 4 GB，沒有打包，請分幾次',
    'More than 4 GB; nothing was packed, do it in parts',
  ),
  noRecordings: say('这些通话没有录音', '這些通話沒有錄音', 'These calls have no recordings'),
  planSheet: say('话术质量', '話術質量', 'Plan quality'),
  levelSheet: say('通话质量', '通話質量', 'Call quality'),
  portSheet: say('端口统计', '埠統計', 'Ports'),
  answerSheet: say('信息采集', '資訊採集', 'Answers'),
  statReport: say('统计报告 {from}—{to}', '統計報告 {from}—{to}', 'Report of the statistics {from}–{to}'),
  statementSheet: say('对账单', '對帳單', 'Statement'),
  auditSheet: say('操作日志', '操作日誌', 'Audit log'),
  rows: say('共 {rows} 条', '共 {rows} 筆', '{rows} rows'),
  cancelled: say('已取消', '已取消', 'Cancelled'),
  brokeOff: say('处理中断，请再试一次', '處理中斷，請再試一次', 'It broke off; try again'),
  restored: say(
    '恢复自备份，没有做完，请重新提交',
    '還原自備份，沒有做完，請重新提交',
    'Restored from a backup, unfinished; submit it again',
  ),
  sheetNoRoom: say(
    '磁盘快满了，没有导出，请先清理',
    '磁碟快滿了，沒有匯出，請先清理',
    'The disk is full; nothing was exported, free some space first',
  ),
  sheetTooLarge: say(
    '超过 4 GB，Excel 打不开，没有导出，请分段导出',
    '超過 4 GB，Excel 打不開，沒有匯出，請分段匯出',
    'More than 4 GB, which Excel does not open; nothing was exported, export it in parts',
  ),
  nothingAdded: say('没有导入任何号码', '沒有匯入任何號碼', 'Nothing was added'),
  taskRemoved: say('任务已删除', '任務已刪除', 'The task was removed'),
  taskStopped: say('任务已停止', '任務已停止', 'The task was stopped'),
  askedInCall: say('通话中要求不再呼叫', '通話中要求不再呼叫', 'Asked in a call not to be called again'),
  ...reminders,
} as const satisfies Readonly<Record<string, Said>>;

/** Figures that stand in a row, with commas between them. */
const figures = {
  added: say('导入 {n}', '匯入 {n}', '{n} added'),
  duplicate: say('重复 {n}', '重複 {n}', '{n} twice'),
  blacklisted: say('黑名单 {n}', '黑名單 {n}', '{n} on the blacklist'),
  noConsent: say('没有同意 {n}', '沒有同意 {n}', '{n} without consent'),
  recent: say('近期已拨 {n}', '近期已撥 {n}', '{n} called lately'),
  otherTask: say('在其他任务 {n}', '在其他任務 {n}', '{n} in other tasks'),
  dead: say('空号停机 {n}', '空號停機 {n}', '{n} empty or out of service'),
  leftOut: say('重复或不呼叫 {n}', '重複或不呼叫 {n}', '{n} known or not to be called'),
  invalid: say('无效 {n}', '無效 {n}', '{n} not valid'),
  changedCustomers: say('更新 {n}', '更新 {n}', '{n} changed'),
  keptCustomers: say('已有 {n}', '已有 {n}', '{n} there already'),
  backOnTheList: say('放回 {n}', '放回 {n}', '{n} back on the list'),
  offTheList: say('移出 {n}', '移出 {n}', '{n} off the list'),
  stayed: say('拨打过、保留 {n}', '撥打過、保留 {n}', '{n} called before and kept'),
} as const satisfies Readonly<Record<string, Said>>;

/** One clause: a sentence or figure of ours, or a refusal by `refused.<key>`. */
export type StoredClause = readonly [
  key:
    | keyof typeof sentences
    | keyof typeof figures
    | `refused.${Refused['key']}`
    /** Why a task stands as it does. */
    | `taskBecause.${TaskBecause}`,
  values?: Values,
];

/** How the text of such a column begins: with a control character, which no field of a person takes (`oneLine`). */
const MARK = '\u0002';

export const stored = (...clauses: readonly StoredClause[]): string => MARK + JSON.stringify(clauses);

/** What a refusal said, to be kept. */
export const refusedClause = ({ key, values }: Refused): StoredClause => [`refused.${key}`, values];

const grouped = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(value).replace(/\B(?=(?:\d{3})+$)/g, ',') : value,
    ]),
  );

const clauseText = ([key, values = {}]: readonly [string, Values?], language: Language): string => {
  const said: Readonly<Record<string, Said>> = { ...sentences, ...figures };
  if (Object.hasOwn(said, key)) return fill(said[key]!, language, grouped(values));
  const [, because] = /^taskBecause\.(.*)$/.exec(key) ?? [];
  if (because !== undefined) return taskBecauseText(because, language);
  const refused = key.replace(/^refused\./, '');
  return Object.hasOwn(refusals, refused) ? refusalText({ key: refused as Refused['key'], values }, language) : '';
};

const clausesOf = (text: string): readonly (readonly [string, Values?])[] | null => {
  if (!text.startsWith(MARK)) return null;
  try {
    return JSON.parse(text.slice(MARK.length)) as readonly (readonly [string, Values?])[];
  } catch {
    return null;
  }
};

/** What such a column says to who reads this language. */
export const storedText = (text: string, language: Language): string => {
  const clauses = clausesOf(text);
  if (clauses === null) return text;
  return clauses.reduce((before, clause, at) => {
    const isFigures = at > 0 && [clauses[at - 1]!, clause].every(([key]) => Object.hasOwn(figures, key));
    const text = clauseText(clause, language);
    return before === '' ? text : joined([before, text], isFigures ? 'inOneBreath' : 'clauses', language);
  }, '');
};
