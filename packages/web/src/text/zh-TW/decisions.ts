import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/decisions.ts';

export const words: Shape<typeof source> = {
  title: '撥打依據',
  search: '完整號碼',
  today: '今天',
  conditions: { time: '時間', task: '任務', kinds: '決定', because: '原因', import: '匯入' },
  findTask: '任務名稱',
  noTasks: '沒有這樣的任務',
  findBecause: '原因',
  noBecause: '沒有這樣的原因',
  column: { at: '時間', phone: '號碼', task: '任務', kind: '決定', text: '原因', until: '到何時', rule: '依據' },
  empty: '還沒有撥打依據',
  emptyHint: '任務匯入、撥出、暫緩或不再撥一個號碼時，原因會記在這裡，不能改也不能刪。',
  none: '沒有符合條件的記錄',
  noneHint: '放寬條件，或清空後再看。',
  failed: '撥打依據載入失敗',
  summary: '號碼去向',
  numbers: '名單 {{n}} 個號碼',
  refused: '未匯入 {{n}} 列',
  all: '全部任務的撥打依據',
  exportAsk: '把目前條件下的 {{n}} 筆記錄匯出成表格？',
};
