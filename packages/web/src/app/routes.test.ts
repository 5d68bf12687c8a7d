import { accessKeys } from '@lianxian/core';
import { describe, expect, test } from 'vitest';
import { offeredPages } from '../features/staff/role-keys.ts';
import { words } from '../text/zh-CN/shell.ts';
import { type Group, groups, routeNamed, routes } from './routes.ts';
import { isOffered, mayOpen, type Visit, whereTo } from './where-to.ts';

/**
 * The menu (docs/original.md#side-menu), by hand: row of the original, or the choice where its page waits (words: A-60);
 * group, word, path, key.
 */
const menu: readonly (readonly [id: string, group: Group, word: string, path: string, key: string])[] = [
  ['O-083 O-308', 'market', '我的任务', '/my-task', 'myTask'],
  ['O-084 O-309', 'market', '通话记录', '/callLog', 'callLog'],
  ['O-085 O-310', 'market', '短信模板', '/message-tem', 'messageTem'],
  ['O-086 O-312', 'statist', '话术质量', '/planQuality', 'planQuality'],
  ['O-087 O-313', 'statist', '通话质量', '/levelStatistics', 'levelStatistics'],
  ['O-088 O-314', 'statist', '信息采集', '/collection', 'collection'],
  ['O-089 O-315', 'statist', '端口统计', '/portStat', 'portStat'],
  ['O-090 O-317', 'robot', '我的话术', '/plan', 'plan'],
  ['O-091 O-318', 'robot', '录音库', '/library', 'library'],
  ['O-092 O-319', 'robot', '公共词库', '/my-keyword', 'myKeyword'],
  ['O-093 O-320', 'robot', '语音网关', '/port', 'port'],
  ['O-094 O-321', 'robot', '网关监控', '/monitor', 'monitor'],
  ['O-095 O-323', 'CRM', '号码库', '/number', 'number'],
  ['O-096 O-324', 'CRM', '我的员工', '/my-staff', 'myStaff'],
  ['A-60', 'CRM', '人工坐席', '/agent', 'seat'],
];
const paths = menu.map(([, , , path]) => path);
const rowAt = (path: string) => routes.find(row => row.path === path)!;
const holding = (...rights: string[]): Visit => ({
  token: true,
  loginTheme: 1,
  user: { rights, btns: [], roleCode: 'employee' },
});

test.each(menu)('%s: %s › %s leads to %s and needs %s alone', (_id, group, word, path, key) => {
  const route = rowAt(path);
  expect([route.group, words.nav[route.label!], route.key]).toEqual([group, word, key]);
  expect(whereTo(route, holding(key))).toEqual({ go: 'on' });
  expect(whereTo(route, holding(...accessKeys.filter(each => each !== key)))).toEqual({ go: 'to', path: '/401' });
});

test('A-60: the groups of the menu and their entries stand in the original’s words and order', () => {
  expect(groups.slice(0, 4).map(group => words.nav[group])).toEqual(['营销中心', '数据统计', '机器人', '客户管理']);
  const ours: readonly Group[] = ['platform', 'settings'];
  const own = [
    '/platform/task/:id',
    '/platform/live',
    '/platform/lists',
    '/callLog/follow',
    '/callLog/todo',
    '/platform/decisions',
    '/platform/number-file',
    '/platform/call/:id',
    '/platform/connect-line',
    '/plan/:id',
  ];
  const rows = routes.filter(row => row.group !== null && !ours.includes(row.group) && !own.includes(row.path));
  expect(rows.map(row => row.path)).toEqual(paths);
});

test.each([
  ['O-307', 'market'],
  ['O-311', 'statist'],
  ['O-316', 'robot'],
  ['O-322', 'CRM'],
])('%s: the group key %s alone opens nothing (A-07)', (_id, key) => {
  const user = { rights: [key], btns: [], roleCode: 'employee' as const };
  expect(routes.filter(row => row.key !== null && mayOpen(row, user))).toEqual([]);
});

test('roles are offered every page that has a key, and no other', () => {
  const there = routes.filter(row => row.key !== null).map(row => row.key!);
  expect(offeredPages.toSorted()).toEqual([...new Set(there)].toSorted());
});

test('O-049, O-326: entries without a key are open to whoever is signed in', () => {
  const open = '/home /help /audio /PlanMarket /PlanMarketList /PlanMarketDetail /log/log-page /platform/security';
  for (const path of open.split(' ')) expect([path, whereTo(rowAt(path), holding())]).toEqual([path, { go: 'on' }]);
});

test('O-067: without a token every page but mpbind and those opened from outside leads to the login', () => {
  const free = ['/mpbind', '/openPlan', '/openSip', '/login', '/Login'];
  for (const row of routes.filter(each => !free.includes(each.path)))
    expect([row.path, whereTo(row, { token: false, loginTheme: 1, user: null })]).toEqual([
      row.path,
      { go: 'to', path: '/login' },
    ]);
});

describe('pages of one level of people', () => {
  const opens = (roleCode: 'admin' | 'agent' | 'company' | 'employee') =>
    routes.filter(row => row.roles && mayOpen(row, { rights: [], btns: [], roleCode })).map(row => row.path);
  test.each([
    [
      'the platform',
      'admin',
      '/configured/audit-log /platform/merchants /platform/resellers /platform/shared-lists /platform/plan-reviews /platform/branding /platform/notices /platform/articles /platform/updates /platform/rules /platform/texts',
    ],
    [
      'a reseller',
      'agent',
      '/configured/configured-page /configured/speech /configured/webhooks /configured/after-call /configured/audit-log /platform/balance /platform/merchants /platform/branding',
    ],
    [
      'a merchant',
      'company',
      '/business-info/info-page /configured/configured-page /configured/speech /configured/webhooks /configured/after-call /configured/audit-log /platform/balance',
    ],
    ['an employee', 'employee', '/configured/configured-page /configured/after-call'],
  ] as const)('%s', (_who, roleCode, there) => {
    expect(opens(roleCode)).toEqual(there.split(' ').filter(Boolean));
  });
});

test.each([
  ['the platform', 'admin', ['task:control'], 'settings auditLog'],
  ['a reseller', 'agent', [], 'settings configured speech webhooks afterCall auditLog balance'],
  ['a merchant', 'company', [], 'settings businessInfo configured speech webhooks afterCall auditLog balance'],
  ['who may stop calls', 'employee', ['task:control'], 'settings afterCall'],
  ['who may change none', 'employee', ['call_out'], ''],
] as const)('of settings %s is offered what may be changed or looked at there', (_who, roleCode, btns, names) => {
  const offered = routes.filter(row => row.group === 'settings' && isOffered(row, { rights: [], btns, roleCode }));
  expect(offered.map(row => row.name).join(' ')).toBe(names);
});

test('O-061: the rules of navigation know their seven routes by name', () => {
  const names = ['home', 'login', 'brandedLogin', 'error_401', 'openPlan', 'openSip', 'mpbind'];
  expect(names.map(name => routeNamed(name).path)).toEqual([
    '/home',
    '/login',
    '/Login',
    '/401',
    '/openPlan',
    '/openSip',
    '/mpbind',
  ]);
});
