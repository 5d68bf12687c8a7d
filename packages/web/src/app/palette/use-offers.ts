import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { CurrentUser } from '../../session/current-user.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { enter, showTab, useTabs } from '../panes/use-tabs.ts';
import { groupOf, useTitleOf } from '../place.ts';
import { routeNamed, routes } from '../routes.ts';
import { placeOf as hrefOf } from '../settings/find.ts';
import { useSettings } from '../settings/use-settings.ts';
import { pagesByLetter } from '../shortcuts.ts';
import { isOffered, mayOpen } from '../where-to.ts';
import { type Offer, placeOf } from './offer.ts';
import { fitting, once } from './offers.ts';
import { noteRecent, recentNow } from './recent.ts';
import { useActionOffers } from './use-actions.ts';
import { places, useCallOffers, useNamedOffers } from './use-found.ts';

const afterTypingMs = 200;

/** Places within a page that are sought by a name of their own. */
const parts = [
  { name: 'blacklist', route: 'lists', href: '/platform/lists?tab=blacklist' },
  { name: 'whitelist', route: 'lists', href: '/platform/lists?tab=whitelist' },
  { name: 'consent', route: 'lists', href: '/platform/lists?tab=consent' },
  { name: 'roles', route: 'my-staff', href: '/my-staff?tab=roles' },
  { name: 'positions', route: 'my-staff', href: '/my-staff?tab=positions' },
] as const;

/** Pages one may open, each by its own word, and what is within them; what needs an id in its address is found by its name instead. */
const usePageOffers = (user: CurrentUser): readonly Offer[] => {
  const { t } = useTranslation(['shell', 'palette']);
  const navigate = useNavigate();
  const also: Readonly<Record<string, string>> = t($ => $.also, { ns: 'palette', returnObjects: true });
  const letters = new Map(pagesByLetter().map(([letter, row]) => [row.name, letter]));
  const pages = routes
    .filter(row => row.frame === 'shell' && row.label === row.name && !row.path.includes(':'))
    .filter(row => isOffered(row, user))
    .map(row => {
      const [letter, group] = [letters.get(row.name), groupOf(row)];
      return {
        key: `page ${row.path}`,
        kind: 'pages' as const,
        label: t($ => $.nav[row.label!]),
        hint: group ? t($ => $.nav[group]) : '',
        also: `${row.path} ${also[row.label!] ?? ''}`,
        ...(letter && { keys: ['g', letter] }),
        href: row.path,
        go: () => enter(row.path),
      };
    });
  const within = parts
    .filter(({ route }) => isOffered(routeNamed(route), user))
    .map(({ name, route, href }) => ({
      key: `page ${href}`,
      kind: 'pages' as const,
      label: t($ => $.parts[name], { ns: 'palette' }),
      hint: t($ => $.nav[route]),
      also: also[name] ?? '',
      href,
      go: () => void navigate(href),
    }));
  return [...pages, ...within];
};

/** The pages that are open beside the one in front, with what is known of them. */
const useTabOffers = (pages: readonly Offer[]): readonly Offer[] => {
  const { list, active } = useTabs();
  const titleOf = useTitleOf();
  return list
    .filter(tab => tab.id !== active)
    .map(tab => ({
      ...{ key: `tab ${tab.id}`, label: titleOf(tab), hint: '', also: tab.id, href: tab.id },
      ...pages.find(({ href }) => href === tab.id),
      kind: 'tabs' as const,
      go: () => showTab(tab),
    }));
};

const useSettingOffers = (): readonly Offer[] => {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  // Those that are a page of their own are among the pages.
  return useSettings()
    .filter(setting => setting.part)
    .map(setting => ({
      key: `setting ${setting.key}`,
      kind: 'settings' as const,
      label: setting.title,
      hint: t($ => $.nav.settings),
      also: `${setting.also} ${setting.hint}`,
      href: hrefOf(setting),
      go: () => void navigate(hrefOf(setting)),
    }));
};

/** Where one was lately and what one did, of what is still there for whoever it is; not where one is. */
const useRecentOffers = (user: CurrentUser, known: readonly Offer[]): readonly Offer[] => {
  const navigate = useNavigate();
  const here = useTabs(({ active }) => active);
  return recentNow().flatMap((recent): readonly Offer[] => {
    const { kind, href } = recent;
    if (href === here) return [];
    const offer = known.find(each => placeOf(each) === placeOf(recent));
    if (offer) return [{ ...offer, kind: 'recent' }];
    const place = Object.values(places).find(each => each.kind === kind);
    if (!href || !place || !mayOpen(routeNamed(place.route), user)) return [];
    return [{ ...recent, kind: 'recent', also: '', go: () => void navigate(href) }];
  });
};

const groups: readonly Offer['kind'][] = ['tasks', 'customers', 'plans', 'people', 'accounts'];

/**
 * Before anything is typed: where one was lately, then the other open pages, pages and actions. Of what was typed: open
 * pages, pages and settings first, what the server knows after them, actions last. A place has one row.
 */
export const useOffers = (typed: string, user: CurrentUser) => {
  const settled = useSettled(typed, afterTypingMs);
  const pages = usePageOffers(user);
  const [tabs, settings, actions] = [useTabOffers(pages), useSettingOffers(), useActionOffers(user)];
  const recent = useRecentOffers(user, [...tabs, ...pages, ...settings, ...actions]);
  const lately = recent.map(placeOf);
  const [named, calls] = [useNamedOffers(settled), useCallOffers(settled)];
  const fit = (offers: readonly Offer[]) => fitting(typed, offers, lately);
  const open = tabs.map(placeOf);
  const closed = pages.filter(page => !open.includes(placeOf(page)));
  const ofKind = (kind: Offer['kind']) => named.offers.filter(offer => offer.kind === kind);
  // Settings are many, and each has its page: they come when something is typed.
  const offers =
    typed.trim() === ''
      ? [...recent, ...tabs, ...closed, ...actions]
      : [
          ...[tabs, closed, settings].flatMap(fit),
          ...groups.flatMap(ofKind),
          ...calls.offers,
          ...ofKind('articles'),
          ...fit(actions),
        ];
  return { offers: once(offers), failed: named.isError || calls.isError, note: noteRecent };
};
