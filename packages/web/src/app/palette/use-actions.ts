import type { Button } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCurrentUser } from '../../session/current-user.ts';
import { keys } from '../../ui/keys.ts';
import { appearance, type Choice, typeSizes } from '../../ui/theme/appearance.ts';
import { openKeys } from '../overlay.ts';
import { homePath } from '../panes/tabs.ts';
import { closeAll, closeOthers } from '../panes/use-tabs.ts';
import { leave } from '../preview.ts';
import { routeNamed } from '../routes.ts';
import { isOffered } from '../where-to.ts';
import type { Offer } from './offers.ts';

const looks: readonly Choice[] = ['auto', 'light', 'dark'];

const act = (key: string, label: string, go: () => void, rest: Partial<Offer> = {}): Offer => ({
  ...{ key: `act ${key}`, kind: 'actions', label, hint: '', also: key, go },
  ...rest,
});

/** What begins on a page with a form: the page, and the button that makes one, if it has a right of its own. */
const beginnings = [
  { key: 'new task', word: 'task', route: 'my-task', button: 'task:create', href: '/my-task?edit=new' },
  { key: 'test call', word: 'call', route: 'callLog', button: 'call_out', href: `${homePath}?call=new` },
  { key: 'new plan', word: 'plan', route: 'plan', button: 'plan:edit', href: '/plan?new' },
  { key: 'new person', word: 'person', route: 'my-staff', button: null, href: '/my-staff?open=new' },
  { key: 'new merchant', word: 'merchant', route: 'merchants', button: null, href: '/platform/merchants?open=new' },
] as const satisfies readonly { readonly button: Button | null; readonly [field: string]: unknown }[];

/** What can be done from anywhere, of what one may do. */
export const useActionOffers = (): readonly Offer[] => {
  const { t } = useTranslation(['frame', 'palette', 'console']);
  const navigate = useNavigate();
  const user = useCurrentUser();
  if (!user) return [];
  const appearanceWord = t($ => $.user.appearance, { ns: 'console' });
  const size = t($ => $.user.size);
  return [
    ...beginnings
      .filter(({ route, button }) => isOffered(routeNamed(route), user) && (!button || user.btns.includes(button)))
      .map(({ key, word, href }) =>
        act(
          key,
          t($ => $.new[word], { ns: 'palette' }),
          () => void navigate(href),
        ),
      ),
    ...looks.map(each =>
      act(
        each,
        t($ => $.user[each], { ns: 'console' }),
        () => appearance.choose(each),
        { hint: appearanceWord, also: `${each} ${appearanceWord}` },
      ),
    ),
    ...typeSizes.map(each =>
      act(
        `size ${each}`,
        t($ => $.user.sizes[each]),
        () => appearance.chooseSize(each),
        { hint: size, also: `size ${size}` },
      ),
    ),
    act(
      'close others',
      t($ => $.tabs.closeOthers),
      closeOthers,
    ),
    act(
      'close all',
      t($ => $.tabs.closeAll),
      closeAll,
    ),
    act(
      'keys shortcuts',
      t($ => $.keys.title),
      openKeys,
      { keys: keys.everywhere.sheet },
    ),
    act(
      'logout',
      t($ => $.user.logout, { ns: 'console' }),
      () => void leave(() => navigate(homePath)),
    ),
  ];
};
