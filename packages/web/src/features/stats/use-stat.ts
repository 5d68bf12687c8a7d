import type { Endpoint, endpoints, OutputOf } from '@lianxian/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../api/call.ts';
import { useNews } from '../../live/use-news.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';

/** Figures move with every call that ends; so often they are read anew while somebody looks. */
const newsEveryMs = 10_000;

/** What is read of these endpoints is read anew as calls end. */
const useNewsOf = (path: string): void => {
  const queries = useQueryClient();
  useNews('calls', () => queries.invalidateQueries({ queryKey: [path] }), newsEveryMs);
};

type AskedOf<E extends Endpoint> = z.input<E['input']> & object;

/** What an endpoint of the statistics finds; the former figures stay while others are read. Null: nothing is asked. */
export const useStat = <E extends Endpoint>(endpoint: E, asked: AskedOf<E> | null) => {
  useNewsOf(endpoint.path);
  return useQuery({
    queryKey: [endpoint.path, asked],
    queryFn: ({ signal }) => call(endpoint, asked!, { signal, quiet: true }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
};

type Paged = (typeof endpoints.stat)['planQuality' | 'levels' | 'ports' | 'answers'];
/** So many rows come first: all days that may be asked for. */
const firstSize = 100;
const never = new Promise<never>(() => undefined);

/** The same of rows that come in pages, with the sums over all of them. */
export const useStatPages = <E extends Paged>(endpoint: E, asked: AskedOf<E> | null) => {
  useNewsOf(endpoint.path);
  return usePages<OutputOf<E>>(
    [endpoint.path, asked],
    ({ after, limit }, signal) =>
      asked === null
        ? never
        : call(endpoint, { ...asked, limit, ...(after && { after }) } as AskedOf<E>, { signal, quiet: true }),
    firstSize,
  );
};
