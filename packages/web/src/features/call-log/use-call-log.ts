import { endpoints, type OutputOf } from '@lianxian/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { useNews } from '../../live/use-news.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';
import { askedOf, type Filter, isUnread, readFilter, type View, viewFilters, views, writeFilter } from './filter.ts';

export type CallPage = OutputOf<typeof endpoints.call.list>;
export type CallRow = CallPage['list'][number];

const listKey = 'callLog/list';
const newerKey = 'callLog/newer';
const countKey = 'callLog/count';

const without = (unread: Filter['unread'], key: keyof Filter): Filter['unread'] =>
  Object.fromEntries(Object.entries(unread).filter(([each]) => each !== key));

/**
 * The filter of the address, and ways to change it. A change holds at once, before the address has it. Steps of one
 * condition in a row are one step of the back button.
 */
export const useFilter = () => {
  const [query, setQuery] = useSearchParams();
  const text = query.toString();
  const [ahead, setAhead] = useState<Filter | null>(null);
  const [seen, setSeen] = useState(text);
  if (seen !== text) {
    setSeen(text);
    setAhead(null);
  }
  const read = useMemo(() => readFilter(new URLSearchParams(text)), [text]);
  const filter = seen === text && ahead ? ahead : read;
  const lastKey = useRef<string | null>(null);
  /** Other parts of the address (the open row) stay. */
  const go = (next: Filter, key: string | null) => {
    const open = query.get('open');
    const replace = key !== null && key === lastKey.current;
    lastKey.current = key;
    setAhead(next);
    setQuery({ ...writeFilter(next), ...(open && { open }) }, { replace });
  };
  return {
    filter,
    change: <K extends keyof Filter>(key: K, value: Filter[K]) =>
      go({ ...filter, [key]: value, unread: without(filter.unread, key) }, key),
    choose: (next: Filter) => go(next, null),
  };
};
export type FilterControl = ReturnType<typeof useFilter>;

/** Where the open call begins to play: `?t=` in seconds. */
export const useStart = (): number => Math.max(0, Number(useSearchParams()[0].get('t')) || 0) * 1_000;

/** While calls end all the time the page is read so often: what ended is there within a second. */
const readEveryMs = 700;
const noCalls: CallPage = { list: [], total: 0, sums: null, after: null };
/** Pages of the filtered calls, newest first. The first is read anew with every call that is filed. */
export const useCallPages = (filter: Filter) => {
  const queries = useQueryClient();
  const pages = usePages<CallPage>(
    [listKey, writeFilter({ ...filter, view: 'all' })],
    async ({ after, limit }, signal) =>
      isUnread(filter)
        ? noCalls
        : call(
            endpoints.call.list,
            { ...askedOf(filter, new Date()), limit, ...(after && { after }) },
            { signal, quiet: true },
          ),
  );
  const firstPage = pages.number === 1;
  useNews('calls', () => queries.invalidateQueries({ queryKey: [firstPage ? listKey : newerKey] }), readEveryMs);
  // Of a later page: a call on it that has another level now.
  const isShown = (id: string) => pages.page?.list.some(row => row.id === id) ?? false;
  useNews(
    firstPage ? '' : 'calls',
    () => queries.invalidateQueries({ queryKey: [listKey] }),
    readEveryMs,
    message => message.type === 'callFiled' && isShown(message.id),
  );
  return pages;
};

const mostNewer = 100;
/** On later pages: how many rows of the filter stand before `newestId`, once the first row; 0 elsewhere. */
export const useNewer = (filter: Filter, newestId: string | null): { n: number; more: boolean } => {
  const { data } = useQuery({
    queryKey: [newerKey, writeFilter(filter), newestId],
    queryFn: ({ signal }) =>
      call(endpoints.call.list, { ...askedOf(filter, new Date()), limit: mostNewer }, { signal, quiet: true }),
    enabled: newestId !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (!data || newestId === null) return { n: 0, more: false };
  const at = data.list.findIndex(row => row.id === newestId);
  const n = at < 0 ? data.list.length : at;
  return { n, more: n === mostNewer };
};

const countEveryMs = 5_000;
type Counts = Readonly<Record<View, Pick<CallPage, 'total' | 'more'>>>;
/** How many calls each view holds; counting is dearer than a page, so it follows more slowly. */
export const useViewCounts = (): Counts | undefined => {
  const queries = useQueryClient();
  useNews('calls', () => queries.invalidateQueries({ queryKey: [countKey] }), countEveryMs);
  const { data } = useQuery({
    queryKey: [countKey],
    queryFn: async ({ signal }): Promise<Counts> => {
      const counted = await Promise.all(
        views.map(async view => {
          const asked = { ...askedOf(viewFilters[view], new Date()), limit: 1 };
          return [view, await call(endpoints.call.list, asked, { signal, quiet: true })] as const;
        }),
      );
      return Object.fromEntries(counted) as unknown as Counts;
    },
    staleTime: countEveryMs,
  });
  return data;
};
