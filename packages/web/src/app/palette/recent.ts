import { accountNow } from '../../session/current-user.ts';
import { type Tab, type Tabs, tabOf } from '../panes/tabs.ts';
import { useTabs } from '../panes/use-tabs.ts';
import { routeNamed } from '../routes.ts';
import { type Offer, type OfferKind, placeOf } from './offer.ts';

/**
 * Where somebody was and what he did from the palette, the last first; an account's own, in this browser. Calls are not
 * kept: a phone stays in no browser.
 */
type Recent = Pick<Offer, 'key' | 'kind' | 'label' | 'hint' | 'href'>;

const mostKept = 8;
const keyOf = (who: string) => `lx.recent.${who}`;
const unkept: readonly OfferKind[] = ['calls', 'tabs'];

const isRecent = (each: unknown): each is Recent => {
  const { key, kind, label, hint, href } = (each ?? {}) as Partial<Recent>;
  return (
    [key, kind, label, hint].every(text => typeof text === 'string') &&
    (href === undefined || (typeof href === 'string' && /^\/(?!\/)/.test(href)))
  );
};

export const recentNow = (): readonly Recent[] => {
  try {
    const there: unknown = JSON.parse(localStorage.getItem(keyOf(accountNow())) ?? '[]');
    return Array.isArray(there) ? there.filter(isRecent).slice(0, mostKept) : [];
  } catch {
    return [];
  }
};

export const noteRecent = ({ key, kind, label, hint, href }: Recent): void => {
  if (unkept.includes(kind)) return;
  const now = { key, kind, label, hint, href };
  const before = recentNow();
  // One that is gone to again keeps the group it was found in, and what is said beside it.
  const known = before.find(each => placeOf(each) === placeOf(now));
  const list = [{ ...now, ...known, label }, ...before.filter(each => each !== known)];
  try {
    localStorage.setItem(keyOf(accountNow()), JSON.stringify(list.slice(0, mostKept)));
  } catch {
    // Full or forbidden: nothing is remembered.
  }
};

/** Pages with an id in their address that are kept, under the name they call themselves. */
const named: Readonly<Record<string, OfferKind>> = { taskBoard: 'tasks', planEditor: 'plans' };

const visitOf = ({ id, row, title, passing }: Tab): Recent | null => {
  const kind = named[row] ?? (routeNamed(row).path === id ? 'pages' : null);
  if (passing || kind === null || (kind !== 'pages' && title === null)) return null;
  return { key: `at ${id}`, kind, label: title ?? '', hint: '', href: id };
};

const frontOf = (tabs: Tabs): Tab | undefined => tabOf(tabs, tabs.active);
const noteVisit = (tab: Tab | undefined): void => {
  const visit = tab && visitOf(tab);
  if (visit) noteRecent(visit);
};

/** Notes what is in front and comes there, however one went, as soon as it has its name; the answer stops. */
export const watchVisits = (): (() => void) => {
  noteVisit(frontOf(useTabs.getState()));
  return useTabs.subscribe((tabs, before) => {
    const [tab, last] = [frontOf(tabs), frontOf(before)];
    if (tab?.id !== last?.id || tab?.title !== last?.title) noteVisit(tab);
  });
};
