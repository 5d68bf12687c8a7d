import type { Language } from '@lianxian/contract';
import type { Side } from '@lianxian/core';

interface ExportWords {
  /** Of the batch and the file. */
  readonly title: string;
  readonly head: readonly string[];
  readonly byHand: string;
  /** In the place of the task: somebody called us. */
  readonly inbound: string;
  readonly speakers: Readonly<Record<Side, string>>;
  /** After words that are cut off. */
  readonly cut: string;
  /** From one day to another. */
  readonly until: string;
}

/** Words of the sheet: the language is the exporter's. */
export const exportWords: Readonly<Record<Language, ExportWords>> = {
  'zh-CN': {
    title: '通话记录',
    head: '号码 客户 归属地 任务 第几次 话术 线路 状态 原因 等级 等级依据 时长（秒） 轮次 呼叫时间 接通时间 结束时间 挂断方 费用（元） 采集答案 名单内容 跟进人 跟进时间 备注 通话内容 链接'.split(
      ' ',
    ),
    byHand: '试呼',
    inbound: '呼入',
    speakers: { robot: '机器人', callee: '客户' },
    cut: '（没写完，完整内容见链接）',
    until: '至',
  },
  'zh-TW': {
    title: '通話記錄',
    head: '號碼 客戶 歸屬地 任務 第幾次 話術 線路 狀態 原因 等級 等級依據 時長（秒） 輪次 呼叫時間 接通時間 結束時間 掛斷方 費用（元） 採集答案 名單內容 跟進人 跟進時間 備註 通話內容 連結'.split(
      ' ',
    ),
    byHand: '試呼',
    inbound: '呼入',
    speakers: { robot: '機器人', callee: '客戶' },
    cut: '（沒寫完，完整內容見連結）',
    until: '至',
  },
  en: {
    title: 'Calls',
    head: [
      'Number',
      'Callee',
      'Area',
      'Task',
      'Try',
      'Plan',
      'Line',
      'State',
      'Reason',
      'Level',
      'Decided by',
      'Talk (s)',
      'Turns',
      'Placed',
      'Answered',
      'Ended',
      'Hung up by',
      'Cost (yuan)',
      'Answers',
      'From the list',
      'Followed up by',
      'Followed up',
      'Notes',
      'Transcript',
      'Link',
    ],
    byHand: 'Test call',
    inbound: 'Inbound',
    speakers: { robot: 'Robot', callee: 'Callee' },
    cut: '(cut off; the whole is behind the link)',
    until: ' to ',
  },
};
