import { endpoints, type OutputOf } from '@lianxian/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useNews } from '../../live/use-news.ts';
import { useCurrentUser } from '../../session/current-user.ts';

export type Home = OutputOf<typeof endpoints.home.index>;

/** A week: today, and what the small lines draw. */
const daysShown = 7;
const readEveryMs = 1_000;
/** Without news: the rate a second falls by itself, and the day goes on. */
const busyEveryMs = 10_000;
const calmEveryMs = 60_000;

/** The topics a person may watch. */
const useTopics = (): readonly string[] => {
  const rights = useCurrentUser()?.rights ?? [];
  return [
    ...(rights.includes('callLog') ? ['calls'] : []),
    ...(rights.includes('myTask') ? ['tasks'] : []),
    ...(rights.includes('port') || rights.includes('monitor') ? ['lines'] : []),
    'batches',
  ];
};

/** What home was told last is there for the frame as well. */
export const homeKey = ['user/index', daysShown] as const;

/** All of the first page, read anew at most once a second when calls, tasks, lines or own batches move. */
export const useHome = () => {
  const queries = useQueryClient();
  useNews(useTopics(), () => queries.invalidateQueries({ queryKey: ['user/index'] }), readEveryMs);
  return useQuery({
    queryKey: homeKey,
    queryFn: ({ signal }) => call(endpoints.home.index, { days: daysShown }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data?.live?.calls ?? 0) > 0 ? busyEveryMs : calmEveryMs),
  });
};
