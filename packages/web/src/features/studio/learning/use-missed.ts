import { endpoints, type Lesson, type OutputOf } from '@lianxian/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useDraft } from '../draft/draft-store.ts';
import { useHeatDays } from '../heat/heat-days.ts';
import { daysInput } from '../heat/use-heat.ts';

type Missed = OutputOf<typeof endpoints.nodeStat.missed>;
export type Group = Missed['list'][number];

/** What was not understood in the days that are looked at, as the draft of this page's last save reads it. */
export const useMissed = (planId: string, { withIgnored = false, suspects = false } = {}) => {
  const days = useHeatDays(planId);
  const rev = useDraft(draft => draft.rev);
  return useQuery({
    queryKey: ['nodeStat/missed', planId, days, withIgnored, suspects, rev],
    queryFn: ({ signal }) =>
      call(
        endpoints.nodeStat.missed,
        { planId, ...daysInput(days), withIgnored: withIgnored ? '1' : '0', suspects: suspects ? '1' : '0' },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
};

/** What a lesson would make of the sentences of these days; null asks nothing. */
export const useGain = (planId: string, group: Group, lesson: Lesson | null) => {
  const { version: _, ...days } = daysInput(useHeatDays(planId));
  const rev = useDraft(draft => draft.rev);
  const sayings = group.texts.map(({ text }) => text);
  return useQuery({
    queryKey: ['nodeStat/gain', planId, days, sayings, lesson, rev],
    queryFn: ({ signal }) =>
      call(endpoints.nodeStat.gain, { planId, ...days, sayings, lesson: lesson! }, { signal, quiet: true }),
    enabled: lesson !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
};

/** Leaves a group out of the list, or takes it back. */
export const useIgnore = (planId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (group: Group) =>
      call(endpoints.nodeStat.ignore, {
        planId,
        sayings: group.texts.map(({ text }) => text),
        ignored: group.ignored ? '0' : '1',
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['nodeStat/missed', planId] }),
  });
};
