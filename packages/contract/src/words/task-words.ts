import type {
  AheadUnknown,
  CalleeBecause,
  CallState,
  PacingBecause,
  RuleSaid,
  TaskBecause,
  WaitBecause,
} from '@lianxian/core';
import type { FollowBecause } from '../endpoints/task-follows.ts';
import type { SeriesBecause } from '../endpoints/task-series.ts';
import { callWords } from './call-words.ts';
import { fill, type Language, type Said } from './language.ts';
import { say } from './say.ts';
import { taskStateWords } from './task-state-words.ts';

/**
 * What a task says of itself, in three languages: why it is in its state, why a number is settled or waits, what limits
 * the pace, and what happened to it. Keys are stored and never change their meaning; sentences may be bettered. A key
 * of a later release shows as it is.
 */
const taskSentences: Readonly<Record<TaskBecause, Said>> = {
  '': say('', '', ''),
  byUser: say('手动暂停', '手動暫停', 'Paused manually'),
  outsideHours: say(
    '不在呼叫时段，到时自动继续',
    '不在呼叫時段，到時自動繼續',
    'Outside calling hours. Resumes automatically',
  ),
  balance: say('余额不足，充值后自动继续', '餘額不足，儲值後自動繼續', 'Out of balance. Resumes after a top-up'),
  noPort: say('没有可用的语音网关', '沒有可用的語音閘道', 'No voice gateway available'),
  planGone: say('话术已删除', '話術已刪除', 'The plan was deleted'),
  diskFull: say(
    '磁盘快满，清理后自动继续',
    '磁碟快滿，清理後自動繼續',
    'Disk almost full. Resumes once space is freed',
  ),
  appended: say('追加了号码，点继续开始呼叫', '追加了號碼，點繼續開始呼叫', 'Numbers added. Resume to call them'),
  stoppedAll: say('已紧急停止', '已緊急停止', 'Emergency stop'),
  merchantOff: say(
    '商户曾被停用，点继续恢复呼叫',
    '商戶曾被停用，點繼續恢復呼叫',
    'The merchant was disabled. Resume to continue',
  ),
  restored: say(
    '恢复自备份：备份之后呼叫过的号码这里不知道，核对后点继续',
    '恢復自備份：備份之後呼叫過的號碼這裡不知道，核對後點繼續',
    'Restored from a backup. Calls made after the backup aren’t known here. Check, then resume',
  ),
  startsLater: say('到设定的时间自动开始', '到設定的時間自動開始', 'Starts by itself at the set time'),
  firstCalls: say(
    '先打的几个已经打完，看过后点继续',
    '先打的幾個已經打完，看過後點繼續',
    'First calls finished. Review them, then resume',
  ),
  failures: say(
    '打不通的突然变多，已自动暂停；看过线路和号码后点继续',
    '打不通的突然變多，已自動暫停；看過線路和號碼後點繼續',
    'Calls suddenly failed more often. Look at lines and numbers, then resume',
  ),
  budget: say(
    '任务预算用完，加预算后自动继续',
    '任務預算用完，加預算後自動繼續',
    'The task’s budget is spent. Resumes when it is raised',
  ),
  dayBudget: say(
    '今天的预算用完，明天自动继续',
    '今天的預算用完，明天自動繼續',
    'Today’s budget is spent. Resumes tomorrow',
  ),
};

