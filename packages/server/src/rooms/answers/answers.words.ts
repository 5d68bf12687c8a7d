import type { Language } from '@lianxian/contract';

interface AnswerWords {
  readonly title: string;
  readonly head: readonly string[];
  readonly bys: { readonly robot: string; readonly seat: string };
}

export const answerWords: Readonly<Record<Language, AnswerWords>> = {
  'zh-CN': {
    title: '信息采集',
    head: ['呼叫时间', '号码', '姓名', '话术', '等级', '问题', '回答', '由谁采集'],
    bys: { robot: '机器人', seat: '坐席' },
  },
  'zh-TW': {
    title: '資訊採集',
    head: ['呼叫時間', '號碼', '姓名', '話術', '等級', '問題', '回答', '由誰採集'],
    bys: { robot: '機器人', seat: '坐席' },
  },
  en: {
    title: 'Answers',
    head: ['Called at', 'Number', 'Name', 'Plan', 'Level', 'Question', 'Answer', 'Asked by'],
    bys: { robot: 'Robot', seat: 'Seat' },
  },
};
