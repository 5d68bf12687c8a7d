import { LoaderCircle, PanelLeftClose, PanelLeftOpen, Store, WifiOff } from 'lucide-react';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { useSocketState } from '../live/socket.ts';
import { branding, isWordMark } from '../session/branding.ts';
import { accountNow, useCurrentUser } from '../session/current-user.ts';
import { Logo } from '../ui/logo.tsx';
import { EntryLink } from './entry-link.tsx';
import { Notice } from './notice.tsx';
import { usePlace } from './place.ts';
import { Bell, SeatPart } from './slots.tsx';
import { UserMenu } from './user-menu.tsx';

/** Lost for longer than one try: how often it was tried, and in one line that nothing typed is lost. */
const LinePill = () => {
  const { t } = useTranslation('shell');
  const { state, tries } = useSocketState();
  const lost = state !== 'open' && tries >= 2;
  return (
    <div className="shell-line-lost flex gap-8 push" role="status">
      {lost && (
        <>
          <span className="state is-pill is-bad">
            <LoaderCircle size={14} aria-hidden="true" /> {t($ => $.live.lost, { times: tries })}
          </span>
          <span className="state is-pill is-warn">
            <WifiOff size={14} aria-hidden="true" /> {t($ => $.live.kept)}
          </span>
        </>
      )}
    </div>
  );
};

export const Header = ({ folded, onFold }: { folded: boolean; onFold: () => void }) => {
  const { t } = useTranslation('shell');
  const brand = use(branding());
  const user = useCurrentUser();
  const { label, group } = usePlace();
  const Fold = folded ? PanelLeftOpen : PanelLeftClose;
  return (
    <header className="shell-header row gap-14">
      <EntryLink
        path="/home"
        className="shell-mark row gap-10 fixed"
        title={t($ => $.nav.home)}
        {...(folded && { name: t($ => $.nav.home) })}
      >
        {brand.oemHomeLogo ? (
          <img src={brand.oemHomeLogo} alt={!folded && isWordMark(brand) ? brand.oemTitle : ''} height={26} />
        ) : (
          <Logo />
        )}
        {!folded && !isWordMark(brand) && <strong>{brand.oemTitle}</strong>}
        {!folded && user?.merchantName !== brand.oemTitle && <span>{user?.merchantName}</span>}
      </EntryLink>
      <button
        type="button"
        className="icon-button"
        aria-label={folded ? t($ => $.nav.unfold) : t($ => $.nav.fold)}
        onClick={onFold}
      >
        <Fold size={18} aria-hidden="true" />
      </button>
      <div className="shell-crumbs flex gap-8 fixed">
        {group && (
          <span className="shell-group">
            {group} <span>›</span>
          </span>
        )}
        <span>{label}</span>
      </div>
      <Notice inHeader />
      <LinePill />
      {user?.previewUntil === null && user.hasSeat && user.seatRight && <SeatPart account={accountNow()} />}
      <EntryLink path="/PlanMarket" className="shell-market row gap-6 fixed">
        <Store size={16} aria-hidden="true" /> {t($ => $.nav.planMarket)}
      </EntryLink>
      {user?.previewUntil === null && <Bell />}
      <UserMenu />
    </header>
  );
};
