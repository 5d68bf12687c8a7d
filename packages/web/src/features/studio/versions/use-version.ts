import { endpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

/** One version with its graph: it never changes, so it is asked for once. Null asks for nothing. */
export const useVersion = (planId: string, version: number | null) =>
  useQuery({
    queryKey: ['plan/version', planId, version],
    queryFn: ({ signal }) =>
      call(endpoints.plan.version, { id: planId, version: version ?? 0 }, { signal, quiet: true }),
    enabled: version !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