const calleeSentences: Readonly<Record<CalleeBecause, Said>> = {
  '': say('', '', ''),
  answered: say('已接通', '已接通', 'Answered'),
  triesUsed: say('重拨次数已用完', '重撥次數已用完', 'No attempts left'),
  notRetried: say('这种结果不重拨', '這種結果不重撥', 'This outcome isn’t retried'),
  interrupted: say('异常中断，不自动重拨', '異常中斷，不自動重撥', 'Interrupted. Not retried automatically'),
  hungUpByUser: say('手动挂断', '手動掛斷', 'Hung up by a user'),
  givenBack: say(
    '接通前被我方挂断，已放回名单',
    '接通前被我方掛斷，已放回名單',
    'We hung up before it was answered. Back on the list',
  ),
  lineFaults: say('线路多次没呼出去', '線路多次沒呼出去', 'The line failed too many times'),
  faultAlone: say(
    '线路能呼别的号码，只有它呼不出去',
    '線路能呼別的號碼，只有它呼不出去',
    'The line rejects this number but carries others',
  ),
  blacklisted: say('在黑名单里', '在黑名單裡', 'On the blacklist'),
  taskListed: say('在任务黑名单里', '在任務黑名單裡', 'On the task’s blacklist'),
  sharedListed: say('在平台或行业名单里', '在平台或行業名單裡', 'On a platform or trade list'),
  noConsent: say('没有同意记录', '沒有同意紀錄', 'No consent on record'),
  forbidden: say('不允许呼叫的号码', '不允許呼叫的號碼', 'This number can’t be called'),
  cappedDay: say('今天已到呼叫上限', '今天已達呼叫上限', 'Daily call limit reached'),
  cappedWeek: say('近 7 天已到呼叫上限', '近 7 天已達呼叫上限', '7-day call limit reached'),
  cappedMonth: say('近 30 天已到呼叫上限', '近 30 天已達呼叫上限', '30-day call limit reached'),
  tooSoon: say('离上一次呼叫太近', '離上一次呼叫太近', 'Too soon after the last call'),
  cappedElsewhere: say('今天已经呼叫得够多', '今天已經呼叫得夠多', 'Called often enough for now'),
  hours: say('不在呼叫时段', '不在呼叫時段', 'Outside calling hours'),
  holiday: say('法定节假日不呼叫', '法定節假日不呼叫', 'Not called on public holidays'),
  yearUnknown: say(
    '这一年的节假日安排还没有公布到系统里',
    '這一年的節假日安排還沒有公布到系統裡',
    'The public holidays of this year aren’t known yet',
  ),
  notDialled: say('没有拨出，稍后再呼', '沒有撥出，稍後再呼', 'Not dialled. Will retry later'),
  undialable: say('没有能呼叫它的线路', '沒有能呼叫它的線路', 'No line can call it'),
  takenOut: say('已移出名单', '已移出名單', 'Removed from the list'),
  nextNumber: say(
    '上一个号码没打通，接着拨这个号码',
    '上一個號碼沒打通，接著撥這個號碼',
    'The number before came to nothing. This one is next',
  ),
  pastEnd: say('任务到了截止日期', '任務到了截止日期', 'The task reached its end date'),
  appointed: say('约好了回电', '約好了回電', 'A call was promised'),
  appointmentMissed: say('到约好的时间没有拨出', '到約好的時間沒有撥出', 'Not called at the promised time'),
};

const pacingSentences: Readonly<Record<PacingBecause, Said>> = {
  all: say('到时的号码都在呼叫', '到時的號碼都在呼叫', 'All due numbers are being called'),
  noneDue: say('没有到时的号码', '沒有到時的號碼', 'No numbers due'),
  taskFull: say('已到任务并发上限', '已達任務並發上限', 'Task concurrency limit reached'),
  portsFull: say('语音网关通道已满', '語音閘道通道已滿', 'All gateway channels in use'),
  linesFull: say('线路通道已满', '線路通道已滿', 'All line channels in use'),
  lineRate: say('已到线路每秒呼叫上限', '已達線路每秒呼叫上限', 'Line call rate limit reached'),
  merchantFull: say('已到商户并发上限', '已達商戶並發上限', 'Company concurrency limit reached'),
  nodesFull: say('呼叫服务已满', '呼叫服務已滿', 'The call service is at capacity'),
  lent: say(
    '保障的通道正借给其他任务，通话结束即归还',
    '保障的通道正借給其他任務，通話結束即歸還',
    'Its guaranteed channels are lent to other tasks, and come back as calls end',
  ),
  balance: say('余额不足', '餘額不足', 'Not enough balance for another call'),
  noPort: say('没有可用的语音网关', '沒有可用的語音閘道', 'No voice gateway available'),
  lineChecking: say(
    '线路正在注册，注册好后自动继续',
    '線路正在註冊，註冊好後自動繼續',
    'The line is registering. Resumes when done',
  ),
  lineDown: say('线路不通，恢复后自动继续', '線路不通，恢復後自動繼續', 'The line is down. Resumes when it recovers'),
  lineHours: say('不在线路的使用时段', '不在線路的使用時段', 'Outside the line’s hours'),
  lineOff: say('线路已停用', '線路已停用', 'The line is disabled'),
  callerNumbersUsed: say('外显号码今天都用完了', '外顯號碼今天都用完了', 'All caller IDs reached today’s cap'),
  numbersInCall: say(
    '到时的号码正在其他任务或通话中，结束后再呼',
    '到時的號碼正在其他任務或通話中，結束後再呼',
    'Due numbers are in other calls. They’re dialled when those end',
  ),
  firstCalls: say(
    '先打的几个正在打，打完自动暂停',
    '先打的幾個正在打，打完自動暫停',
    'First calls in progress. Pauses when they finish',
  ),
  budget: say('任务预算用完', '任務預算用完', 'The task’s budget is spent'),
  dayBudget: say('今天的预算用完', '今天的預算用完', 'Today’s budget is spent'),
};

