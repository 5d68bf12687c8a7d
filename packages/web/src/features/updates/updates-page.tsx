import { endpoints } from '@lianxian/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { noteSeen } from '../../session/client-version.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { byKeys } from '../../ui/by-keys.ts';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { WrittenIn } from '../../ui/written-in.tsx';
import './updates.css';

const pageSize = 20;

/** `/log/log-page`: what is new, newest first. Opening it takes the dot away. */
export const UpdatesPage = () => {
  const { t } = useTranslation('help');
  const version = useCurrentUser()?.clientVersion;
  useEffect(() => {
    if (version !== undefined) noteSeen(version);
  }, [version]);
  const log = useInfiniteQuery({
    queryKey: ['updateLog/list'],
    queryFn: ({ pageParam, signal }) =>
      call(
        endpoints.updateLog.list,
        { limit: pageSize, ...(pageParam !== null && { after: pageParam }) },
        { signal, quiet: true },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: page => page.after,
  });
  const entries = log.data?.pages.flatMap(page => page.list);
  return (
    <section className="updates" aria-labelledby="updates-title" {...byKeys}>
      <h1 id="updates-title">{t($ => $.updates.title)}</h1>
      <WrittenIn />
      {log.isError && (
        <ErrorPanel title={t($ => $.updates.failed)} error={log.error} onAgain={() => void log.refetch()} />
      )}
      {!entries && !log.isError && <Skeleton rows={8} />}
      {entries?.length === 0 && <Empty title={t($ => $.updates.empty)} hint={t($ => $.updates.emptyHint)} />}
      <ol>
        {entries?.map(entry => (
          <li className="grid" key={entry.id}>
            <p className="updates-at stack">
              <time dateTime={entry.date}>{entry.date}</time>
              <span className="hint">{t($ => $.updates.version, { n: entry.version })}</span>
            </p>
            <div>
              <h2>{entry.title}</h2>
              <Markdown text={entry.content} />
            </div>
          </li>
        ))}
      </ol>
      {log.hasNextPage && (
        <Button loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t($ => $.updates.more)}
        </Button>
      )}
    </section>
  );
};
