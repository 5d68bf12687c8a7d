import type { Button } from '@lianxian/core';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { branding } from '../../session/branding.ts';
import type { CurrentUser } from '../../session/current-user.ts';
import { chooseLanguage, languages } from '../../text/first-words.ts';
import { keys } from '../../ui/keys.ts';
import { appearance, type Choice, typeSizes } from '../../ui/theme/appearance.ts';
import { openOverlay } from '../overlay.ts';
import { homePath } from '../panes/tabs.ts';
import { closeAll, closeOthers } from '../panes/use-tabs.ts';
import { leave } from '../preview.ts';
import { routeNamed } from '../routes.ts';
import { isOffered } from '../where-to.ts';
import type { Offer } from './offer.ts';

const looks: readonly Choice[] = ['auto', 'light', 'dark'];

/** What begins on a page with a form: the page, and the button that makes one, if it has a right of its own. */
const beginnings = [
  { key: 'new task', word: 'task', route: 'my-task', button: 'task:create', href: '/my-task?edit=new' },
  { key: 'test call', word: 'call', route: 'callLog', button: 'call_out', href: `${homePath}?call=new` },
  { key: 'new plan', word: 'plan', route: 'plan', button: 'plan:edit', href: '/plan?new' },
  { key: 'new person', word: 'person', route: 'my-staff', button: null, href: '/my-staff?open=new' },
  { key: 'new merchant', word: 'merchant', route: 'merchants', button: null, href: '/platform/merchants?open=new' },
] as const satisfies readonly { readonly button: Button | null; readonly [field: string]: unknown }[];

/** An action, found by its key and by the other words that the palette has for it. */
const useAct = () => {
  const { t } = useTranslation('palette');
  const others: Readonly<Record<string, string>> = t($ => $.alsoActs, { returnObjects: true });
  return (key: string, label: string, go: () => void, { also = '', ...rest }: Partial<Offer> = {}): Offer => ({
    ...{ key: `act ${key}`, kind: 'actions', label, hint: '', go, ...rest },
    also: `${key} ${others[key] ?? ''} ${also}`,
  });
};
type Act = ReturnType<typeof useAct>;

/** What begins a piece of work, and what ends all calls: of the platform, or of the merchant. */
const useWorkOffers = (act: Act, user: CurrentUser): readonly Offer[] => {
  const { t } = useTranslation(['shell', 'palette']);
  const navigate = useNavigate();
  const mayStop = user.roleCode === 'admin' || user.btns.includes('task:control');
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
    ...(mayStop
      ? [
          act(
            'stop',
            t($ => $.stopAll.title),
            () => openOverlay(user.roleCode === 'admin' ? 'stopPlatform' : 'stop'),
          ),
        ]
      : []),
  ];
};

/** Appearance, size of type and, where the branding has it, language. */
const useLookOffers = (act: Act): readonly Offer[] => {
  const { t } = useTranslation(['shell', 'frame']);
  const { languageSwitch } = use(branding());
  const one = (what: string, hint: string, label: string, go: () => void) => act(what, label, go, { hint, also: hint });
  const [look, size, language] = [
    t($ => $.user.appearance),
    t($ => $.user.size, { ns: 'frame' }),
    t($ => $.user.language, { ns: 'frame' }),
  ];
  const sizes = t($ => $.user.sizes, { ns: 'frame', returnObjects: true });
  return [
    ...looks.map(each =>
      one(
        `look ${each}`,
        look,
        t($ => $.user[each]),
        () => appearance.choose(each),
      ),
    ),
    ...typeSizes.map(each => one(`size ${each}`, size, sizes[each], () => appearance.chooseSize(each))),
    ...(languageSwitch ? languages : []).map(({ code, name }) =>
      one(`language ${code}`, language, name, () => void chooseLanguage(code)),
    ),
  ];
};

/** What can be done from anywhere, of what one may do. */
export const useActionOffers = (user: CurrentUser): readonly Offer[] => {
  const { t } = useTranslation(['frame', 'shell']);
  const navigate = useNavigate();
  const act = useAct();
  const isPreview = user.previewUntil !== null;
  // What is a person's own is not changed with another's eyes.
  const own = isPreview ? [] : (['password'] as const);
  return [
    ...useWorkOffers(act, user),
    ...useLookOffers(act),
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
    ...[...own, 'commitment' as const].map(each =>
      act(
        each,
        t($ => $.user[each]),
        () => openOverlay(each),
      ),
    ),
    act(
      'keys',
      t($ => $.keys.title),
      () => openOverlay('keys'),
      { keys: keys.everywhere.sheet },
    ),
    act(
      'logout',
      isPreview ? t($ => $.preview.end) : t($ => $.user.logout, { ns: 'shell' }),
      () => void leave(() => navigate(homePath)),
    ),
  ];
};
