import type { AccessKey, RoleCode } from '@lianxian/core';

/**
 * Every route of the product (product.md §7), with the key that opens it. `page` names the chunk that shows it; null is
 * a module that does not exist yet: it answers 404 and is not in the menu. Order of rows is order of the menu.
 */
export interface RouteRow {
  readonly name: string;
  readonly path: string;
  readonly key: AccessKey | null;
  readonly group: Group | null;
  readonly frame: 'shell' | 'bare';
  readonly page: PageName | null;
  /** the merchant's owner alone. */
  readonly onlyRole?: RoleCode;
}

export const groups = ['market', 'statist', 'robot', 'CRM'] as const;
export type Group = (typeof groups)[number];
export type PageName = 'login' | 'home' | 'callRecord' | 'unauthorized' | 'serverError';

const shell = (
  name: string,
  path: string,
  key: AccessKey | null,
  group: Group | null,
  page: PageName | null = null,
): RouteRow => ({ name, path, key, group, frame: 'shell', page });
const bare = (name: string, path: string, page: PageName | null = null): RouteRow => ({
  name,
  path,
  key: null,
  group: null,
  frame: 'bare',
  page,
});

export const routes: readonly RouteRow[] = [
  shell('home', '/home', null, null, 'home'),
  shell('my-task', '/my-task', 'myTask', 'market'),
  shell('callLog', '/callLog', 'callLog', 'market'),
  shell('callRecord', '/platform/call/:id', 'callLog', null, 'callRecord'),
  shell('message-tem', '/message-tem', 'messageTem', 'market'),
  shell('planQuality', '/planQuality', 'planQuality', 'statist'),
  shell('levelStatistics', '/levelStatistics', 'levelStatistics', 'statist'),
  shell('collection', '/collection', 'collection', 'statist'),
  shell('portStat', '/portStat', 'portStat', 'statist'),
  shell('plan', '/plan', 'plan', 'robot'),
  shell('library', '/library', 'library', 'robot'),
  shell('my-keyword', '/my-keyword', 'myKeyword', 'robot'),
  shell('port', '/port', 'port', 'robot'),
  shell('monitor', '/monitor', 'monitor', 'robot'),
  shell('number', '/number', 'number', 'CRM'),
  shell('my-staff', '/my-staff', 'myStaff', 'CRM'),
  shell('agent', '/agent', 'seat', 'CRM'),
  shell('planMarket', '/PlanMarket', null, null),
  shell('planMarketList', '/PlanMarketList', null, null),
  shell('planMarketDetail', '/PlanMarketDetail', null, null),
  shell('audio', '/audio', null, null),
  shell('help', '/help', null, null),
  shell('log', '/log/log-page', null, null),
  { ...shell('businessInfo', '/business-info/info-page', null, null), onlyRole: 'company' },
  shell('configured', '/configured/configured-page', null, null),
  bare('login', '/login', 'login'),
  bare('brandedLogin', '/Login', 'login'),
  bare('mpbind', '/mpbind'),
  bare('openPlan', '/openPlan'),
  bare('openSip', '/openSip'),
  shell('error_401', '/401', null, null, 'unauthorized'),
  shell('error_500', '/500', null, null, 'serverError'),
  shell('notFound', '*', null, null),
];

export const routeNamed = (name: string): RouteRow => {
  const row = routes.find(route => route.name === name);
  if (!row) throw new Error(`no route is named ${name}`);
  return row;
};