/** Of a forecast: why there is none, or what it leaves out. */
const doneSentences: Readonly<Record<AheadUnknown | 'withoutLine', Said>> = {
  lineDown: say(
    '线路不通，恢复后再估算完成时间',
    '線路不通，恢復後再估算完成時間',
    'The line is down. Estimate available when it recovers',
  ),
  withoutLine: say('不算不通的线路', '不算不通的線路', 'not counting the line that’s down'),
  neverOpen: say(
    '剩下的号码没有可以拨打的时段',
    '剩下的號碼沒有可以撥打的時段',
    'No calling hours for the remaining numbers',
  ),
  tooFar: say('按现在的速度两周内拨不完', '按現在的速度兩週內撥不完', 'More than two weeks at this rate'),
};

/**
 * What may happen to a task (`task_event.kind`). With `who` a person did it; `because` is a key of the task's reasons;
 * `imported` counts `added` and `refused` numbers, `copied` has the `name` it was copied from, `takenOut` and `takenBack`
 * count `n` numbers that were taken off the list, by hand or with the import that brought them. `variantTaken`: a comparison
 * ended with the plan `name`.
 */
export const taskEventKinds = [
  'created',
  'copied',
  'changed',
  'imported',
  'takenOut',
  'takenBack',
  'putBack',
  'started',
  'paused',
  'resumed',
  'waiting',
  'running',
  'stoppedAll',
  'stopped',
  'finished',
  'variantTaken',
] as const;
export type TaskEventKind = (typeof taskEventKinds)[number];

