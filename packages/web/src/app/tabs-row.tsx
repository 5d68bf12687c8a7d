import { ChevronLeft, ChevronRight, House, Maximize, Minimize, X } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useIsUnsaved } from '../ui/unsaved/unsaved.ts';
import { Notice } from './notice.tsx';
import { homePath, hrefOf, type Tab } from './panes/tabs.ts';
import { closeTab, showTab, useTabs } from './panes/use-tabs.ts';
import { useTitleOf } from './place.ts';
import { TabsMenu } from './tabs-menu.tsx';
import './tabs-row.css';

/** How far an arrow moves the row of tabs. */
const scrollStepPx = 240;

const TabItem = ({ tab, front }: { tab: Tab; front: boolean }) => {
  const { t } = useTranslation('frame');
  const title = useTitleOf()(tab);
  const isHome = tab.id === homePath;
  const isUnsaved = useIsUnsaved(tab.id);
  return (
    <li className={front ? 'tabs-row-tab is-open row fixed' : 'tabs-row-tab row fixed'}>
      <Link
        className="row gap-6"
        to={hrefOf(tab.place)}
        aria-current={front ? 'page' : undefined}
        title={title}
        onClick={event => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          if (!front) showTab(tab);
        }}
        onAuxClick={event => {
          if (event.button !== 1 || isHome) return;
          event.preventDefault();
          closeTab(tab.id);
        }}
        onKeyDown={event => {
          if (event.key === 'Delete' && !isHome) closeTab(tab.id);
        }}
      >
        {isHome && <House size={15} aria-hidden="true" />}
        <span>{title}</span>
        {isUnsaved && <i className="tabs-row-unsaved fixed" role="img" aria-label={t($ => $.unsaved.mark)} />}
      </Link>
      {!isHome && (
        <button
          className="middle"
          type="button"
          aria-label={t($ => $.tabs.close, { title })}
          onClick={() => closeTab(tab.id)}
        >
          <X size={14} aria-hidden="true" />
        </button>
      )}
    </li>
  );
};

const fullscreen = {
  subscribe: (listener: () => void) => {
    document.addEventListener('fullscreenchange', listener);
    return () => document.removeEventListener('fullscreenchange', listener);
  },
  read: () => document.fullscreenElement !== null,
};
/** A browser that refuses, in a frame for one, leaves all as it is. */
const toggleFullscreen = () =>
  (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
    () => undefined,
  );

const FullscreenButton = () => {
  const { t } = useTranslation('frame');
  const full = useSyncExternalStore(fullscreen.subscribe, fullscreen.read);
  const Icon = full ? Minimize : Maximize;
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={full ? t($ => $.tabs.notFull) : t($ => $.tabs.full)}
      onClick={() => void toggleFullscreen()}
    >
      <Icon size={15} aria-hidden="true" />
    </button>
  );
};

const ScrollButtons = ({ row }: { row: RefObject<HTMLElement | null> }) => {
  const { t } = useTranslation('frame');
  const by = (px: number) => row.current?.scrollBy({ left: px, behavior: 'instant' });
  return (
    <>
      <button type="button" className="icon-button" aria-label={t($ => $.tabs.left)} onClick={() => by(-scrollStepPx)}>
        <ChevronLeft size={16} aria-hidden="true" />
      </button>
      <button type="button" className="icon-button" aria-label={t($ => $.tabs.right)} onClick={() => by(scrollStepPx)}>
        <ChevronRight size={16} aria-hidden="true" />
      </button>
    </>
  );
};

/** The open pages; the one in front is the sheet's ear. Home is always there. */
export const TabsRow = () => {
  const { t } = useTranslation('shell');
  const { list, active } = useTabs();
  const row = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    if (active !== null)
      row.current?.querySelector('.is-open')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  return (
    <nav className="tabs-row flex lean" aria-label={t($ => $.nav.open)}>
      <ul className="flex fill" ref={row}>
        {list.map(tab => (
          <TabItem key={tab.id} tab={tab} front={tab.id === active} />
        ))}
      </ul>
      <div className="tabs-row-tools row fixed">
        <Notice inHeader={false} />
        <ScrollButtons row={row} />
        <TabsMenu />
        <FullscreenButton />
      </div>
    </nav>
  );
};
