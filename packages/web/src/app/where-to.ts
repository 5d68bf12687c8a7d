import type { RoleCode } from '@lianxian/core';
import { type RouteRow, routeNamed, routes } from './routes.ts';

/**
 * The navigation rules (docs/pages.md#who-may-go-where), in their order, as one pure function. It decides; the router acts. `ask`
 * means that the answer depends on who is signed in: fetch the user and decide again.
 */
export interface Visit {
  readonly token: boolean;
  /** As sent by the server: a number, text, or missing. */
  readonly loginTheme: unknown;
  /** null: not fetched yet. */
  readonly user: {
    readonly rights: readonly string[];
    readonly btns: readonly string[];
    readonly roleCode: RoleCode;
  } | null;
}

export type Decision =
  | { readonly go: 'on' }
  | { readonly go: 'to'; readonly path: string }
  | { readonly go: 'nowhere' }
  | { readonly go: 'ask' };

const on: Decision = { go: 'on' };
const to = (name: string): Decision => ({ go: 'to', path: routeNamed(name).path });

/** 1 is the plain login; any other value, a missing one too, the branded one. */
const loginFor = (loginTheme: unknown) => (Number(loginTheme) === 1 ? 'login' : 'brandedLogin');

export const whereTo = (route: RouteRow, visit: Visit): Decision => {
  const isLogin = route.name === 'login' || route.name === 'brandedLogin';
  const login = loginFor(visit.loginTheme);
  if (isLogin && route.name !== login && !visit.token) return to(login);
  if ((route.name === 'openPlan' || route.name === 'openSip') && !visit.token) return { go: 'nowhere' };
  if (route.name === 'mpbind') return on;
  if (!visit.token) return isLogin ? on : to(login);
  if (isLogin) return to('home');
  if (visit.user === null) return { go: 'ask' };
  return mayOpen(route, visit.user) ? on : to('error_401');
};

/** What menus and searches offer: what may be opened, and of settings what may be changed; where nothing may be, none. */
export const isOffered = (route: RouteRow, user: Visitor): boolean => {
  const { edits } = route;
  const mayEdit =
    !edits || edits.roles.includes(user.roleCode) || (edits.button !== undefined && user.btns.includes(edits.button));
  return mayOpen(route, user) && mayEdit;
};

type Visitor = NonNullable<Visit['user']>;
const settingsPages = routes.filter(row => row.group === 'settings' && row.name !== 'settings');

/** A route needs its own key only; an entry without a key is open, and the one to all settings where there is one. */
export const mayOpen = (route: RouteRow, user: Visitor): boolean =>
  (route.name !== 'settings' || settingsPages.some(row => isOffered(row, user))) &&
  (route.key === null || user.rights.includes(route.key)) &&
  (route.roles === undefined || route.roles.includes(user.roleCode));
