import { endpoints } from '@lianxian/contract';
import type { GuideQuestion } from '@lianxian/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../api/call.ts';

const options = z.array(z.object({ v: z.string(), n: z.string() }));
const optionsOf = (json: string): GuideQuestion['options'] => options.parse(JSON.parse(json));

/** Guide questions of a plan as core has them; null asks for none. */
export const useQuestions = (planId: string | null) =>
  useQuery({
    queryKey: ['seat/guides', planId],
    queryFn: async ({ signal }): Promise<readonly GuideQuestion[]> => {
      const { questions } = await call(endpoints.seatWork.guides, { planId: planId ?? '' }, { signal, quiet: true });
      return questions.map(({ id, title, type, jsonOptions, isRoot, isRequired, hasOther }) => ({
        ...{ id, title, type, isRoot, isRequired, hasOther },
        options: optionsOf(jsonOptions),
      }));
    },
    enabled: planId !== null,
    // Read anew with each call, for the guide is worked on; in a call it does not change under who asks it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
