import { House } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { usePlace } from './header.tsx';

/** The open page is the sheet's ear; home is always there. */
export const TabsRow = () => {
  const { t } = useTranslation('console');
  const { pathname } = useLocation();
  const { label } = usePlace();
  const atHome = pathname === '/home';
  return (
    <nav className="tabs-row" aria-label={t($ => $.nav.open)}>
      <Link to="/home" className={atHome ? 'tab is-open' : 'tab'} aria-current={atHome ? 'page' : undefined}>
        <House size={15} aria-hidden="true" /> {t($ => $.nav.home)}
      </Link>
      {!atHome && label && (
        <span className="tab is-open" aria-current="page">
          {label}
        </span>
      )}
    </nav>
  );
};
