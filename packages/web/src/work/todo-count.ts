import { endpoints } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useNews } from '../live/use-news.ts';

const countKey = 'todo/count';
const countEveryMs = 5_000;

/** How much there is to do; undefined until it is known, or where who looks sees no calls. */
export const useTodoCount = (maySee: boolean) => {
  const queries = useQueryClient();
  useNews('calls', () => queries.invalidateQueries({ queryKey: [countKey] }), countEveryMs);
  const { data } = useQuery({
    queryKey: [countKey],
    queryFn: ({ signal }) => call(endpoints.todo.count, {}, { signal, quiet: true }),
    staleTime: countEveryMs,
    enabled: maySee,
  });
  return data;
};

/** What shows to-dos, or calls that are promised, is read anew. */
export const useTodosAnew = () => {
  const queries = useQueryClient();
  return () =>
    Promise.all(['todo/list', countKey, 'task/callees'].map(key => queries.invalidateQueries({ queryKey: [key] })));
};