/** By a person, and by itself. */
const eventSentences: Readonly<Record<TaskEventKind, readonly [byPerson: Said, byItself: Said]>> = {
  created: [say('{who} 新建', '{who} 新建', 'Added by {who}'), say('新建', '新建', 'Added')],
  copied: [
    say('{who} 从「{name}」复制', '{who} 從「{name}」複製', 'Copied from “{name}” by {who}'),
    say('从「{name}」复制', '從「{name}」複製', 'Copied from “{name}”'),
  ],
  changed: [say('{who} 修改了设置', '{who} 修改了設定', 'Edited by {who}'), say('修改了设置', '修改了設定', 'Changed')],
  imported: [
    say(
      '{who} 导入 {added} 个号码，{refused} 行未导入',
      '{who} 匯入 {added} 個號碼，{refused} 列未匯入',
      '{who} added {added} numbers, {refused} rows rejected',
    ),
    say(
      '导入 {added} 个号码，{refused} 行未导入',
      '匯入 {added} 個號碼，{refused} 列未匯入',
      '{added} numbers added, {refused} rows rejected',
    ),
  ],
  takenOut: [
    say('{who} 移出 {n} 个号码', '{who} 移出 {n} 個號碼', '{who} removed {n} numbers'),
    say('移出 {n} 个号码', '移出 {n} 個號碼', '{n} numbers removed'),
  ],
  takenBack: [
    say(
      '{who} 收回一次导入，移出 {n} 个号码',
      '{who} 收回一次匯入，移出 {n} 個號碼',
      '{who} undid an import, {n} numbers removed',
    ),
    say('收回一次导入，移出 {n} 个号码', '收回一次匯入，移出 {n} 個號碼', 'Import undone, {n} numbers removed'),
  ],
  putBack: [
    say('{who} 放回 {n} 个号码', '{who} 放回 {n} 個號碼', '{who} put {n} numbers back'),
    say('放回 {n} 个号码', '放回 {n} 個號碼', '{n} numbers put back'),
  ],
  started: [say('{who} 启动', '{who} 啟動', 'Started by {who}'), say('启动', '啟動', 'Started')],
  paused: [
    say('{who} 暂停', '{who} 暫停', 'Paused by {who}'),
    say('自动暂停：{because}', '自動暫停：{because}', 'Paused: {because}'),
  ],
  resumed: [say('{who} 继续', '{who} 繼續', 'Resumed by {who}'), say('自动继续', '自動繼續', 'Resumed')],
  waiting: [
    say('{who} 启动，等待：{because}', '{who} 啟動，等待：{because}', 'Started by {who}. Waiting: {because}'),
    say('等待：{because}', '等待：{because}', 'Waiting: {because}'),
  ],
  running: [say('{who} 继续', '{who} 繼續', 'Resumed by {who}'), say('自动继续', '自動繼續', 'Resumed')],
  stoppedAll: [
    say('{who} 紧急停止', '{who} 緊急停止', 'Emergency stop by {who}'),
    say('紧急停止', '緊急停止', 'Emergency stop'),
  ],
  stopped: [say('{who} 停止', '{who} 停止', 'Stopped by {who}'), say('已停止', '已停止', 'Stopped')],
  finished: [
    say('全部号码呼叫完成', '全部號碼呼叫完成', 'All numbers done'),
    say('全部号码呼叫完成', '全部號碼呼叫完成', 'All numbers done'),
  ],
  variantTaken: [
    say(
      '{who} 结束对比，之后都用「{name}」',
      '{who} 結束對比，之後都用「{name}」',
      '{who} ended the comparison with “{name}”',
    ),
    say('结束对比，之后都用「{name}」', '結束對比，之後都用「{name}」', 'Comparison ended with “{name}”'),
  ],
};

const spoken = (sentences: Readonly<Record<string, Said>>, key: string, language: Language): string =>
  (Object.hasOwn(sentences, key) ? sentences[key]?.[language] : undefined) ?? key;

/** Why a series paused by itself, or its last day had no run. */
const seriesSentences: Readonly<Record<SeriesBecause, Said>> = {
  '': say('', '', ''),
  nobody: say(
    '上次没有要拨的人，没有建任务',
    '上次沒有要撥的人，沒有建任務',
    'Nobody to call last time, no task was made',
  ),
  planGone: say('话术已删除，已暂停', '話術已刪除，已暫停', 'The plan was deleted. Paused'),
  noPorts: say('没有可用的语音网关，已暂停', '沒有可用的語音閘道，已暫停', 'No voice gateway available. Paused'),
  pastEnd: say('到了截止日期', '到了截止日期', 'The last day is over'),
};

/** Why a task follows its customers no more. */
const followSentences: Readonly<Record<FollowBecause, Said>> = {
  '': say('', '', ''),
  byUser: say('已手动停止跟随', '已手動停止跟隨', 'Stopped manually'),
  taskOver: say('任务结束，不再跟随', '任務結束，不再跟隨', 'The task is over'),
  gone: say(
    '设置跟随的人已停用或离开，不再跟随',
    '設定跟隨的人已停用或離開，不再跟隨',
    'Whoever set it up is gone or switched off. Nobody is added any more',
  ),
  noRight: say(
    '设置跟随的人不再有权限，不再跟随',
    '設定跟隨的人不再有權限，不再跟隨',
    'Whoever set it up may not any more. Nobody is added any more',
  ),
};

export const followBecauseText = (key: string, language: Language): string => spoken(followSentences, key, language);
export const seriesBecauseText = (key: string, language: Language): string => spoken(seriesSentences, key, language);
export const taskBecauseText = (key: string, language: Language): string => spoken(taskSentences, key, language);
export const calleeBecauseText = (key: string, language: Language): string => spoken(calleeSentences, key, language);
export const doneBecauseText = (key: string, language: Language): string => spoken(doneSentences, key, language);
export const pacingBecauseText = (key: string, language: Language): string => spoken(pacingSentences, key, language);

