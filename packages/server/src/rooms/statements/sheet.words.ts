import type { Language } from '@lianxian/contract';
import type { By } from './statements.store.ts';

interface StatementWords {
  readonly title: string;
  readonly bys: Readonly<Record<By, string>>;
  /** Beside the first column: calls that were charged, then yuan. */
  readonly head: readonly string[];
  readonly closing: string;
  /** Of no line, of no task. */
  readonly none: Readonly<Record<By, string>>;
  /** The last lines: what there was before, all of it, what there was after. */
  readonly sums: { readonly opening: string; readonly total: string; readonly closing: string };
}

export const statementWords: Readonly<Record<Language, StatementWords>> = {
  'zh-CN': {
    title: '对账单',
    bys: { day: '日期', line: '线路', task: '任务' },
    head: [
      '计费通话',
      '通话费（元）',
      '短信费（元）',
      '语音费（元）',
      '模型费（元）',
      '录音与话术（元）',
      '充值划拨（元）',
      '合计（元）',
    ],
    closing: '日终余额（元）',
    none: { day: '', line: '不经线路', task: '不属于任务' },
    sums: { opening: '期初余额', total: '合计', closing: '期末余额' },
  },
  'zh-TW': {
    title: '對帳單',
    bys: { day: '日期', line: '線路', task: '任務' },
    head: [
      '計費通話',
      '通話費（元）',
      '簡訊費（元）',
      '語音費（元）',
      '模型費（元）',
      '錄音與話術（元）',
      '儲值劃撥（元）',
      '合計（元）',
    ],
    closing: '日終餘額（元）',
    none: { day: '', line: '不經線路', task: '不屬於任務' },
    sums: { opening: '期初餘額', total: '合計', closing: '期末餘額' },
  },
  en: {
    title: 'Statement',
    bys: { day: 'Day', line: 'Line', task: 'Task' },
    head: [
      'Charged calls',
      'Calls (yuan)',
      'Messages (yuan)',
      'Speech (yuan)',
      'Models (yuan)',
      'Recordings and plans (yuan)',
      'Top-ups and transfers (yuan)',
      'Total (yuan)',
    ],
    closing: 'Balance at the end of the day (yuan)',
    none: { day: '', line: 'No line', task: 'No task' },
    sums: { opening: 'Balance before', total: 'Total', closing: 'Balance after' },
  },
};
