import { matchPath } from 'react-router';
import { create } from 'zustand';
import { readToken } from '../../api/token.ts';
import { noteSeen } from '../../session/client-version.ts';
import { accountNow, currentUser, forgetCurrentUser } from '../../session/current-user.ts';
import { isUnsaved, keepPanes, leave, type Unsaved } from '../../ui/unsaved/unsaved.ts';
import { type RouteRow, routes } from '../routes.ts';
import { mayOpen } from '../where-to.ts';
import * as rules from './tabs.ts';
import { keepTabs, keptTabs } from './tabs-kept.ts';

/** What the tabs need of the router. */
interface Goer {
  readonly go: (href: string, state: unknown) => Promise<void>;
  /** Asks once more whether the page in front may be open. */
  readonly checkAgain: () => Promise<void>;
}

/** The open tabs of the signed-in person, kept over a reload. */
export const useTabs = create<rules.Tabs>(() => rules.noTabs);

let goer: Goer = { go: () => Promise.resolve(), checkAgain: () => Promise.resolve() };
let owner = '';
let onDropped = (): void => undefined;

/** May be opened by who is signed in, and is a page of its own. */
const mayShow = (row: RouteRow): boolean => {
  const user = currentUser();
  return user !== null && row.frame === 'shell' && !isPassing(row) && mayOpen(row, user);
};
const isPassing = (row: RouteRow) => row.name === 'notFound' || row.name.startsWith('error_');

const rowOf = (pathname: string): string | null => {
  const row = routes.find(each => matchPath({ path: each.path, caseSensitive: true }, pathname) !== null);
  return row && mayShow(row) ? row.name : null;
};

const put = (next: rules.Tabs) => {
  useTabs.setState(next, true);
  keepPanes(new Set(next.list.map(({ id }) => id)));
  if (owner) keepTabs(owner, next.list);
};
const now = () => useTabs.getState();

/** A tab is closed because there are too many; the shell says so. */
export const whenDropped = (listener: () => void): (() => void) => {
  onDropped = listener;
  return () => {
    onDropped = () => undefined;
  };
};

export const followWith = (next: Goer): void => {
  goer = next;
};

const isUnsavedAt = (id: string): boolean => isUnsaved(({ pane }) => pane === id);

/** The router went to a page of the frame. Whoever signed in anew finds the tabs of that account. */
export const visited = (place: rules.Place, row: RouteRow, state: unknown, replaced: boolean): void => {
  if (accountNow() !== owner) {
    owner = accountNow();
    useTabs.setState({ list: keptTabs(owner, rowOf), active: null }, true);
  }
  if (row.name === 'log') noteSeen(currentUser()?.clientVersion ?? 0);
  const before = now();
  put(rules.visit(before, { place, row: row.name, state, passing: isPassing(row), replaced, isUnsaved: isUnsavedAt }));
  if (before.list.length === rules.most && now().list.length === rules.most && !rules.tabOf(before, place.pathname))
    onDropped();
};

/** The frame was left: its panes are gone, and who was signed in where the token is. */
export const leftFrame = (): void => {
  owner = '';
  if (readToken() === null) forgetCurrentUser();
  put(rules.noTabs);
};

const goTo = (tab: rules.Tab): Promise<void> => goer.go(rules.hrefOf(tab.place), tab.state);

/** Brings a tab to the front, as one left it. */
export const showTab = (tab: rules.Tab): void => void goTo(tab);

/** An entry of the menu: its open tab from its top, or the page anew when it is in front already. */
export const enter = (path: string): void => {
  const open = rules.tabOf(now(), path);
  if (open) put(rules.toTop(now(), path));
  void (open && path !== now().active ? goTo(open) : goer.go(path, null));
};

/** Closes all that `gone` names; where the one in front is among them, what is left beside it comes first. */
const close = async (gone: (tab: rules.Tab) => boolean): Promise<void> => {
  const tabs = now();
  const front = rules.tabOf(tabs, tabs.active);
  if (front && front.id !== rules.homePath && gone(front)) {
    const left = rules.without({ ...tabs, list: tabs.list.filter(tab => tab === front || !gone(tab)) }, () => false);
    await goTo(rules.neighbour(left, front.id));
  }
  put(rules.without(now(), tab => gone(tab) && tab.id !== now().active));
};

/** One who stays because of what is not saved sees it. */
const showFirst = (left: readonly Unsaved[]) => {
  const tab = left.some(({ pane }) => pane === now().active) ? undefined : rules.tabOf(now(), left[0]?.pane ?? null);
  if (tab) showTab(tab);
};
/** After what is not saved there was asked about. */
const closeThose = (gone: (tab: rules.Tab) => boolean): void => {
  const ids = new Set(
    now()
      .list.filter(tab => tab.id !== rules.homePath && gone(tab))
      .map(({ id }) => id),
  );
  leave(
    ({ pane }) => ids.has(pane),
    () => void close(tab => ids.has(tab.id)),
    showFirst,
  );
};

export const closeTab = (id: string): void => closeThose(tab => tab.id === id);
export const closeOthers = (): void => {
  const { active } = now();
  closeThose(tab => tab.id !== active);
};
export const closeAll = (): void => closeThose(() => true);
/** Rights have changed: the page in front is asked about again, and tabs that may not be opened any more close. */
export const checkAgain = async (): Promise<void> => {
  await goer.checkAgain();
  put(rules.without(now(), tab => !tab.passing && rowOf(tab.id) === null));
};

export const showBeside = (by: 1 | -1): void => showTab(rules.beside(now(), by));
export const nameTab = (id: string, title: string | null): void => put(rules.name(now(), id, title));

/**
 * A page that is not in front wants to go somewhere: within its own address it does so unseen, elsewhere it stays, for
 * nobody asked for that page now.
 */
export const moveUnseen = (place: rules.Place, id: string, state: unknown): void => {
  if (place.pathname === id) put(rules.moveHidden(now(), place, state));
};
