import { planVoiceEndpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useDraft } from './draft-store.ts';

/** The voices this plan may choose of for what is not recorded; undefined while they come. */
export const usePlanVoices = () => {
  const planId = useDraft(draft => draft.planId);
  const { data } = useQuery({
    queryKey: ['planVoice/list', planId],
    queryFn: ({ signal }) => call(planVoiceEndpoints.list, { planId }, { signal, quiet: true }),
  });
  return data;
};
