import { endpoints } from '@lianxian/contract';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { ArrowRight, Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { useNews } from '../../live/use-news.ts';
import { count } from '../../ui/format.ts';
import { Balance } from './balance.tsx';
import { Checklist } from './checklist.tsx';
import { RecentCalls } from './recent-calls.tsx';
import './home.css';

interface HomePageProps {
  /** The drawer stands beside: fewer columns. */
  readonly narrow: boolean;
  readonly onTestCall: () => void;
}

const pageSize = 20;
/** Each change reads all shown pages anew; older calls belong to the call log. */
const mostPages = 10;
const readEveryMs = 1_000;

/** The newest calls, read anew when one is placed or filed (topic `calls`), and after the socket was away. */
const useRecentCalls = () => {
  const queries = useQueryClient();
  useNews('calls', () => queries.invalidateQueries({ queryKey: ['call/list'] }), readEveryMs);
  return useInfiniteQuery({
    queryKey: ['call/list'],
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.call.list, { limit: pageSize, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last, all) => (all.length < mostPages ? last.after : null),
    select: ({ pages }) => ({ ...pages[0]!, list: pages.flatMap(each => each.list) }),
    staleTime: 0,
  });
};

export const HomePage = ({ narrow, onTestCall }: HomePageProps) => {
  const { t } = useTranslation('console');
  const calls = useRecentCalls();
  const total = calls.data?.total ?? 0;
  return (
    <div className={narrow ? 'home is-narrow' : 'home'}>
      <h1 className="only-read">{t($ => $.nav.home)}</h1>
      <Checklist calls={calls.data?.list ?? null} onTestCall={onTestCall} />
      <section className="recent" aria-labelledby="recent-title">
        <header>
          <h2 id="recent-title" className="section-title">
            {t($ => $.calls.title)}
          </h2>
          {calls.data && total > 0 && (
            <span className="key">{t($ => $.calls.total, { n: count(total, calls.data.more) })}</span>
          )}
          {!narrow && <Balance />}
          {!narrow && total > 0 && (
            <Link to="/callLog">
              {t($ => $.calls.all)} <ArrowRight size={14} aria-hidden="true" />
            </Link>
          )}
          {total > 0 && (
            <Button icon={<Phone size={14} aria-hidden="true" />} onClick={onTestCall}>
              {t($ => $.checklist.testCall)}
            </Button>
          )}
        </header>
        <RecentCalls calls={calls} narrow={narrow} onTestCall={onTestCall} />
        {calls.hasNextPage && (
          <button
            type="button"
            className="more"
            disabled={calls.isFetchingNextPage}
            onClick={() => void calls.fetchNextPage()}
          >
            {t($ => $.calls.more)}
          </button>
        )}
      </section>
    </div>
  );
};
