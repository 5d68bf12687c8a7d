import { endpoints, type OutputOf } from '@lianxian/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useNews } from '../live/use-news.ts';

export type Batch = OutputOf<typeof endpoints.batch.list>['list'][number];

const batchesKey = 'batch/list';

/** Own batch tasks of today, followed while they run. */
export const useBatches = ({ page, limit }: { page: number; limit: number }) => {
  const queries = useQueryClient();
  // Progress is a matter of seconds, not of frames.
  useNews('batches', () => queries.invalidateQueries({ queryKey: [batchesKey] }), 1_000);
  return useQuery({
    queryKey: [batchesKey, page, limit],
    queryFn: ({ signal }) => call(endpoints.batch.list, { page, limit }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
};

const newest = 50;
/** One batch task that was just started; null until it is listed. */
export const useBatch = (id: string | null): Batch | null => {
  const { data } = useBatches({ page: 1, limit: newest });
  return data?.list.find(batch => batch.id === id) ?? null;
};

/** Asks a batch task to end; the answer is whether it was asked. */
export const cancelBatch = async (id: string): Promise<boolean> => {
  try {
    await call(endpoints.batch.cancel, { id });
    return true;
  } catch {
    // The toast says why; the list still shows the task as it is.
    return false;
  }
};
