import type { Language } from '@lianxian/contract';

interface ReportWords {
  readonly title: string;
  readonly part: string;
  readonly name: string;
  /** The parts, in their order. */
  readonly parts: {
    readonly sum: string;
    readonly planQuality: string;
    readonly levelStatistics: string;
    readonly collection: string;
    readonly portStat: string;
  };
  readonly all: string;
}

export const reportWords: Readonly<Record<Language, ReportWords>> = {
  'zh-CN': {
    title: '统计报告',
    part: '统计',
    name: '名称',
    parts: {
      sum: '合计',
      planQuality: '话术质量',
      levelStatistics: '通话质量（按天）',
      collection: '信息采集（回答数）',
      portStat: '端口统计',
    },
    all: '全部通话',
  },
  'zh-TW': {
    title: '統計報告',
    part: '統計',
    name: '名稱',
    parts: {
      sum: '合計',
      planQuality: '話術質量',
      levelStatistics: '通話質量（按天）',
      collection: '資訊採集（回答數）',
      portStat: '埠統計',
    },
    all: '全部通話',
  },
  en: {
    title: 'Report of the statistics',
    part: 'Statistics',
    name: 'Name',
    parts: {
      sum: 'All together',
      planQuality: 'Plan quality',
      levelStatistics: 'Call quality by day',
      collection: 'Answers given',
      portStat: 'Ports',
    },
    all: 'All calls',
  },
};
