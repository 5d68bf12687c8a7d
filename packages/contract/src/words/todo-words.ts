import type { CalleeBecause, TodoBecause } from '@lianxian/core';
import type { Language, Said } from './language.ts';
import { say } from './say.ts';
import { calleeBecauseText } from './task-words.ts';

/** Why somebody has to do it, where a number of a list has no word for that. */
const sentences: Readonly<Record<Exclude<TodoBecause, CalleeBecause>, Said>> = {
  wantsPerson: say('客户要人工回电', '客戶要人工回電', 'The callee asked for a person'),
  noTask: say(
    '不是任务的通话，机器人不能回电',
    '不是任務的通話，機器人不能回電',
    'Not a call of a task, so no robot calls back',
  ),
  taskOver: say('任务已经结束', '任務已經結束', 'The task has ended'),
  taskPaused: say('到时任务没有运行', '到時任務沒有執行', 'The task wasn’t running at the time'),
  tooFar: say('约的时间太远', '約的時間太遠', 'The time is too far ahead'),
};

/** A key of a later release shows as it is. */
export const todoBecauseText = (because: string, language: Language): string =>
  Object.hasOwn(sentences, because)
    ? sentences[because as keyof typeof sentences][language]
    : calleeBecauseText(because, language);
