import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';
import { askedOf, type Filter, isUnread, readFilter, writeFilter } from './filter.ts';

type CustomerPage = OutputOf<typeof endpoints.customer.list>;
export type CustomerRow = CustomerPage['list'][number];

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

const nobody: CustomerPage = { list: [], total: 0, after: null };

/** Pages of the filtered customers: who was called or added last is first; of those to contact who is due first. */
export const useCustomerPages = (filter: Filter) =>
  usePages<CustomerPage>(['custom/list', writeFilter(filter)], async ({ after, limit }, signal) =>
    isUnread(filter)
      ? nobody
      : call(
          endpoints.customer.list,
          {
            ...askedOf(filter, new Date()),
            order: filter.view === 'today' || filter.next !== null ? 'next' : 'latest',
            limit,
            ...(after && { after }),
          },
          { signal, quiet: true },
        ),
  );

/** How many customers each view holds. */
export const useViewCounts = () =>
  useQuery({
    queryKey: ['custom/views'],
    queryFn: ({ signal }) => call(endpoints.customer.views, {}, { signal, quiet: true }),
    staleTime: 5_000,
  }).data?.views;
