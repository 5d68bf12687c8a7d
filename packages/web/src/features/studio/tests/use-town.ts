import { endpoints, type TownResult } from '@lianxian/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useDraftStore } from '../draft/draft-store.ts';

/** Of each of the five tempers. */
const each = 8;
export const calleesCalled = 5 * each;

/** What the town's callees make of the draft as it is saved; `seed` says which callees, 0 that nobody is called yet. */
export const useTown = (planId: string, seed: number) => {
  const draft = useDraftStore();
  return useQuery<TownResult>({
    queryKey: ['talk/town', planId, seed],
    queryFn: async ({ signal }) => {
      await draft
        .getState()
        .settled()
        .catch(() => undefined);
      return call(endpoints.talk.town, { planId, seed, each }, { signal });
    },
    enabled: seed > 0,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  });
};
