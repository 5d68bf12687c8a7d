import { endpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useNews } from '../../live/use-news.ts';
import type { Detail } from './marks.ts';

const againMs = 2_000;
/** A recording and its wave join the record within seconds; then there is nothing to wait for. */
const mostAgain = 15;

/** Still to come: the end of the call, or the recording of an answered one, or its wave. */
const incomplete = (record: Detail): boolean =>
  record.state === null || (record.state === 'answered' && record.recording?.peaks == null);

/** The record of a call, read again while something of it is still to come. */
export const useRecord = (id: string) => {
  const record = useQuery({
    queryKey: ['call/detail', id],
    queryFn: ({ signal }) => call(endpoints.call.detail, { id }, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (!state.data || !incomplete(state.data)) return false;
      return state.data.state === null || state.dataUpdateCount < mostAgain ? againMs : false;
    },
  });
  // Filed anew: its recording came, or somebody set its level.
  useNews('calls', record.refetch, againMs, message => message.type === 'callFiled' && message.id === id);
  const filed = record.data !== undefined && record.data.state !== null;
  return { ...record, filed };
};
