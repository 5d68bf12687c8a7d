import type { AccessKey, Button, RoleCode } from '@lianxian/core';
import type { words } from '../text/zh-CN/shell.ts';

/**
 * Every route of the product (docs/pages.md#routes), with the key that opens it. `page` names the chunk that shows it. Order
 * of rows is order of the menu.
 */
export interface RouteRow {
  readonly name: string;
  readonly path: string;
  readonly key: AccessKey | null;
  readonly group: Group | null;
  /** Its word in the menu and the breadcrumb; null: it has none. */
  readonly label: Label | null;
  readonly frame: 'shell' | 'bare';
  readonly page: PageName;
  /** Pages of settings that one may read and not change are not offered to who lacks both: one of these levels, and the button where there is one. */
  readonly edits?: { readonly roles: readonly RoleCode[]; readonly button?: Button };
  /** For these levels of people alone; left out: for all (A-06: the merchant's own page is its owner's). */
  readonly roles?: readonly RoleCode[];
}

/** The original's four, and the platform's and resellers' own. */
export const groups = ['market', 'statist', 'robot', 'CRM', 'platform'] as const;
/** Settings stand below them, as one entry that leads to all. */
export type Group = (typeof groups)[number] | 'settings';
export type Label = keyof (typeof words)['nav'];
export type PageName =
  | 'login'
  | 'home'
  | 'tasks'
  | 'taskBoard'
  | 'live'
  | 'callLog'
  | 'callRecord'
  | 'followUp'
  | 'todos'
  | 'decisions'
  | 'numberFile'
  | 'number'
  | 'port'
  | 'monitor'
  | 'connectLine'
  | 'security'
  | 'mpbind'
  | 'settings'
  | 'configured'
  | 'speech'
  | 'webhooks'
  | 'afterCall'
  | 'audit'
  | 'seats'
  | 'staff'
  | 'help'
  | 'updates'
  | 'branding'
  | 'notices'
  | 'articles'
  | 'platformRules'
  | 'entries'
  | 'texts'
  | 'merchants'
  | 'resellers'
  | 'sms'
  | 'lists'
  | 'sharedLists'
  | 'balance'
  | 'businessInfo'
  | 'notFound'
  | 'unauthorized'
  | 'serverError'
  | 'plans'
  | 'library'
  | 'audio'
  | 'keywords'
  | 'planEditor'
  | 'planQuality'
  | 'levelStatistics'
  | 'collection'
  | 'portStat'
  | 'openPlan'
  | 'openSip'
  | 'planMarket'
  | 'planMarketList'
  | 'planMarketDetail'
  | 'planReviews';

/** A page with a name of its own: in the menu where it has an icon, and in the breadcrumb. */
const entry = (name: Label, path: string, key: AccessKey | null, group: Group | null, page: PageName): RouteRow => ({
  ...shell(name, path, page),
  key,
  group,
  label: name,
});
/** A page inside the frame that everybody signed in may open. */
const shell = (name: string, path: string, page: PageName): RouteRow => ({
  name,
  path,
  key: null,
  group: null,
  label: null,
  frame: 'shell',
  page,
});
/** A page with no frame around it. */
const bare = (name: string, path: string, page: PageName): RouteRow => ({
  ...shell(name, path, page),
  frame: 'bare',
});

/** What is set once and looked at now and then; found by the entry of settings. */
const ofSettings = (name: Label, path: string, roles: readonly RoleCode[], page: PageName): RouteRow => ({
  ...entry(name, path, null, 'settings', page),
  roles,
});
/** A page on which the platform and resellers look after those below them. */
const ofPlatform = (name: Label, path: string, roles: readonly RoleCode[], page: PageName): RouteRow => ({
  ...entry(name, path, null, 'platform', page),
  roles,
});

