import { endpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Ladder } from './ladder.tsx';

/** The ladder of a call that is over, as it was kept with its record. */
export const KeptLadder = ({ id }: { id: string }) => {
  const { t } = useTranslation('lines');
  const ladder = useQuery({
    queryKey: ['call/ladder', id],
    queryFn: ({ signal }) => call(endpoints.monitor.ladder, { id }, { signal, quiet: true }),
  });
  if (ladder.isError)
    return <ErrorPanel title={t($ => $.ladder.failed)} error={ladder.error} onAgain={() => void ladder.refetch()} />;
  return ladder.data ? <Ladder messages={ladder.data.messages} live={false} /> : <Skeleton rows={4} />;
};