/** What a number waits for, where no sentence of above says it. */
const waitSentences: Readonly<Partial<Record<WaitBecause, Said>>> = {
  startsLater: taskSentences.startsLater,
  draft: say('任务还没启动', '任務還沒啟動', 'The task hasn’t been started'),
  stopped: say('任务已停止，不再拨', '任務已停止，不再撥', 'The task was stopped. Won’t be called'),
  paused: taskStateWords.paused,
  noLine: calleeSentences.undialable,
  neverOpen: say('没有可以拨打的时段', '沒有可以撥打的時段', 'No calling hours apply'),
  west: say('当地作息较晚', '當地作息較晚', 'The day begins later there'),
  hours: calleeSentences.hours,
  holiday: calleeSentences.holiday,
  yearUnknown: calleeSentences.yearUnknown,
  appointed: calleeSentences.appointed,
  turn: say('轮到就拨', '輪到就撥', 'Queued'),
};
/** Of a line that refuses every call; when it is tried again stands beside. */
const refusing = say('线路连续拒绝', '線路連續拒絕', 'The line rejects every call');

/** Whose rule it is; a task's and a line's own hours are said by the sentence. */
const ruleSentences: Readonly<Partial<Record<RuleSaid['level'], Said>>> = {
  platform: say('{because}（平台规则）', '{because}（平台規則）', '{because} (platform rule)'),
  merchant: say(
    '{because}（外呼规则第 {version} 版）',
    '{because}（外呼規則第 {version} 版）',
    '{because} (calling rules, version {version})',
  ),
  task: say('{because}（任务时段）', '{because}（任務時段）', '{because} (task hours)'),
};
/** Never saved: there is no version to name. */
const usualRule = say('{because}（外呼规则）', '{because}（外呼規則）', '{because} (calling rules)');

const withRule = (because: string, rule: RuleSaid | null, language: Language): string => {
  if (rule === null) return because;
  const sentence = rule.level === 'merchant' && rule.version === 0 ? usualRule : ruleSentences[rule.level];
  return sentence ? fill(sentence, language, { because, version: rule.version ?? 0 }) : because;
};

interface WaitFacts {
  readonly because: WaitBecause;
  /** Whose rule keeps it. */
  readonly rule: RuleSaid | null;
  readonly until: unknown;
  /** Keys of its task, of its pace, and of itself; how its last call came out. */
  readonly task: string;
  readonly pace: string;
  readonly callee: string;
  readonly lastState: CallState | null;
}

/** Why a number waits; until when is said beside it. */
export const waitText = (facts: WaitFacts, language: Language): string => {
  const { because, rule, until, task, pace, callee, lastState } = facts;
  if (because === 'paused' && task !== '') return taskBecauseText(task, language);
  if (because === 'lineDown' && until !== null) return refusing[language];
  // The pace says what keeps more calls from being made, where something does.
  if (because === 'turn' && !['', 'all', 'noneDue'].includes(pace)) return pacingBecauseText(pace, language);
  if (because === 'retry')
    return calleeBecauseText(callee, language) || (lastState ? callWords[language].states[lastState] : '');
  return withRule(waitSentences[because]?.[language] ?? pacingBecauseText(because, language), rule, language);
};

interface TaskEventFacts {
  readonly kind: string;
  readonly detail: Readonly<Record<string, string | number>>;
  /** Name of the person; null when the house did it. */
  readonly who: string | null;
}

/** One line of a task's history. */
export const taskEventText = ({ kind, detail, who }: TaskEventFacts, language: Language): string => {
  const sentences: Readonly<Record<string, readonly [Said, Said]>> = eventSentences;
  const [byPerson, byItself] = Object.hasOwn(sentences, kind) ? sentences[kind]! : [];
  const sentence = who === null ? byItself : byPerson;
  if (sentence === undefined) return kind;
  const because = taskBecauseText(String(detail.because ?? ''), language);
  return fill(sentence, language, { ...detail, because, ...(who === null ? {} : { who }) });
};
