import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/messages.ts';

export const words: Shape<typeof source> = {
  title: '訊息',
  today: '今天',
  unread: '訊息，{{n}} 則未讀',
  unreadMany: '訊息，{{n}} 則以上未讀',
  parts: '訊息和批次任務',
  batchesPart: '批次任務',
  readAll: '全部已讀',
  read: '標為已讀：{{text}}',
  new: '未讀',
  empty: '還沒有訊息',
  emptyHint: '提醒會在這裡留 30 天。',
  failed: '訊息載入失敗',
  more: '更早的訊息',
  view: '看通話',
  choices: '提醒設定',
  kinds: { 1: '通知', 2: '提示', 3: '出錯', 4: '回訪', 5: '通話' },
  batches: {
    title: '批次任務',
    running: '批次任務，{{n}} 個進行中',
    hint: '只列今天的，檔案當天可下載。',
    empty: '今天還沒有批次任務',
    failed: '批次任務載入失敗',
    size: '每頁 {{n}} 個',
    sizeLabel: '每頁多少個',
    place: '{{page}} / {{pages}}',
    before: '上一頁',
    next: '下一頁',
  },
};
