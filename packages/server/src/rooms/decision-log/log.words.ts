import type { Language } from '@lianxian/contract';

interface LogWords {
  /** Of the file. */
  readonly title: string;
  readonly head: readonly string[];
  /** Rows of a sheet whose numbers are known already, for who is not told why. */
  readonly known: string;
}

export const logWords: Readonly<Record<Language, LogWords>> = {
  'zh-CN': {
    title: '拨打依据',
    head: '时间 号码 任务 决定 原因 到何时 依据 通话编号'.split(' '),
    known: '重复或不呼叫',
  },
  'zh-TW': {
    title: '撥打依據',
    head: '時間 號碼 任務 決定 原因 到何時 依據 通話編號'.split(' '),
    known: '重複或不呼叫',
  },
  en: {
    title: 'Decisions',
    head: ['Time', 'Number', 'Task', 'Decision', 'Why', 'Until', 'Rule', 'Call'],
    known: 'Known or not to be called',
  },
};
