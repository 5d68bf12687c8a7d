import type { Language } from '@lianxian/contract';
import type { CalleeStateWord } from '@lianxian/core';

interface SheetWords {
  /** Of the file. */
  readonly title: string;
  readonly head: readonly string[];
  readonly states: Readonly<Record<CalleeStateWord, string>>;
}

export const sheetWords: Readonly<Record<Language, SheetWords>> = {
  'zh-CN': {
    title: '任务结果',
    head: '号码 客户 备用号码 进度 最近结果 说明 等级 等级依据 已拨次数 最近呼叫时间'.split(' '),
    states: { fresh: '未拨', calling: '拨打中', retry: '稍后再拨', settled: '已完结' },
  },
  'zh-TW': {
    title: '任務結果',
    head: '號碼 客戶 備用號碼 進度 最近結果 說明 等級 等級依據 已撥次數 最近呼叫時間'.split(' '),
    states: { fresh: '未撥', calling: '撥打中', retry: '稍後再撥', settled: '已完結' },
  },
  en: {
    title: 'Task results',
    head: [
      'Number',
      'Callee',
      'Spare number',
      'Progress',
      'Last outcome',
      'Why',
      'Level',
      'Level by',
      'Calls',
      'Last call',
    ],
    states: { fresh: 'Not called', calling: 'Being called', retry: 'Later', settled: 'Done' },
  },
};
