import { type CallOf, endpoints, type OutputOf, recordOrderEndpoints } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export type Orderable = OutputOf<typeof recordOrderEndpoints.sentences>['list'][number];

export const useWhom = () =>
  useQuery({
    queryKey: ['recordOrder/whom'],
    queryFn: ({ signal }) => call(recordOrderEndpoints.whom, {}, { signal, quiet: true }),
  });

/** Of which plan; `version` null: what its draft says. */
export interface Ordered {
  readonly planId: string | null;
  readonly version: number | null;
}

export const useOrderable = ({ planId, version }: Ordered) =>
  useQuery({
    queryKey: ['recordOrder/sentences', planId, version],
    queryFn: ({ signal }) => {
      const asked = { planId: planId ?? '', ...(version !== null && { version }) };
      return call(recordOrderEndpoints.sentences, asked, { signal, quiet: true });
    },
    enabled: planId !== null,
  });

/** The newest hundred that were published. */
export const useVersions = (planId: string | null) =>
  useQuery({
    queryKey: ['plan/versions', planId, 'record-order'],
    queryFn: ({ signal }) => call(endpoints.plan.versions, { id: planId ?? '', limit: 100 }, { signal, quiet: true }),
    enabled: planId !== null,
  });

/** Plans to order for; the drawer that knows its plan asks nothing. */
export const usePlanNames = (isAsked: boolean) =>
  useQuery({
    queryKey: ['plan/mine', 'record-order'],
    queryFn: ({ signal }) => call(endpoints.plan.mine, { limit: 100 }, { signal, quiet: true }),
    enabled: isAsked,
  });

/** Recordings of the library: one of them may say how it should sound. Nobody without its page is asked. */
export const useSamples = (isAsked: boolean) =>
  useQuery({
    queryKey: ['audio/list', 'record-order'],
    queryFn: ({ signal }) => call(endpoints.audio.list, { kind: 'sentence', limit: 100 }, { signal, quiet: true }),
    enabled: isAsked,
  });

export const useOrder = (onDone: (id: string) => void) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wish: CallOf<typeof recordOrderEndpoints.order>) => call(recordOrderEndpoints.order, wish),
    onSuccess: async ({ id }) => {
      await Promise.all(
        ['recordOrder/list', 'recordOrder/sentences'].map(key => queries.invalidateQueries({ queryKey: [key] })),
      );
      onDone(id);
    },
  });
};
