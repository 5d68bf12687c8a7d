import type { AfterCallAction } from '@lianxian/core';
import { customerTypeWords } from './customer-type-words.ts';
import { fill, type Language, type Said } from './language.ts';
import { say } from './say.ts';

const doing = {
  webhook: say('发送到“{name}”', '傳送到「{name}」', 'Send to “{name}”'),
  notice: say('通知 {name}', '通知 {name}', 'Notify {name}'),
  noticeConcerned: say('通知任务负责人', '通知任務負責人', 'Notify who runs the task'),
  blacklist: say('加入黑名单：{name}', '加入黑名單：{name}', 'Add to the blacklist: {name}'),
  sms: say('发短信：{name}', '傳簡訊：{name}', 'Send a text: {name}'),
  customerType: say('客户类型改为{name}', '客戶類型改為{name}', 'Set the customer type to {name}'),
  gone: say('（已删除）', '（已刪除）', '(removed)'),
} as const satisfies Readonly<Record<string, Said>>;

/** Names of what an action leads to, by kind and id: `webhook 7`, `person 7`. */
type Names = ReadonlyMap<string, string>;

/** What an action does, as a sentence. */
export const afterCallText = (action: AfterCallAction, names: Names, language: Language): string => {
  const said = (key: keyof typeof doing, name = '') => fill(doing[key], language, { name });
  const named = (place: string) => names.get(place) ?? doing.gone[language];
  switch (action.do) {
    case 'webhook':
      return said('webhook', named(`webhook ${action.endpoint}`));
    case 'notice':
      if (action.people.length === 0) return said('noticeConcerned');
      return said('notice', action.people.map(id => named(`person ${id}`)).join(language === 'en' ? ', ' : '、'));
    case 'blacklist':
      return said('blacklist', action.reason);
    case 'sms':
      return said('sms', named(`sms ${action.template}`));
    case 'customerType':
      return said('customerType', customerTypeWords[language][action.type]);
  }
};

const results = {
  webhook: say('发送到接收地址', '傳送到接收位址', 'Sent to an endpoint'),
  notice: say('已通知员工', '已通知員工', 'Employees notified'),
  blacklist: say('已加入黑名单', '已加入黑名單', 'Added to the blacklist'),
  sms: say('已安排发短信', '已安排傳簡訊', 'Text queued'),
  smsGone: say('短信模板已不能用，没有发', '簡訊範本已不能用，沒有傳', 'The text’s template is gone; nothing was sent'),
  customerType: say('已改客户类型', '已改客戶類型', 'Customer type set'),
  waiting: say('发送中', '傳送中', 'on its way'),
  sent: say('已送达', '已送達', 'delivered'),
  givenUp: say('没有送达', '沒有送達', 'not delivered'),
  gone: say('接收地址已不在', '接收位址已不在', 'the endpoint is gone'),
  kept: say('已送出，记录已过期', '已送出，紀錄已過期', 'sent; its log has expired'),
} as const satisfies Readonly<Record<string, Said>>;
export type AfterCallResult = keyof typeof results;
export const afterCallResultText = (result: AfterCallResult, language: Language): string => results[result][language];
