import { endpoints } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/call.ts';
import { type Home, homeKey } from '../features/home/use-home.ts';
import { listenTo } from '../live/socket.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { useSeat } from '../softphone/seat-store.ts';
import { useUnseen } from '../softphone/unseen.ts';
import { titlePage } from './document-title.ts';
import { homePath, tabOf } from './panes/tabs.ts';
import { useTabs } from './panes/use-tabs.ts';
import { useTitleOf } from './place.ts';

/** News come many a second while much is dialled; a tab one does not look at is read as often. */
const readEveryMs = 2_000;
/** News of a call that ends elsewhere may be of a topic one may not hear. */
const busyEveryMs = 10_000;
const live = ['user/live'] as const;

/** Topics that tell that calls came or went, of those one may hear. */
const topicsOf = (rights: readonly string[]): readonly string[] => [
  ...(rights.includes('callLog') ? ['calls'] : []),
  ...(rights.includes('myTask') ? ['tasks'] : []),
  ...(rights.includes('port') || rights.includes('monitor') ? ['lines'] : []),
];

/**
 * Reads the count after news, also while nobody looks at the page: its tab is what one sees of it then. Home in front has
 * asked for it already.
 */
const useLiveCalls = (isHome: boolean): number => {
  const queries = useQueryClient();
  const rights = useCurrentUser()?.rights ?? [];
  const topics = topicsOf(rights).join(' ');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const told = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: live });
      }, readEveryMs);
    };
    const stops = topics
      .split(' ')
      .filter(Boolean)
      .map(topic => listenTo(topic, told));
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [queries, topics]);
  const answers = queries.getQueryCache();
  const atHome = useSyncExternalStore(
    useCallback((listener: () => void) => answers.subscribe(listener), [answers]),
    () => queries.getQueryData<Home>(homeKey)?.live?.calls ?? 0,
  );
  const { data } = useQuery({
    queryKey: live,
    queryFn: ({ signal }) => call(endpoints.home.live, {}, { signal, quiet: true }),
    enabled: topics !== '' && !isHome,
    refetchInterval: ({ state }) => ((state.data?.calls ?? 0) > 0 ? busyEveryMs : false),
    refetchIntervalInBackground: true,
  });
  return isHome ? atHome : (data?.calls ?? 0);
};

/** （3）通话记录 · 品牌: live calls, what the page in front is called, and whose product it is. */
export const useDocumentTitle = (): void => {
  const { t } = useTranslation('frame');
  const titleOf = useTitleOf();
  const tab = useTabs(tabs => tabOf(tabs, tabs.active));
  const calls = useLiveCalls(tab?.id === homePath);
  const page = tab ? titleOf(tab) : '';
  const unseen = useUnseen(({ phone }) => phone);
  const ringing = useSeat(({ call }) => (call?.status === 'ringing' ? call.phone : null)) ?? unseen;
  const counted = page && calls > 0 ? t($ => $.title, { n: calls, page }) : page;
  const title = ringing === null ? counted : t($ => $.ringing, { phone: ringing });
  useEffect(() => titlePage(title), [title]);
  useEffect(() => () => titlePage(''), []);
};
