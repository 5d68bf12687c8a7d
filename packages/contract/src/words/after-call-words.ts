import type { AfterCallAction } from '@lianxian/core';
import { fill, type Language, type Said } from './language.ts';
import { say } from './say.ts';

/** What a call makes of its customer. */
const customerTypeWords: Readonly<Record<string, Said>> = {
  '-1': say('公海', '公海', 'public pool'),
  '0': say('无意向', '無意向', 'no interest'),
  '1': say('潜在', '潛在', 'potential'),
  '2': say('意向', '意向', 'interested'),
  '3': say('跟进', '跟進', 'followed up'),
  '4': say('闲置', '閒置', 'idle'),
  '9': say('成交', '成交', 'deal'),
};
const customerTypeText = (type: number, language: Language): string =>
  customerTypeWords[String(type)]?.[language] ?? String(type);

const doing = {
  webhook: say('发送到“{name}”', '傳送到「{name}」', 'Send to “{name}”'),
  notice: say('通知 {name}', '通知 {name}', 'Notify {name}'),
  noticeConcerned: say('通知任务负责人', '通知任務負責人', 'Notify who runs the task'),
  blacklist: say('加入黑名单：{name}', '加入黑名單：{name}', 'Add to the blacklist: {name}'),
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
    case 'customerType':
      return said('customerType', customerTypeText(action.type, language));
  }
};

const results = {
  webhook: say('发送到接收地址', '傳送到接收位址', 'Sent to an endpoint'),
  notice: say('已通知员工', '已通知員工', 'Employees notified'),
  blacklist: say('已加入黑名单', '已加入黑名單', 'Added to the blacklist'),
  customerType: say('已改客户类型', '已改客戶類型', 'Customer type set'),
  waiting: say('发送中', '傳送中', 'on its way'),
  sent: say('已送达', '已送達', 'delivered'),
  givenUp: say('没有送达', '沒有送達', 'not delivered'),
  gone: say('接收地址已不在', '接收位址已不在', 'the endpoint is gone'),
  kept: say('已送出，记录已过期', '已送出，紀錄已過期', 'sent; its log has expired'),
} as const satisfies Readonly<Record<string, Said>>;
export type AfterCallResult = keyof typeof results;
export const afterCallResultText = (result: AfterCallResult, language: Language): string => results[result][language];
