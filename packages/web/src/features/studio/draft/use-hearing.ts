import { keywordEndpoints } from '@lianxian/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useDraft } from './draft-store.ts';

/** The common meanings, and what the draft hears and may want to hear beside its words, as of its last save. */
export const useHearing = () => {
  const planId = useDraft(draft => draft.planId);
  const rev = useDraft(draft => draft.rev);
  return useQuery({
    queryKey: ['keywords/meanings', planId, rev],
    queryFn: ({ signal }) => call(keywordEndpoints.meanings, { planId }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
};
