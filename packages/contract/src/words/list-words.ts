import type { ConsentSource, ListName } from '../endpoints/lists.ts';
import type { Said } from './language.ts';
import { say } from './say.ts';

/** A list of numbers as a sheet: how it and its columns are called, and what stands in them. */
export const listSheetWords = {
  blacklist: say('黑名单', '黑名單', 'Blacklist'),
  whitelist: say('白名单', '白名單', 'White list'),
  consent: say('同意记录', '同意紀錄', 'Consents'),
  shared: say('平台与行业名单', '平台與行業名單', 'Platform and trade list'),
  phone: say('号码', '號碼', 'Number'),
  reason: say('原因', '原因', 'Reason'),
  until: say('到期日', '到期日', 'Until'),
  by: say('登记人', '登記人', 'By'),
  addedAt: say('加入日期', '加入日期', 'Added'),
  source: say('来源', '來源', 'Source'),
  proof: say('凭证', '憑證', 'Proof'),
  from: say('开始日期', '開始日期', 'From'),
  state: say('状态', '狀態', 'State'),
  withdrawnAt: say('撤回日期', '撤回日期', 'Withdrawn'),
  withdrawnWhy: say('撤回说明', '撤回說明', 'Why withdrawn'),
  form: say('表单', '表單', 'Form'),
  call: say('通话', '通話', 'Call'),
  contract: say('合同', '合約', 'Contract'),
  import: say('导入', '匯入', 'Import'),
  other: say('其他', '其他', 'Other'),
  holds: say('有效', '有效', 'Holds'),
  later: say('未开始', '未開始', 'Not yet'),
  over: say('已到期', '已到期', 'Over'),
  withdrawn: say('已撤回', '已撤回', 'Withdrawn'),
} as const satisfies Readonly<Record<string, Said>> & Readonly<Record<ListName | ConsentSource, Said>>;
