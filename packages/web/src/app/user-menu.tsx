import { ChevronDown } from 'lucide-react';
import { use, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useGoodCallChoices } from '../live/good-calls.ts';
import { branding } from '../session/branding.ts';
import { seenVersion, watchSeen } from '../session/client-version.ts';
import { askCurrentUserAgain, type CurrentUser, signOut, useCurrentUser } from '../session/current-user.ts';
import { useSeat } from '../softphone/seat-store.ts';
import { chooseLanguage, languages } from '../text/first-words.ts';
import { Confirm } from '../ui/confirm.tsx';
import { MenuButton, type MenuEntry, type MenuPart } from '../ui/menu-button.tsx';
import { appearance, type Choice, typeSizes } from '../ui/theme/appearance.ts';
import { toast } from '../ui/toast.ts';
import { openOverlay } from './overlay.ts';
import { enter } from './panes/use-tabs.ts';
import { leave } from './preview.ts';
import { routeNamed } from './routes.ts';
import { AgreementDialog, FactorBegin, PasswordDialog } from './slots.tsx';
import { mayOpen } from './where-to.ts';

const choices: readonly Choice[] = ['auto', 'light', 'dark'];
/** Pages that have no entry in the side menu. */
const beforeCommitment = ['log'];
/** What concerns whoever it is, and the original's way to the merchant's page; all else is below 设置. */
const afterCommitment = ['businessInfo', 'security'];

const usePages = (user: CurrentUser) => {
  const { t } = useTranslation(['shell', 'frame']);
  const news = useSyncExternalStore(watchSeen, seenVersion) < user.clientVersion;
  const fresh = <i className="shell-dot" role="img" aria-label={t($ => $.user.fresh, { ns: 'frame' })} />;
  const item = (name: string): readonly MenuEntry[] => {
    const row = routeNamed(name);
    if (!row.label || !mayOpen(row, user)) return [];
    const label = t($ => $.nav[row.label!]);
    const marked = (
      <>
        {label} {fresh}
      </>
    );
    return [{ key: name, label: name === 'log' && news ? marked : label, onChoose: () => enter(row.path) }];
  };
  const hasLog = item('log').length > 0;
  return { pages: (names: readonly string[]) => names.flatMap(item), dot: news && hasLog ? fresh : null };
};

/** Appearance, size of type and, where the branding has it, language. All apply at once and are kept. */
const useChoices = (languageSwitch: boolean): readonly MenuPart[] => {
  const { t, i18n } = useTranslation(['shell', 'frame']);
  const { choice, size } = useSyncExternalStore(appearance.subscribe, appearance.read);
  const looks = choices.map(each => ({
    key: each,
    label: t($ => $.user[each]),
    chosen: each === choice,
    onChoose: () => appearance.choose(each),
  }));
  const sizes = typeSizes.map(each => ({
    key: String(each),
    label: t($ => $.user.sizes[each], { ns: 'frame' }),
    chosen: each === size,
    onChoose: () => appearance.chooseSize(each),
  }));
  const tongues = languages.map(({ code, name }) => ({
    key: code,
    label: <span lang={code}>{name}</span>,
    chosen: code === i18n.language,
    onChoose: () => void chooseLanguage(code),
  }));
  return [
    { key: 'appearance', title: t($ => $.user.appearance), entries: looks },
    { key: 'type', title: t($ => $.user.size, { ns: 'frame' }), entries: sizes },
    { key: 'language', title: t($ => $.user.language, { ns: 'frame' }), entries: languageSwitch ? tongues : [] },
  ];
};

/** How a call that came to an A is told: the browser gives leave for its desktop at the click, or it is said that it did not. */
const useGoodCallPart = (): readonly MenuPart[] => {
  const { t } = useTranslation('shell');
  const told = useGoodCallChoices();
  if (told === null) return [];
  const desktop = async () => {
    if (!(await told.toggleDesktop())) toast.bad(t($ => $.goodCall.refused));
  };
  const entries = [
    { key: 'sound', label: t($ => $.goodCall.sound), chosen: told.sound, onChoose: told.toggleSound },
    { key: 'desktop', label: t($ => $.goodCall.desktop), chosen: told.desktop, onChoose: () => void desktop() },
  ];
  return [{ key: 'goodCall', title: t($ => $.goodCall.told), entries }];
};

