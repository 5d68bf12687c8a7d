import type { CallState, DecisionBecause, DecisionKind, DecisionRule } from '@lianxian/core';
import { callWords } from './call-words.ts';
import { importReasonText } from './import-reasons.ts';
import { fill, type Language, type Said } from './language.ts';
import { say } from './say.ts';
import { calleeBecauseText } from './task-words.ts';
import { becauseText } from './verdicts.ts';

/** What the ledger of decisions says, in three languages. */
export const decisionKindWords: Readonly<Record<DecisionKind, Said>> = {
  refused: say('未导入', '未匯入', 'Not imported'),
  dialled: say('拨出', '撥出', 'Dialled'),
  putOff: say('暂缓', '暫緩', 'Put off'),
  leftOut: say('不再拨', '不再撥', 'Left out'),
  takenOff: say('移出', '移出', 'Removed'),
  putBack: say('放回', '放回', 'Put back'),
  notDialled: say('没有拨出', '沒有撥出', 'Not dialled'),
  settled: say('完结', '完結', 'Done'),
  redial: say('待重拨', '待重撥', 'To redial'),
  passedOn: say('换号码', '換號碼', 'Next number'),
  messaged: say('发短信', '傳簡訊', 'Text sent'),
  notMessaged: say('短信未发', '簡訊未傳', 'Text not sent'),
};

/** The rules by which it is decided. */
const decisionRuleWords: Readonly<Record<Exclude<DecisionRule, ''>, Said>> = {
  caps: say('呼叫次数上限', '呼叫次數上限', 'Call caps'),
  hours: say('呼叫时段', '呼叫時段', 'Calling hours'),
  lists: say('黑名单', '黑名單', 'Blacklist'),
  never: say('不可拨号码', '不可撥號碼', 'Numbers never dialled'),
  lines: say('线路', '線路', 'Lines'),
  retries: say('重拨规则', '重撥規則', 'Retry rules'),
  recent: say('导入时跳过', '匯入時跳過', 'Left out at import'),
  once: say('名单去重', '名單去重', 'No number twice'),
  masks: say('号码脱敏', '號碼脫敏', 'Masked numbers'),
  platform: say('平台规则', '平台規則', 'Platform rules'),
  merchant: say('商户规则', '商戶規則', 'Company rules'),
  task: say('任务设置', '任務設定', 'Task settings'),
  sheet: say('表格内容', '表格內容', 'Sheet content'),
};

/** What no sentence elsewhere says, or says with values that the ledger does not keep. */
const ownSentences = {
  '': say('', '', ''),
  firstTry: say('轮到首次呼叫', '輪到首次呼叫', 'First call, its turn'),
  redialDue: say('轮到再次呼叫', '輪到再次呼叫', 'Called again, its turn'),
  secondNumber: say('换第 2 个号码', '換第 2 個號碼', 'Second number of this person'),
  thirdNumber: say('换第 3 个号码', '換第 3 個號碼', 'Third number of this person'),
  appointmentDue: say('约好的回电时间到', '約好的回電時間到', 'Promised call due'),
  appointmentTakenBack: say('取消了约好的回电', '取消了約好的回電', 'The promised call was taken back'),
  alike: say(
    '名单里只差中间四位的号码太多',
    '名單裡只差中間四位的號碼太多',
    'Too many numbers that differ in four middle figures alone',
  ),
  reachedSince: say('上一个任务之后已经联系上', '上一個任務之後已經聯繫上', 'Reached since the task before'),
  inVain: say('两个任务都没有联系上', '兩個任務都沒有聯繫上', 'Two tasks called in vain'),
  longText: say('有一格内容太长', '有一格內容太長', 'A cell is too long'),
  notDialled: say('没有拨出', '沒有撥出', 'Not dialled'),
} as const satisfies Partial<Record<DecisionBecause, Said>>;

const passedOn = say('换这个人的下一个号码', '換這個人的下一個號碼', 'The person’s next number is called');
const ofLater = say('新版本的记录，这一版读不出来', '新版本的記錄，這一版讀不出來', 'Written by a later release');

