import { endpoints } from '@lianxian/contract';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useNews } from '../../live/use-news.ts';

const pageSize = 50;
const listKey = 'followUp/list';
/** As the call log: what ends all the time is read so often. */
const readEveryMs = 700;

/** Who waits to be followed up, the latest call first, page by page; read anew with every call that is filed or worked on. */
export const useWaiting = (taskId: string | null) => {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: [listKey, taskId],
    queryFn: ({ pageParam, signal }) =>
      call(
        endpoints.followUp.list,
        { limit: pageSize, ...(pageParam !== '' && { after: pageParam }), ...(taskId !== null && { taskId }) },
        { signal, quiet: true },
      ),
    initialPageParam: '',
    getNextPageParam: ({ after }) => after ?? undefined,
    staleTime: 0,
  });
  const readAnew = () => client.invalidateQueries({ queryKey: [listKey] });
  useNews('calls', readAnew, readEveryMs);
  const pages = query.data?.pages;
  return {
    people: pages?.flatMap(({ list }) => list),
    total: pages?.[0]?.total ?? 0,
    more: pages?.[0]?.more ?? false,
    readAnew,
    nextPage: query.hasNextPage ? () => void query.fetchNextPage() : null,
    failed: query.isError && !pages,
    error: query.error,
    again: () => void query.refetch(),
  };
};
