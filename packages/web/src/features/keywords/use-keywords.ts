import { type Endpoint, endpoints, type OutputOf } from '@lianxian/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

const { keywords } = endpoints;
export type Group = OutputOf<typeof keywords.groups>['list'][number];
export type Word = OutputOf<typeof keywords.list>['list'][number];
export type Use = OutputOf<typeof keywords.uses>['list'][number];
export type Kind = Word['kind'];

/** Words a page of the list has. */
const pageRows = 100;

/** All groups that fit: there are at most some hundred, and they are chosen by name. */
export const useGroups = (search: string) =>
  useInfiniteQuery({
    queryKey: ['keywords/groups', search],
    queryFn: ({ pageParam, signal }) =>
      call(keywords.groups, { search, page: pageParam, limit: pageRows }, { signal, quiet: true }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * pageRows < total ? pages.length + 1 : undefined),
  });

export const useWords = (groupId: string, search: string, kind: Kind | null) =>
  useInfiniteQuery({
    queryKey: ['keywords/list', groupId, search, kind],
    queryFn: ({ pageParam, signal }) =>
      call(
        keywords.list,
        { groupId, search, ...(kind && { kind }), page: pageParam, limit: pageRows },
        { signal, quiet: true },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * pageRows < total ? pages.length + 1 : undefined),
  });

export const useUses = (id: string) =>
  useQuery({
    queryKey: ['keywords/uses', id],
    queryFn: ({ signal }) => call(keywords.uses, { id }, { signal, quiet: true }),
    staleTime: 0,
  });

/** Reads the library's lists anew, in the plan editor as well. */
export const useKeywordsChanged = () => {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ['keywords/groups', 'keywords/list', 'keywords/uses', 'wordGroups'].map(key =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
};

/** A change of the library, after which its lists are read anew. */
export const useChange = <E extends Endpoint>(
  endpoint: E,
  onDone: (answer: OutputOf<E>, input: Parameters<typeof call<E>>[1]) => void,
) => {
  const changed = useKeywordsChanged();
  return useMutation({
    mutationFn: (input: Parameters<typeof call<E>>[1]) => call(endpoint, input),
    onSuccess: onDone,
    onSettled: changed,
  });
};
