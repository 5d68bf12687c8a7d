import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';
import { askedOf, type Filter, readFilter, writeFilter } from './filter.ts';

type AuditPage = OutputOf<typeof endpoints.audit.list>;
export type AuditRow = AuditPage['list'][number];
export type AuditDetail = OutputOf<typeof endpoints.audit.detail>;

/** The filter and the open row of the address, and ways to change them. */
export const useAuditPlace = () => {
  const [query, setQuery] = useSearchParams();
  const text = query.toString();
  const filter = useMemo(() => readFilter(new URLSearchParams(text)), [text]);
  return {
    filter,
    choose: (next: Filter) => setQuery(writeFilter(next)),
    change: <K extends keyof Filter>(key: K, value: Filter[K]) =>
      setQuery(before => writeFilter({ ...readFilter(before), [key]: value }), { replace: key === 'q' }),
  };
};
export type AuditPlace = ReturnType<typeof useAuditPlace>;

/** Newest first. `now` of a span is the moment the page is read. */
export const useAuditPages = (filter: Filter) =>
  usePages<AuditPage>(['audit/list', writeFilter(filter)], ({ after, limit }, signal) =>
    call(
      endpoints.audit.list,
      { ...askedOf(filter, new Date()), limit, ...(after && { after }) },
      { signal, quiet: true },
    ),
  );

export const useAuditDetail = (id: string) =>
  useQuery({
    queryKey: ['audit/detail', id],
    queryFn: ({ signal }) => call(endpoints.audit.detail, { id }, { signal, quiet: true }),
    // A row never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useAuditPeople = (q: string) =>
  useQuery({
    queryKey: ['audit/people', q],
    queryFn: ({ signal }) => call(endpoints.audit.people, q ? { q } : {}, { signal, quiet: true }),
    placeholderData: before => before,
  });
