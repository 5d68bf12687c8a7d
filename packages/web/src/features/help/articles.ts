import { endpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

const minuteMs = 60_000;
/** Articles change rarely: what was read a minute ago is shown again without asking. */
export const useArticles = () =>
  useQuery({
    queryKey: ['help/list'],
    queryFn: ({ signal }) => call(endpoints.help.list, {}, { signal, quiet: true }),
    staleTime: minuteMs,
  });

export const useArticle = (id: string | undefined) =>
  useQuery({
    queryKey: ['help/detail', id],
    queryFn: ({ signal }) => call(endpoints.help.detail, { id: id ?? '' }, { signal, quiet: true }),
    enabled: id !== undefined,
    staleTime: minuteMs,
  });

export const useSearch = (q: string) =>
  useQuery({
    queryKey: ['help/search', q],
    queryFn: ({ signal }) => call(endpoints.help.search, { q }, { signal, quiet: true }),
    enabled: q !== '',
    placeholderData: before => before,
  });
