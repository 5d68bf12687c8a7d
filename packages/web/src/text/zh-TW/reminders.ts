import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/reminders.ts';

export const words: Shape<typeof source> = {
  title: '哪些訊息提醒我',
  hint: '只影響自己。',
  failed: '提醒設定載入失敗',
  close: '關閉',
  kinds: {
    customer: '要跟進的客戶（A 類，或負責人定的等級）',
    afterCall: '通話後規則的通知',
    todo: '約好的回電要人來打',
    taskFinished: '任務撥完',
    taskPaused: '任務被暫停',
    importRefused: '匯入有沒收下的列',
    lineDown: '線路不通',
    moneyLow: '餘額不足',
    breaker: '任務失敗突然變多',
    webhookOff: 'Webhook 被停用',
    library: '號碼庫：到時間的跟進、申請、@我、快退回公海的客戶',
    smsReply: '客戶回覆簡訊',
    smsProvider: '簡訊服務商出錯或恢復',
    smsTemplate: '簡訊範本審核結果',
    recordOrder: '錄音訂單',
    market: '話術市場的審核和新版本',
  },
};