export const routes: readonly RouteRow[] = [
  entry('home', '/home', null, null, 'home'),
  entry('my-task', '/my-task', 'myTask', 'market', 'tasks'),
  { ...entry('my-task', '/platform/task/:id', 'myTask', 'market', 'taskBoard'), name: 'taskBoard' },
  entry('live', '/platform/live', 'myTask', 'market', 'live'),
  entry('lists', '/platform/lists', 'myTask', 'market', 'lists'),
  entry('callLog', '/callLog', 'callLog', 'market', 'callLog'),
  entry('followUp', '/callLog/follow', 'callLog', 'market', 'followUp'),
  entry('todo', '/callLog/todo', 'callLog', 'market', 'todos'),
  entry('callRecord', '/platform/call/:id', 'callLog', 'market', 'callRecord'),
  entry('decisions', '/platform/decisions', 'myTask', 'market', 'decisions'),
  entry('numberFile', '/platform/number-file', 'callLog', 'market', 'numberFile'),
  entry('message-tem', '/message-tem', 'messageTem', 'market', 'sms'),
  entry('planQuality', '/planQuality', 'planQuality', 'statist', 'planQuality'),
  entry('levelStatistics', '/levelStatistics', 'levelStatistics', 'statist', 'levelStatistics'),
  entry('collection', '/collection', 'collection', 'statist', 'collection'),
  entry('portStat', '/portStat', 'portStat', 'statist', 'portStat'),
  entry('plan', '/plan', 'plan', 'robot', 'plans'),
  { ...entry('plan', '/plan/:id', 'plan', 'robot', 'planEditor'), name: 'planEditor' },
  entry('library', '/library', 'library', 'robot', 'library'),
  entry('my-keyword', '/my-keyword', 'myKeyword', 'robot', 'keywords'),
  entry('port', '/port', 'port', 'robot', 'port'),
  entry('connectLine', '/platform/connect-line', 'port', 'robot', 'connectLine'),
  entry('monitor', '/monitor', 'monitor', 'robot', 'monitor'),
  entry('number', '/number', 'number', 'CRM', 'number'),
  entry('my-staff', '/my-staff', 'myStaff', 'CRM', 'staff'),
  entry('agent', '/agent', 'seat', 'CRM', 'seats'),
  entry('planMarket', '/PlanMarket', null, null, 'planMarket'),
  { ...entry('planMarket', '/PlanMarketList', null, null, 'planMarketList'), name: 'planMarketList' },
  { ...entry('planMarket', '/PlanMarketDetail', null, null, 'planMarketDetail'), name: 'planMarketDetail' },
  entry('audio', '/audio', null, null, 'audio'),
  entry('help', '/help', null, null, 'help'),
  entry('log', '/log/log-page', null, null, 'updates'),
  entry('settings', '/platform/settings', null, 'settings', 'settings'),
  ofSettings('businessInfo', '/business-info/info-page', ['company'], 'businessInfo'),
  {
    ...ofSettings('configured', '/configured/configured-page', ['agent', 'company', 'employee'], 'configured'),
    edits: { roles: ['agent', 'company'] },
  },
  ofSettings('speech', '/configured/speech', ['agent', 'company'], 'speech'),
  ofSettings('webhooks', '/configured/webhooks', ['agent', 'company'], 'webhooks'),
  {
    ...ofSettings('afterCall', '/configured/after-call', ['agent', 'company', 'employee'], 'afterCall'),
    edits: { roles: ['agent', 'company'], button: 'task:control' },
  },
  ofSettings('auditLog', '/configured/audit-log', ['admin', 'agent', 'company'], 'audit'),
  entry('security', '/platform/security', null, null, 'security'),
  ofSettings('balance', '/platform/balance', ['agent', 'company'], 'balance'),
  ofPlatform('merchants', '/platform/merchants', ['admin', 'agent'], 'merchants'),
  ofPlatform('resellers', '/platform/resellers', ['admin'], 'resellers'),
  ofPlatform('sharedLists', '/platform/shared-lists', ['admin'], 'sharedLists'),
  ofPlatform('planReviews', '/platform/plan-reviews', ['admin'], 'planReviews'),
  ofPlatform('branding', '/platform/branding', ['admin', 'agent'], 'branding'),
  ofPlatform('notices', '/platform/notices', ['admin'], 'notices'),
  ofPlatform('articles', '/platform/articles', ['admin'], 'articles'),
  ofPlatform('updates', '/platform/updates', ['admin'], 'entries'),
  ofPlatform('rules', '/platform/rules', ['admin'], 'platformRules'),
  ofPlatform('texts', '/platform/texts', ['admin'], 'texts'),
  bare('login', '/login', 'login'),
  bare('brandedLogin', '/Login', 'login'),
  bare('mpbind', '/mpbind', 'mpbind'),
  bare('openPlan', '/openPlan', 'openPlan'),
  bare('openSip', '/openSip', 'openSip'),
  shell('error_401', '/401', 'unauthorized'),
  shell('error_500', '/500', 'serverError'),
  shell('notFound', '*', 'notFound'),
];

export const routeNamed = (name: string): RouteRow => {
  const row = routes.find(route => route.name === name);
  if (!row) throw new Error(`no route is named ${name}`);
  return row;
};