const isState = (key: string, language: Language): key is CallState => Object.hasOwn(callWords[language].states, key);

/** Of a reason alone, by the kind of what was decided: some words mean one thing of a sheet and another of a call. */
export const decisionBecauseText = (kind: DecisionKind, because: DecisionBecause, language: Language): string => {
  if (Object.hasOwn(ownSentences, because)) return ownSentences[because as keyof typeof ownSentences][language];
  if (kind === 'refused') return importReasonText({ key: because as 'empty' }, language);
  if (kind === 'notDialled') return becauseText(because, language);
  if (kind === 'passedOn') return passedOn[language];
  if (kind === 'redial' && isState(because, language)) return callWords[language].states[because];
  return calleeBecauseText(because, language);
};

interface DecisionFacts {
  readonly kind: DecisionKind | null;
  readonly because: DecisionBecause | null;
  /** Of `dialled` the attempt, of `refused` the row of the sheet, 0 where there is no sheet. */
  readonly amount: number;
  /** How its call came out; null: there is no record. */
  readonly outcome: CallState | null;
  /** Who took it off; '' where that person is gone. */
  readonly who: string;
}

const sentences = {
  refused: say('第 {amount} 行：{because}', '第 {amount} 列：{because}', 'Row {amount}: {because}'),
  dialled: say('第 {amount} 次：{because}', '第 {amount} 次：{because}', 'Call {amount}: {because}'),
  takenOff: say('{who} 移出名单', '{who} 移出名單', 'Removed by {who}'),
  takenOffSo: say('已移出名单', '已移出名單', 'Removed from the list'),
  putBack: say('{who} 放回名单', '{who} 放回名單', 'Put back by {who}'),
  putBackSo: say('已放回名单', '已放回名單', 'Put back on the list'),
  settled: say('{outcome}，{because}', '{outcome}，{because}', '{outcome}. {because}'),
  redial: say('{because}，到时重拨', '{because}，到時重撥', '{because}. To be redialled'),
} as const;

/** Why; until when, and by which rule, stands beside it. */
export const decisionText = ({ kind, because, amount, outcome, who }: DecisionFacts, language: Language): string => {
  if (kind === null || because === null) return ofLater[language];
  const said = decisionBecauseText(kind, because, language);
  if (kind === 'takenOff') return fill(who === '' ? sentences.takenOffSo : sentences.takenOff, language, { who });
  if (kind === 'putBack') return fill(who === '' ? sentences.putBackSo : sentences.putBack, language, { who });
  // Of people of another task there is no row.
  if (kind === 'refused' && amount === 0) return said;
  if (kind === 'refused' || kind === 'dialled') return fill(sentences[kind], language, { amount, because: said });
  if (kind === 'redial' && isState(because, language)) return fill(sentences.redial, language, { because: said });
  if ((kind === 'settled' || kind === 'passedOn') && outcome !== null && outcome !== because)
    return fill(sentences.settled, language, { outcome: callWords[language].states[outcome], because: said });
  return said;
};

const ruled = say('{rule} 第 {version} 版', '{rule} 第 {version} 版', '{rule}, version {version}');

/** '' where no rule said so. */
export const decisionRuleText = (rule: DecisionRule | null, version: number, language: Language): string => {
  if (rule === null || rule === '') return '';
  const word = decisionRuleWords[rule];
  return version === 0 ? word[language] : fill(ruled, language, { rule: word[language], version });
};

/** How a number stands that is not settled. */
const standing = {
  calling: say('正在呼叫', '正在呼叫', 'Being called'),
  fresh: say('还没呼叫', '還沒呼叫', 'Not called yet'),
  retry: say('稍后再拨', '稍後再撥', 'To be called later'),
} as const;

/** Of a number of a list, settled or not. */
export const standingText = (because: string, language: Language): string =>
  Object.hasOwn(standing, because)
    ? standing[because as keyof typeof standing][language]
    : calleeBecauseText(because, language);
