import { type Endpoint, endpoints, guideOption } from '@lianxian/contract';
import type { GuideQuestion } from '@lianxian/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../../api/call.ts';

const options = z.array(guideOption);

/** Guide questions of a plan in their order, their options read. */
export const useGuide = (planId: string) =>
  useQuery({
    queryKey: ['research/list', planId],
    queryFn: async ({ signal }): Promise<readonly GuideQuestion[]> => {
      const { questions } = await call(endpoints.research.list, { planId }, { signal, quiet: true });
      return questions.map(({ jsonOptions, ...question }) => ({
        ...question,
        options: options.parse(JSON.parse(jsonOptions)).map(({ v, n }) => ({ v, n })),
      }));
    },
    staleTime: 0,
  });

/** Reads the guide anew. */
export const useGuideChanged = (planId: string) => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['research/list', planId] });
};

/** A change of the guide, after which it is read anew. */
export const useGuideChange = <E extends Endpoint>(
  endpoint: E,
  planId: string,
  onDone: () => void = () => undefined,
) => {
  const changed = useGuideChanged(planId);
  return useMutation({
    mutationFn: (input: Parameters<typeof call<E>>[1]) => call(endpoint, input),
    onSuccess: onDone,
    onSettled: changed,
  });
};
