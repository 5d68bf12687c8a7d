import { notifyManager, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPreview } from '../api/token.ts';
import { LateAnswer, Outage, tellOutage } from '../api/wire.ts';
import { useDocked } from '../console/docked.ts';
import { useGoodCalls } from '../live/good-calls.ts';
import { seekLead } from '../live/leader.ts';
import { react } from '../live/reactions.ts';
import { hearPage, hearReturn, openSocket } from '../live/socket.ts';
import { askCurrentUserAgain, useCurrentUser } from '../session/current-user.ts';
import { toast } from '../ui/toast.ts';
import { Bands } from './bands.tsx';
import { ConsoleHost } from './console-host.tsx';
import { Header } from './header.tsx';
import { Menu } from './menu.tsx';
import { Overlays } from './overlays.tsx';
import { Panes } from './panes/panes.tsx';
import { checkAgain, enter, useTabs, whenDropped } from './panes/use-tabs.ts';
import { Rail } from './rail.tsx';
import { TabsRow } from './tabs-row.tsx';
import { UnsavedQuestion } from './unsaved-question.tsx';
import { useAskedByAddress } from './use-asked-by-address.ts';
import { useDocumentTitle } from './use-document-title.ts';
import '../ui/base.css';
import '../ui/button.css';
import './shell.css';

// Before the next press: a button that waits for a timer to know that it is busy takes the second one of a double click.
notifyManager.setScheduler(queueMicrotask);

/** One a sign-in: nothing of the person before is left in it. */
const freshQueries = () =>
  new QueryClient({
    queryCache: new QueryCache({
      // Once, when what somebody opened or chose does not come: its page says so as long as it lasts. News stay quiet.
      onError: (error, { state }) => {
        if (error instanceof Outage && state.data === undefined && state.errorUpdateCount === 1) tellOutage();
      },
    }),
    defaultOptions: {
      // A failure is shown at once, with a way to try again; one's own machine that slept is none.
      queries: {
        retry: (failures, error) => failures === 0 && error instanceof LateAnswer,
        retryDelay: 0,
        staleTime: 5_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** What one may do has changed: menu and tabs follow, and the page in front is asked about again. */
const takeRights = async (): Promise<void> => {
  try {
    await askCurrentUserAgain();
    await checkAgain();
  } catch {
    // The toast has said why; the server refuses by the new rights whatever the page still shows.
  }
};

/** Told by the socket; after it was away it is asked, for it may have been told meanwhile. */
const hearRights = (): (() => void) => {
  let opened = false;
  return hearPage(({ type }) => {
    if (type === 'rightsChanged' || (type === 'ready' && opened)) void takeRights();
    opened ||= type === 'ready';
  });
};

/** What could not be read is read again as soon as the network is back: the socket says so, or the browser. */
const comeBack = (queries: QueryClient): (() => void) => {
  const readAgain = () =>
    void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  const stop = hearReturn(readAgain);
  addEventListener('online', readAgain);
  return () => {
    stop();
    removeEventListener('online', readAgain);
  };
};

const foldedKey = 'lx.folded';

/**
 * The menu's own choice, folded or not; the plan editor and the call console need the room and fold it by themselves,
 * unless one unfolds it there. Elsewhere one's own choice is back.
 */
const useFolded = () => {
  const [folded, setFolded] = useState(localStorage.getItem(foldedKey) === '1');
  const [unfoldedThere, setUnfoldedThere] = useState(false);
  const isEditing = useTabs(({ list, active }) => list.find(tab => tab.id === active)?.row === 'planEditor');
  const isDocked = useDocked(dock => dock.isDocked);
  const needsRoom = isEditing || isDocked;
  const shown = needsRoom ? !unfoldedThere : folded;
  const fold = () => {
    if (needsRoom) return setUnfoldedThere(shown);
    localStorage.setItem(foldedKey, folded ? '0' : '1');
    setFolded(!folded);
  };
  return [shown, fold] as const;
};

/** Renders nothing: what the browser's tab says changes without the frame. */
const DocumentTitle = () => {
  useDocumentTitle();
  return null;
};

/** The frame round the sheet: header, menu, tab row, rail. The panes of the open pages live inside and share one socket. */
export const Shell = ({ pageOf }: { pageOf: (row: string) => ComponentType }) => {
  const { t } = useTranslation(['shell', 'frame']);
  const [queries] = useState(freshQueries);
  const [folded, fold] = useFolded();
  // The server answers no page before password and factor are one's own: none is opened only to fail behind the dialog.
  const user = useCurrentUser();
  const mayBegin = user?.mustChangePwd !== true && user?.mustSetFactor !== true;

  useEffect(() => {
    // Sounds and downloads are those of whoever is signed in here.
    if (!isPreview()) seekLead();
    return openSocket(react);
  }, []);
  useGoodCalls(enter);
  useEffect(hearRights, []);
  useEffect(() => comeBack(queries), [queries]);
  useAskedByAddress();
  useEffect(() => whenDropped(() => toast.info(t($ => $.tabs.dropped, { ns: 'frame' }))), [t]);

  return (
    <QueryClientProvider client={queries}>
      <div className={folded ? 'shell is-folded grid' : 'shell grid'}>
        <a className="shell-skip" href="#sheet">
          {t($ => $.nav.skip)}
        </a>
        <Bands />
        <Header folded={folded} onFold={fold} />
        <div className="shell-sider">
          <Menu />
        </div>
        <TabsRow />
        <main className="shell-sheet" id="sheet" tabIndex={-1}>
          {mayBegin && <Panes pageOf={pageOf} />}
        </main>
        <Rail />
        {mayBegin && <ConsoleHost />}
      </div>
      {mayBegin && <DocumentTitle />}
      <Overlays />
      <UnsavedQuestion />
    </QueryClientProvider>
  );
};
