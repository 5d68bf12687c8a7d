import { endpoints, type OutputOf } from '@lianxian/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { toast } from '../../../ui/toast.ts';
import { useDraftStore } from '../draft/draft-store.ts';

export type BackTest = OutputOf<typeof endpoints.level.backTestState>;
export type Pair = BackTest['moves'][number];

const watchMs = 700;
const pageSize = 20;

/** Back-tests of a plan, newest first; read again while one runs. */
export const useBackTests = (planId: string) =>
  useQuery({
    queryKey: ['level/backTests', planId],
    queryFn: ({ signal }) => call(endpoints.level.backTests, { planId }, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data?.list[0]?.state === 'running' ? watchMs : false),
  });

export const useBackTestActs = (planId: string) => {
  const client = useQueryClient();
  const store = useDraftStore();
  const again = () => client.invalidateQueries({ queryKey: ['level/backTests', planId] });
  const start = useMutation({
    mutationFn: (days: { readonly from: string; readonly to: string }) =>
      call(endpoints.level.backTest, {
        planId,
        ...days,
        rules: structuredClone(store.getState().plan.levelRules) as BackTest['rules'],
      }),
    onError: error => toast.bad(error.message),
    onSettled: again,
  });
  const stop = useMutation({
    mutationFn: (id: string) => call(endpoints.level.stopBackTest, { id }),
    onError: error => toast.bad(error.message),
    onSettled: again,
  });
  return { start, stop };
};

/** The calls a back-test would change, of one cell of its matrix or all. */
export const useChanges = (test: BackTest, cell: Pick<Pair, 'from' | 'to'> | null) =>
  useInfiniteQuery({
    queryKey: ['level/backTestChanges', test.id, cell, test.state],
    queryFn: ({ signal, pageParam }) =>
      call(
        endpoints.level.backTestChanges,
        {
          id: test.id,
          limit: pageSize,
          ...(cell && { was: cell.from, becomes: cell.to }),
          ...(pageParam !== null && { after: pageParam }),
        },
        { signal, quiet: true },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.after,
  });
