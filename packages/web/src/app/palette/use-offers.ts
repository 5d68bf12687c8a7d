import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCurrentUser } from '../../session/current-user.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { enter, showTab, useTabs } from '../panes/use-tabs.ts';
import { useTitleOf } from '../place.ts';
import { routeNamed, routes } from '../routes.ts';
import { placeOf } from '../settings/find.ts';
import { useSettings } from '../settings/use-settings.ts';
import { pagesByLetter } from '../shortcuts.ts';
import { isOffered, mayOpen } from '../where-to.ts';
import { fitting, type Offer } from './offers.ts';
import { noteRecent, recentOf } from './recent.ts';
import { useActionOffers } from './use-actions.ts';
import { places, useCallOffers, useNamedOffers } from './use-found.ts';

const afterTypingMs = 200;

/** Pages of the menu one may open; what needs an id in its address is found by its name instead. */
const usePageOffers = (): readonly Offer[] => {
  const { t } = useTranslation(['console', 'palette']);
  const user = useCurrentUser();
  const also: Readonly<Record<string, string>> = t($ => $.also, { ns: 'palette', returnObjects: true });
  const letters = new Map(pagesByLetter().map(([letter, row]) => [row.name, letter]));
  return routes
    .filter(row => row.frame === 'shell' && row.page && row.label && !row.path.includes(':'))
    .filter(row => user && isOffered(row, user))
    .map(row => {
      const letter = letters.get(row.name);
      return {
        key: `page ${row.path}`,
        kind: 'pages' as const,
        label: t($ => $.nav[row.label!]),
        hint: row.group && row.group !== row.label ? t($ => $.nav[row.group!]) : '',
        also: `${row.path} ${also[row.label!] ?? ''}`,
        ...(letter && { keys: ['g', letter] }),
        href: row.path,
        go: () => enter(row.path),
      };
    });
};

const useTabOffers = (): readonly Offer[] => {
  const { list, active } = useTabs();
  const titleOf = useTitleOf();
  return list
    .filter(tab => tab.id !== active)
    .map(tab => ({
      key: `tab ${tab.id}`,
      kind: 'tabs' as const,
      label: titleOf(tab),
      hint: '',
      also: tab.id,
      go: () => showTab(tab),
    }));
};

const useSettingOffers = (): readonly Offer[] => {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  // Those that are a page of their own are among the pages.
  return useSettings()
    .filter(setting => setting.part)
    .map(setting => ({
      key: `setting ${setting.key}`,
      kind: 'settings' as const,
      label: setting.title,
      hint: t($ => $.nav.settings),
      also: `${setting.hint} ${setting.also}`,
      href: placeOf(setting),
      go: () => void navigate(placeOf(setting)),
    }));
};

/** What was gone to lately, of what is still there for whoever it is. */
const useRecentOffers = (who: string, known: readonly Offer[]): readonly Offer[] => {
  const user = useCurrentUser();
  const navigate = useNavigate();
  return recentOf(who).flatMap(({ key, kind, label, hint, href }): readonly Offer[] => {
    const offer = known.find(each => each.key === key);
    if (offer) return [{ ...offer, kind: 'recent' }];
    const place = Object.values(places).find(each => each.kind === kind);
    if (!user || !href || !place || !mayOpen(routeNamed(place.route), user)) return [];
    return [{ key, kind: 'recent', label, hint, also: '', href, go: () => void navigate(href) }];
  });
};

const groups: readonly Offer['kind'][] = ['tasks', 'plans', 'people', 'accounts'];

/**
 * All that fits what was typed: open tabs, pages and settings first, what the server knows after them, actions last.
 * Before anything is typed what was gone to lately stands on top. `note` remembers what was gone to.
 */
export const useOffers = (typed: string) => {
  const user = useCurrentUser();
  const who = user ? `${user.merchantName}/${user.account}` : '';
  const settled = useSettled(typed, afterTypingMs);
  const [tabs, pages, settings, actions] = [useTabOffers(), usePageOffers(), useSettingOffers(), useActionOffers()];
  const recent = useRecentOffers(who, [...pages, ...settings, ...actions]);
  const lately = recent.map(({ key }) => key);
  const [named, calls] = [useNamedOffers(settled), useCallOffers(settled)];
  const fit = (offers: readonly Offer[]) => fitting(typed, offers, lately);
  const ofKind = (kind: Offer['kind']) => named.offers.filter(offer => offer.kind === kind);
  const isEmpty = typed.trim() === '';
  const rest = (offers: readonly Offer[]) => offers.filter(({ key }) => !isEmpty || !lately.includes(key));
  const offers: readonly Offer[] = [
    ...(isEmpty ? recent : []),
    ...fit(tabs),
    ...rest(fit(pages)),
    // Many, and each has its page: they come when something is typed.
    ...(isEmpty ? [] : fit(settings)),
    ...groups.flatMap(ofKind),
    ...calls.offers,
    ...ofKind('articles'),
    ...rest(fit(actions)),
  ];
  return { offers, failed: named.isError || calls.isError, note: (offer: Offer) => noteRecent(who, offer) };
};
