import type { Language } from '@lianxian/contract';

interface ExportWords {
  /** Of the batch and the file. */
  readonly title: string;
  readonly head: readonly string[];
  readonly byHand: string;
  /** In the place of the task: somebody called us. */
  readonly inbound: string;
}

/** Words of the sheet: the language is the exporter's. */
export const exportWords: Readonly<Record<Language, ExportWords>> = {
  'zh-CN': {
    title: '通话记录',
    head: '号码 客户 归属地 任务 话术 线路 状态 原因 等级 时长（秒） 轮次 呼叫时间 接通时间 挂断方 费用（元） 采集答案 名单内容'.split(
      ' ',
    ),
    byHand: '试呼',
    inbound: '呼入',
  },
  'zh-TW': {
    title: '通話記錄',
    head: '號碼 客戶 歸屬地 任務 話術 線路 狀態 原因 等級 時長（秒） 輪次 呼叫時間 接通時間 掛斷方 費用（元） 採集答案 名單內容'.split(
      ' ',
    ),
    byHand: '試呼',
    inbound: '呼入',
  },
  en: {
    title: 'Calls',
    head: [
      'Number',
      'Callee',
      'Area',
      'Task',
      'Plan',
      'Line',
      'State',
      'Reason',
      'Level',
      'Talk (s)',
      'Turns',
      'Placed',
      'Answered',
      'Hung up by',
      'Cost (yuan)',
      'Answers',
      'From the list',
    ],
    byHand: 'Test call',
    inbound: 'Inbound',
  },
};
