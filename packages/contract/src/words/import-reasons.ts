import { fill, type Language, type Said, type Values } from './language.ts';
import { say } from './say.ts';

/** Why a row of a sheet became no number to call: the file of refused rows says it in the language of who imports. */
const reasons = {
  empty: say('没有号码', '沒有號碼', 'No number'),
  notDigits: say('号码里有不是数字的字符', '號碼裡有不是數字的字元', 'The number contains non-digits'),
  tooShort: say('号码太短，应为 8 到 12 位', '號碼太短，應為 8 到 12 位', 'Too short: 8–12 digits required'),
  tooLong: say('号码太长，应为 8 到 12 位', '號碼太長，應為 8 到 12 位', 'Too long: 8–12 digits required'),
  date: say('这一格是日期，不是号码', '這一格是日期，不是號碼', 'A date, not a number'),
  mobileLength: say(
    '手机号应为 11 位，这个多了或少了',
    '手機號應為 11 位，這個多了或少了',
    'Mobile numbers have 11 digits',
  ),
  emergency: say('紧急号码，不能呼叫', '緊急號碼，不能呼叫', 'Emergency number, never called'),
  short: say('短号或服务号码，不能呼叫', '短號或服務號碼，不能呼叫', 'Short or service number, never called'),
  premium: say('声讯或收费号码，不能呼叫', '聲訊或收費號碼，不能呼叫', 'Premium-rate number, never called'),
  abroad: say(
    '国际号码：任务的线路没有都开通，或区号不认识',
    '國際號碼：任務的線路沒有都開通，或區號不認識',
    'International number: not every line of the task may call it, or its code is unknown',
  ),
  quote: say('这一行的引号没有成对', '這一列的引號沒有成對', 'Unclosed quotation mark in this row'),
  endless: say('这一行太长，没有换行', '這一列太長，沒有換行', 'The row is too long'),
  garbled: say('有乱码，请换一种编码再导入', '有亂碼，請換一種編碼再匯入', 'Unreadable. Try another encoding'),
  longText: say(
    '「{text}…」超过 {limit} 个字',
    '「{text}…」超過 {limit} 個字',
    '“{text}…” is longer than {limit} characters',
  ),
  practiceNumber: say(
    '练习号码只能用练习线路呼叫',
    '練習號碼只能用練習線路呼叫',
    'Practice numbers only work on the practice line',
  ),
  practiceLine: say(
    '练习线路只能呼叫练习号码',
    '練習線路只能呼叫練習號碼',
    'The practice line only calls practice numbers',
  ),
  blacklisted: say('在黑名单里', '在黑名單裡', 'On the blacklist'),
  taskListed: say('在任务黑名单里', '在任務黑名單裡', 'On the task’s blacklist'),
  sharedListed: say('在平台或行业名单里', '在平台或行業名單裡', 'On a platform or trade list'),
  noConsent: say('没有同意记录', '沒有同意紀錄', 'No consent on record'),
  notADay: say('日期看不懂，应如 2026-03-09', '日期看不懂，應如 2026-03-09', 'Not a date like 2026-03-09'),
  dayOver: say(
    '到期日已经过了，或早于开始日期',
    '到期日已經過了，或早於開始日期',
    'The last day is over, or before the first',
  ),
  otherTask: say('在另一个任务里等着呼叫', '在另一個任務裡等著呼叫', 'Waits in another task'),
  dead: say('以前呼叫是空号或停机', '以前呼叫是空號或停機', 'Found empty or out of service before'),
  recent: say('近期已经呼叫过', '近期已經呼叫過', 'Recently called'),
  alike: say(
    '名单里只差中间四位的号码超过 {limit} 个；能看完整号码的同事可以导入',
    '名單裡只差中間四位的號碼超過 {limit} 個；能看完整號碼的同事可以匯入',
    'More than {limit} numbers of the list differ in four middle figures alone; a colleague who sees whole numbers can import them',
  ),
  duplicate: say('号码重复', '號碼重複', 'Duplicate number'),
} as const satisfies Readonly<Record<string, Said>>;

/** Why a row of a sheet became no customer, beside what keeps a number from being one. */
const ofCustomers = {
  noType: say('没有这种客户类型', '沒有這種客戶類型', 'No such customer type'),
  noOwner: say('没有叫这个名字的员工，或有两个', '沒有叫這個名字的員工，或有兩個', 'Nobody of this name, or two'),
  notAFigure: say('「{text}」不是数字', '「{text}」不是數字', '“{text}” is not a number'),
  elses: say('已有负责人', '已有負責人', 'Somebody else’s customer'),
  tooLongText: say('「{text}…」太长', '「{text}…」太長', '“{text}…” is too long'),
} as const satisfies Readonly<Record<string, Said>>;

export interface ImportReason {
  readonly key: keyof typeof reasons;
  readonly values?: Values;
}

/** Of a row of any sheet. */
export interface RowReason {
  readonly key: ImportReason['key'] | keyof typeof ofCustomers;
  readonly values?: Values;
}

export const importReasonText = ({ key, values = {} }: RowReason, language: Language): string =>
  fill({ ...reasons, ...ofCustomers }[key], language, values);

/** The file itself: its first titles, a column without one, and how it is called. */
export const refusedFileWords = {
  line: say('行号', '列號', 'Row'),
  reason: say('原因', '原因', 'Reason'),
  column: say('第 {n} 列', '第 {n} 欄', 'Column {n}'),
  name: say('{task} 未导入的号码', '{task} 未匯入的號碼', '{task} numbers not imported'),
} as const satisfies Readonly<Record<string, Said>>;
