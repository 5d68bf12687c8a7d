/** Page access keys of the original (§6): the wire word is the key itself. */
export const accessKeys = [
  'market',
  'myTask',
  'callLog',
  'messageTem',
  'statist',
  'planQuality',
  'levelStatistics',
  'collection',
  'portStat',
  'robot',
  'plan',
  'library',
  'myKeyword',
  'port',
  'monitor',
  'CRM',
  'number',
  'myStaff',
  'seat',
] as const;
export type AccessKey = (typeof accessKeys)[number];

/** Button permissions (product.md §3, user). */
export const buttons = [
  'call_out',
  'search_more',
  'callLog:export',
  'callLog:delete',
  'number:import',
  'number:export',
  'number:assign',
  'task:create',
  'task:control',
  'plan:edit',
  'plan:publish',
  'seat:monitor',
  'phone:unmask',
] as const;
export type Button = (typeof buttons)[number];

/** platform, reseller, merchant's owner, everybody else of a merchant. */
export const roleCodes = ['admin', 'agent', 'company', 'employee'] as const;
export type RoleCode = (typeof roleCodes)[number];