/** What must be answered before anything else: a password of one's own, a second factor, then the agreement. */
const Demands = ({ user }: { user: CurrentUser }) => {
  const navigate = useNavigate();
  // Set up, it is no more demanded; the recovery codes are still to be read.
  const [isSettingUp, setSettingUp] = useState(user.mustSetFactor);
  if (user.mustChangePwd)
    return <PasswordDialog forced onClose={() => void askCurrentUserAgain().catch(() => undefined)} />;
  if (user.mustSetFactor || isSettingUp)
    return (
      <FactorBegin
        onClose={() => void askCurrentUserAgain().finally(() => setSettingUp(false))}
        onLeave={() => void signOut().then(() => navigate('/home'))}
      />
    );
  return user.showAgreement ? <AgreementDialog /> : null;
};

/** Out of a call one goes by signing out as well: asked first. */
const useLeave = () => {
  const { t } = useTranslation('frame');
  const navigate = useNavigate();
  const isInCall = useSeat(({ call }) => call !== null && call.status !== 'ended');
  const [asked, setAsked] = useState(false);
  const go = () => void leave(() => navigate('/home'));
  const question =
    asked &&
    createPortal(
      <Confirm
        title={t($ => $.user.inCall)}
        text={t($ => $.user.hangsUp)}
        okText={t($ => $.user.leave)}
        cancelText={t($ => $.user.stay)}
        onOk={() => {
          setAsked(false);
          go();
        }}
        onCancel={() => setAsked(false)}
      />,
      document.body,
    );
  return { question, onLeave: () => (isInCall ? setAsked(true) : go()) };
};

const MenuOf = ({ user }: { user: CurrentUser }) => {
  const { t } = useTranslation(['shell', 'frame']);
  const { question, onLeave } = useLeave();
  const { oemOldUrl, languageSwitch } = use(branding());
  const { pages, dot } = usePages(user);
  const chosen = useChoices(languageSwitch);
  const goodCalls = useGoodCallPart();
  const name = user.title;
  const isPreview = user.previewUntil !== null;
  const opens = (key: 'password' | 'commitment') => ({
    key,
    label: t($ => $.user[key], { ns: 'frame' }),
    onChoose: () => openOverlay(key),
  });
  const parts: readonly MenuPart[] = [
    {
      key: 'pages',
      entries: [
        ...(oemOldUrl ? [{ key: 'old', label: t($ => $.user.oldSite), href: oemOldUrl }] : []),
        ...pages(beforeCommitment),
        opens('commitment'),
        // What is a person's own is not looked at with another's eyes.
        ...(isPreview ? [] : [...pages(afterCommitment), opens('password')]),
      ],
    },
    ...goodCalls,
    ...chosen,
    {
      key: 'rest',
      entries: [
        { key: 'keys', label: t($ => $.keys.title, { ns: 'frame' }), onChoose: () => openOverlay('keys') },
        {
          key: 'logout',
          label: isPreview ? t($ => $.preview.end, { ns: 'frame' }) : t($ => $.user.logout),
          onChoose: onLeave,
        },
      ],
    },
  ];
  const face = (
    <>
      <span className="shell-avatar middle" aria-hidden="true">
        {name.slice(0, 1)}
      </span>
      {name}
      {dot}
      <ChevronDown size={14} aria-hidden="true" />
    </>
  );
  return (
    <>
      <MenuButton label={face} className="shell-user row gap-8" title={t($ => $.user.menu)} parts={parts} />
      {!isPreview && <Demands user={user} />}
      {question}
    </>
  );
};

export const UserMenu = () => {
  const user = useCurrentUser();
  return user && <MenuOf user={user} />;
};
