import { endpoints } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../api/call.ts';
import { useNews } from '../live/use-news.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { count } from '../ui/format.ts';

const countKey = 'followUp/count';
const countEveryMs = 5_000;

interface FollowLinkProps {
  /** Of one task; left out: of all. */
  readonly task?: string;
  /** Beside a figure that is named A and B already. */
  readonly short?: boolean;
  /** Stands before the link, and alone where nobody waits. */
  readonly children?: ReactNode;
}

const Counted = ({ task, short = false }: FollowLinkProps) => {
  const { t } = useTranslation('shell');
  const queries = useQueryClient();
  useNews('calls', () => queries.invalidateQueries({ queryKey: [countKey] }), countEveryMs);
  const { data } = useQuery({
    queryKey: [countKey, task ?? ''],
    queryFn: ({ signal }) => call(endpoints.followUp.count, { ...(task && { taskId: task }) }, { signal, quiet: true }),
    staleTime: countEveryMs,
  });
  if (!data || data.total === 0) return null;
  const n = count(data.total, data.more);
  return (
    <Link to={task ? `/callLog/follow?task=${task}` : '/callLog/follow'}>
      {short ? t($ => $.followUp.waitingShort, { n }) : t($ => $.followUp.waiting, { n })}
    </Link>
  );
};

/** How many people wait to be followed up, and the way to them; nothing where nobody waits or who looks sees no calls. */
export const FollowLink = ({ children, ...of }: FollowLinkProps) => (
  <>
    {children} {useCurrentUser()?.rights.includes('callLog') && <Counted {...of} />}
  </>
);
