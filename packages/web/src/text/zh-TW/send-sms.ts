/** Words of sending one text message by hand, and of choosing a template elsewhere. */
import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/send-sms.ts';

export const words: Shape<typeof source> = {
  send: '發簡訊',
  sendTo: '發簡訊給 {{phone}}',
  close: '關閉',
  cancel: '取消',
  ok: '傳送',
  phone: '號碼',
  template: '範本',
  kind: { notice: '通知', marketing: '行銷' },
  values: '變數',
  valuesHint: '空著的用這個號碼自己的資訊。',
  text: '收到的樣子',
  parts: '{{chars}} 字，{{parts}} 則，{{price}} 元',
  free: '{{chars}} 字，{{parts}} 則，不收費',
  cut: '第 {{n}} 則',
  missing: '還缺：{{names}}',
  failed: '範本載入失敗',
  none: '還沒有可用的範本',
  noneHint: '在“簡訊範本”裡寫一則，審核通過後就能發。',
  toTemplates: '去寫範本',
  noneReach: '沒有能用的服務商，簡訊會等著。',
  today: '今天',
  done: { sent: '已傳送', queued: '排隊傳送', due: '{{at}} 再發：{{because}}', not: '沒發出：{{because}}' },
};
