import type { AccessKey } from '@lianxian/core';

/** Page keys as the menu has them: a group's own key, and those of its pages. */
export const keyGroups = [
  { group: 'market', keys: ['myTask', 'callLog', 'messageTem'] },
  { group: 'statist', keys: ['planQuality', 'levelStatistics', 'collection', 'portStat'] },
  { group: 'robot', keys: ['plan', 'library', 'myKeyword', 'port', 'monitor'] },
  { group: 'CRM', keys: ['number', 'myStaff', 'seat'] },
] as const satisfies readonly { readonly group: AccessKey; readonly keys: readonly AccessKey[] }[];
