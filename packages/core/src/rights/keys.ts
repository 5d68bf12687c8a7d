/** Page access keys of the original: the wire word is the key itself. */
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

/** Button permissions (docs/rights.md#rights). */
export const buttons = [
  'call_out',
  'search_more',
  'callLog:export',
  'callLog:delete',
  'export:approve',
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

/** Whose rows a role sees of what people make: tasks, calls, exports (docs/rights.md#data-scope). */
export const dataScopes = ['own', 'department', 'all'] as const;
export type DataScope = (typeof dataScopes)[number];

/** Kinds of merchant rows: the platform itself, who resells it, who uses it (A-11: a reseller runs plans as well). */
export const merchantKinds = ['platform', 'reseller', 'merchant'] as const;
export type MerchantKind = (typeof merchantKinds)[number];
