import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export type OwnSession = OutputOf<typeof endpoints.security.sessions>['list'][number];
export type Security = OutputOf<typeof endpoints.security.security>;

export const useSecurity = () =>
  useQuery({
    queryKey: ['user/security'],
    queryFn: ({ signal }) => call(endpoints.security.security, {}, { signal, quiet: true }),
  });

export const useSessions = () =>
  useQuery({
    queryKey: ['user/sessions'],
    queryFn: ({ signal }) => call(endpoints.security.sessions, {}, { signal, quiet: true }),
  });

/** Something of one's account has changed: it is read again. */
export const useReread = () => {
  const queries = useQueryClient();
  return (what: 'user/security' | 'user/sessions') => void queries.invalidateQueries({ queryKey: [what] });
};
