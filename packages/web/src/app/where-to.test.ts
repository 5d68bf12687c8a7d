import { describe, expect, test } from 'vitest';
import { routeNamed, routes } from './routes.ts';
import { type Decision, type Visit, whereTo } from './where-to.ts';

const nobody: Visit = { token: false, loginTheme: 0, user: null };
const unknown: Visit = { token: true, loginTheme: 0, user: null };
const owner: Visit = {
  token: true,
  loginTheme: 0,
  user: { rights: ['callLog', 'plan'], btns: [], roleCode: 'company' },
};
const employee: Visit = { token: true, loginTheme: 1, user: { rights: ['callLog'], btns: [], roleCode: 'employee' } };
const controller: Visit = {
  token: true,
  loginTheme: 1,
  user: { rights: [], btns: ['task:control'], roleCode: 'employee' },
};
const plain = (visit: Visit, loginTheme: unknown): Visit => ({ ...visit, loginTheme });

const on: Decision = { go: 'on' };
const ask: Decision = { go: 'ask' };
const nowhere: Decision = { go: 'nowhere' };
const to = (path: string): Decision => ({ go: 'to', path });

describe('navigation rules of the original', () => {
  const table: readonly (readonly [string, string, Visit, Decision])[] = [
    ['the plain login is shown for loginTheme 1', 'login', plain(nobody, 1), on],
    ['loginTheme 1 as text is the plain login too', 'login', plain(nobody, '1'), on],
    ['the branded login goes on to the plain one for loginTheme 1', 'brandedLogin', plain(nobody, 1), to('/login')],
    ['any other value shows the branded login', 'brandedLogin', plain(nobody, 7), on],
    ['a missing loginTheme shows the branded login', 'brandedLogin', plain(nobody, undefined), on],
    ['the plain login goes on to the branded one otherwise', 'login', plain(nobody, undefined), to('/Login')],
    ['openPlan without a token is abandoned', 'openPlan', nobody, nowhere],
    ['openSip without a token is abandoned', 'openSip', nobody, nowhere],
    ['mpbind is always allowed', 'mpbind', nobody, on],
    ['mpbind with a token as well', 'mpbind', unknown, on],
    ['home without a token redirects to login', 'home', nobody, to('/Login')],
    ['home without a token redirects to the plain login', 'home', plain(nobody, 1), to('/login')],
    ['a gated page without a token redirects to login', 'plan', nobody, to('/Login')],
    ['401 without a token redirects to login', 'error_401', nobody, to('/Login')],
    ['500 without a token redirects to login', 'error_500', nobody, to('/Login')],
    ['an unknown path without a token redirects to login', 'notFound', nobody, to('/Login')],
    ['login with a token redirects to home', 'login', plain(owner, 1), to('/home')],
    ['branded login with a token redirects to home', 'brandedLogin', owner, to('/home')],
    ['the other login with a token redirects to home', 'login', owner, to('/home')],
    ['a page with a token asks who it is', 'home', unknown, ask],
    ['openPlan with a token asks who it is', 'openPlan', unknown, ask],
    ['an entry without a key is open', 'home', employee, on],
    ['a page whose key the user holds is allowed', 'plan', owner, on],
    ['a page whose key the user lacks goes to 401', 'plan', employee, to('/401')],
    ['a call record needs the key of the call log', 'callRecord', employee, on],
    ['merchant info is the owner’s', 'businessInfo', owner, on],
    ['merchant info is refused to an employee', 'businessInfo', employee, to('/401')],
    ['settings are refused to whom nothing in them is offered', 'settings', employee, to('/401')],
    ['settings are open to who may set one of them', 'settings', controller, on],
    ['settings are the owner’s', 'settings', owner, on],
    ['401 itself is open to who is signed in', 'error_401', employee, on],
  ];
  test.each(table)('%s', (_says, name, visit, decision) => {
    expect(whereTo(routeNamed(name), visit)).toEqual(decision);
  });
});

describe('the route table', () => {
  test('holds every route of the original once', () => {
    const paths = [
      '/mpbind /login /Login /openPlan /openSip /home /my-task /callLog /message-tem /planQuality /levelStatistics',
      '/collection /portStat /plan /library /my-keyword /port /monitor /number /my-staff /agent /help',
      '/configured/configured-page /audio /log/log-page /business-info/info-page /PlanMarket /PlanMarketList',
      '/PlanMarketDetail /401 /500 *',
    ].flatMap(line => line.split(' '));
    for (const path of paths) expect(routes.filter(route => route.path === path)).toHaveLength(1);
  });

  test('names the access key of each gated page', () => {
    const keys = Object.fromEntries(routes.filter(route => route.key).map(route => [route.path, route.key]));
    expect(keys).toEqual({
      '/my-task': 'myTask',
      '/platform/task/:id': 'myTask',
      '/platform/live': 'myTask',
      '/platform/lists': 'myTask',
      '/platform/decisions': 'myTask',
      '/platform/number-file': 'callLog',
      '/platform/connect-line': 'port',
      '/callLog': 'callLog',
      '/callLog/todo': 'callLog',
      '/callLog/follow': 'callLog',
      '/platform/call/:id': 'callLog',
      '/message-tem': 'messageTem',
      '/planQuality': 'planQuality',
      '/levelStatistics': 'levelStatistics',
      '/collection': 'collection',
      '/portStat': 'portStat',
      '/plan': 'plan',
      '/plan/:id': 'plan',
      '/library': 'library',
      '/my-keyword': 'myKeyword',
      '/port': 'port',
      '/monitor': 'monitor',
      '/number': 'number',
      '/my-staff': 'myStaff',
      '/agent': 'seat',
    });
  });
});
