import { type AccessKey, accessKeys } from './keys.ts';

/** The keys of the menu's groups, with the pages of each. */
export const pageGroups = {
  market: ['myTask', 'callLog', 'messageTem'],
  statist: ['planQuality', 'levelStatistics', 'collection', 'portStat'],
  robot: ['plan', 'library', 'myKeyword', 'port', 'monitor'],
  CRM: ['number', 'myStaff', 'seat'],
} as const satisfies Partial<Record<AccessKey, readonly AccessKey[]>>;
export type PageGroup = keyof typeof pageGroups;

const pagesOf = (key: AccessKey): readonly AccessKey[] | null =>
  Object.hasOwn(pageGroups, key) ? pageGroups[key as PageGroup] : null;

/** Pages with the keys of their groups: a group's key opens nothing by itself, so it is held with any of its pages and never alone. */
export const withGroups = (rights: readonly AccessKey[]): AccessKey[] =>
  accessKeys.filter(key => pagesOf(key)?.some(page => rights.includes(page)) ?? rights.includes(key));
