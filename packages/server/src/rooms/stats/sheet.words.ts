import type { Language, StatBy } from '@lianxian/contract';

interface StatWords {
  readonly title: Readonly<Record<'plans' | 'levels' | 'ports', string>>;
  readonly bys: Readonly<Record<StatBy, string>>;
  readonly version: string;
  readonly listed: string;
  /** In the order of the cells of a line. */
  readonly head: readonly string[];
  readonly before: string;
  readonly maybeChance: string;
  readonly none: string;
}

export const statWords: Readonly<Record<Language, StatWords>> = {
  'zh-CN': {
    title: { plans: '话术质量', levels: '通话质量', ports: '端口统计' },
    bys: {
      day: '日期',
      week: '周（周一）',
      hour: '时段',
      task: '任务',
      plan: '话术',
      version: '话术',
      line: '线路',
      owner: '员工',
      province: '省份',
      port: '语音网关',
      caller: '外显号码',
    },
    version: '版本',
    listed: '名单号码',
    head: [
      ...[
        '通话',
        '首次拨打号码',
        '占用线路',
        '接通',
        '接通率',
        '满 10 秒',
        '平均通话（秒）',
        '平均轮次',
        '完成',
        '没听懂的话',
      ],
      ...['A', 'B', 'C', 'D', 'E', 'F', 'A+B 占接通', '费用（元）'],
      ...['之前：通话', '之前：接通率', '之前：A+B 占接通', '接通率变化', 'A+B 变化'],
    ],
    before: '之前',
    maybeChance: '差异可能只是偶然',
    none: '无',
  },
  'zh-TW': {
    title: { plans: '話術質量', levels: '通話質量', ports: '埠統計' },
    bys: {
      day: '日期',
      week: '週（週一）',
      hour: '時段',
      task: '任務',
      plan: '話術',
      version: '話術',
      line: '線路',
      owner: '員工',
      province: '省份',
      port: '語音閘道',
      caller: '外顯號碼',
    },
    version: '版本',
    listed: '名單號碼',
    head: [
      ...[
        '通話',
        '首次撥打號碼',
        '佔用線路',
        '接通',
        '接通率',
        '滿 10 秒',
        '平均通話（秒）',
        '平均輪次',
        '完成',
        '沒聽懂的話',
      ],
      ...['A', 'B', 'C', 'D', 'E', 'F', 'A+B 佔接通', '費用（元）'],
      ...['之前：通話', '之前：接通率', '之前：A+B 佔接通', '接通率變化', 'A+B 變化'],
    ],
    before: '之前',
    maybeChance: '差異可能只是偶然',
    none: '無',
  },
  en: {
    title: { plans: 'Plan quality', levels: 'Call quality', ports: 'Ports' },
    bys: {
      day: 'Day',
      week: 'Week (Monday)',
      hour: 'Hour',
      task: 'Task',
      plan: 'Plan',
      version: 'Plan',
      line: 'Line',
      owner: 'Employee',
      province: 'Province',
      port: 'Port',
      caller: 'Caller number',
    },
    version: 'Version',
    listed: 'Numbers listed',
    head: [
      ...['Calls', 'Numbers first dialled', 'Seizures', 'Answered', 'Answer rate', '10 s or more', 'Average talk (s)'],
      ...['Average turns', 'Completed', 'Not understood'],
      ...['A', 'B', 'C', 'D', 'E', 'F', 'A+B of answered', 'Cost (yuan)'],
      ...[
        'Before: calls',
        'Before: answer rate',
        'Before: A+B of answered',
        'Change of the answer rate',
        'Change of A+B',
      ],
    ],
    before: 'before',
    maybeChance: 'may be chance',
    none: 'none',
  },
};
