import type { ConsentSource, Language, NumberFile } from '@lianxian/contract';

type Part = 'tasks' | 'calls' | 'entries' | 'consents' | 'decisions';
interface FileWords extends Readonly<Record<Part, string>> {
  readonly title: string;
  readonly heads: Readonly<Record<Part, readonly string[]>>;
  /** Whose list a number stands on. */
  readonly lists: {
    readonly merchant: string;
    readonly platform: string;
    readonly white: string;
    readonly task: (name: string) => string;
    readonly trade: (name: string) => string;
  };
  readonly none: string;
  readonly incoming: string;
  readonly outgoing: string;
  readonly recorded: string;
  readonly more: string;
  readonly sources: Readonly<Record<ConsentSource, string>>;
  readonly scopes: Readonly<Record<NumberFile['scope'], string>>;
}

export const fileWords: Readonly<Record<Language, FileWords>> = {
  'zh-CN': {
    title: '号码档案',
    tasks: '所在名单',
    calls: '通话',
    entries: '黑白名单',
    consents: '同意记录',
    decisions: '拨打依据',
    heads: {
      tasks: ['任务', '导入时间', '导入文件', '状态', '已拨次数'],
      calls: ['时间', '方向', '任务', '线路', '结果', '时长（秒）', '录音', '通话编号'],
      entries: ['加入时间', '名单', '原因', '有效至', '操作人', '通话编号'],
      consents: ['时间', '来源', '凭证', '有效期至', '撤回时间'],
      decisions: ['时间', '任务', '决定', '原因', '到何时', '依据', '通话编号'],
    },
    lists: {
      merchant: '黑名单',
      white: '白名单',
      platform: '平台名单',
      task: name => `任务黑名单 ${name}`,
      trade: name => `行业名单：${name}`,
    },
    none: '没有',
    incoming: '呼入',
    outgoing: '呼出',
    recorded: '有',
    more: '更早的没有全部列出。',
    sources: { form: '表单', call: '通话', contract: '合同', import: '导入', other: '其他' },
    scopes: {
      all: '范围：本商户全部任务和通话。',
      department: '范围：本部门和下级的任务和通话。',
      own: '范围：本人的任务和通话。',
    },
  },
  'zh-TW': {
    title: '號碼檔案',
    tasks: '所在名單',
    calls: '通話',
    entries: '黑白名單',
    consents: '同意記錄',
    decisions: '撥打依據',
    heads: {
      tasks: ['任務', '匯入時間', '匯入檔案', '狀態', '已撥次數'],
      calls: ['時間', '方向', '任務', '線路', '結果', '時長（秒）', '錄音', '通話編號'],
      entries: ['加入時間', '名單', '原因', '有效至', '操作人', '通話編號'],
      consents: ['時間', '來源', '憑證', '有效期至', '撤回時間'],
      decisions: ['時間', '任務', '決定', '原因', '到何時', '依據', '通話編號'],
    },
    lists: {
      merchant: '黑名單',
      white: '白名單',
      platform: '平台名單',
      task: name => `任務黑名單 ${name}`,
      trade: name => `行業名單：${name}`,
    },
    none: '沒有',
    incoming: '呼入',
    outgoing: '呼出',
    recorded: '有',
    more: '更早的沒有全部列出。',
    sources: { form: '表單', call: '通話', contract: '合約', import: '匯入', other: '其他' },
    scopes: {
      all: '範圍：本商戶全部任務和通話。',
      department: '範圍：本部門和下級的任務和通話。',
      own: '範圍：本人的任務和通話。',
    },
  },
  en: {
    title: 'Number file',
    tasks: 'Lists it is on',
    calls: 'Calls',
    entries: 'Blacklists and white list',
    consents: 'Consents',
    decisions: 'Decisions',
    heads: {
      tasks: ['Task', 'Imported', 'File', 'State', 'Calls so far'],
      calls: ['Time', 'Direction', 'Task', 'Line', 'Outcome', 'Talk (s)', 'Recording', 'Call'],
      entries: ['Added', 'List', 'Reason', 'Until', 'By', 'Call'],
      consents: ['Time', 'Source', 'Proof', 'Until', 'Withdrawn'],
      decisions: ['Time', 'Task', 'Decision', 'Why', 'Until', 'Rule', 'Call'],
    },
    lists: {
      merchant: 'Blacklist',
      white: 'White list',
      platform: 'Platform list',
      task: name => `Blacklist of ${name}`,
      trade: name => `Trade list: ${name}`,
    },
    none: 'None',
    incoming: 'Inbound',
    outgoing: 'Outbound',
    recorded: 'Yes',
    more: 'Older ones are not all listed.',
    sources: { form: 'Form', call: 'Call', contract: 'Contract', import: 'Import', other: 'Other' },
    scopes: {
      all: 'Scope: all tasks and calls of the merchant.',
      department: 'Scope: tasks and calls of the department and those below.',
      own: 'Scope: one’s own tasks and calls.',
    },
  },
};
