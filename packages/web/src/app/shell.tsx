import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { seekLead } from '../live/leader.ts';
import { react } from '../live/reactions.ts';
import { openLine } from '../live/socket.ts';
import { Skeleton } from '../ui/panels.tsx';
import { Look } from '../ui/theme/look.tsx';
import { Header } from './header.tsx';
import { Menu } from './menu.tsx';
import { TabsRow } from './tabs-row.tsx';
import './shell.css';

/** One a sign-in: nothing of the person before is left in it. */
const freshQueries = () =>
  new QueryClient({
    defaultOptions: {
      // A failure is shown at once, with a way to try again; the toast has been shown by the call itself.
      queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

const foldedKey = 'lx.folded';

/** The frame round the sheet: header, menu, tab row. Pages live inside and share one socket. */
export const Shell = () => {
  const { t } = useTranslation('console');
  const [queries] = useState(freshQueries);
  const [folded, setFolded] = useState(localStorage.getItem(foldedKey) === '1');
  const sheet = useRef<HTMLElement>(null);
  const { key } = useLocation();

  useEffect(() => {
    seekLead();
    return openLine(react);
  }, []);
  // Each navigation has its own key and scrolls to the top (original §2).
  useEffect(() => {
    if (key) sheet.current?.scrollTo(0, 0);
  }, [key]);
  const fold = () => {
    localStorage.setItem(foldedKey, folded ? '0' : '1');
    setFolded(!folded);
  };

  return (
    <QueryClientProvider client={queries}>
      <Look>
        <div className={folded ? 'shell is-folded' : 'shell'}>
          <a className="skip" href="#sheet">
            {t($ => $.nav.skip)}
          </a>
          <Header folded={folded} onFold={fold} />
          <aside className="sider">
            <Menu />
          </aside>
          <TabsRow />
          <main className="sheet" id="sheet" ref={sheet} tabIndex={-1}>
            <Suspense fallback={<Skeleton rows={6} />}>
              <Outlet />
            </Suspense>
          </main>
        </div>
      </Look>
    </QueryClientProvider>
  );
};
