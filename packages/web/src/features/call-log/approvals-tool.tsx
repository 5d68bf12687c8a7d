import { endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { count, when } from '../../ui/format.ts';
import { Popover } from '../../ui/popover.tsx';
import { toast } from '../../ui/toast.ts';

type Request = OutputOf<typeof endpoints.approval.list>['list'][number];
const listKey = 'approval/list';
const mostShown = 50;

const RequestLine = ({ request }: { request: Request }) => {
  const { t } = useTranslation(['callLog', 'shell']);
  const queries = useQueryClient();
  const decide = useMutation({
    mutationFn: (way: 'approve' | 'refuse') => call(endpoints.approval[way], { id: request.id }),
    onSuccess: (_, way) => toast.ok(t($ => (way === 'approve' ? $.approvals.approved : $.approvals.refused))),
    onSettled: () => queries.invalidateQueries({ queryKey: [listKey] }),
  });
  const at = when(
    request.askedAt,
    new Date(),
    t($ => $.calls.today, { ns: 'shell' }),
  );
  return (
    <li className="row gap-8 between wrap">
      <span className="stack">
        <strong>
          {request.title} · {t($ => $.approvals.calls, { n: count(request.calls) })}
        </strong>
        <span className="key small">{t($ => $.approvals.by, { who: request.askedBy, at })}</span>
      </span>
      {request.mine ? (
        <span className="key whole">{t($ => $.approvals.mine)}</span>
      ) : (
        <span className="row gap-6 fixed">
          <Button size="small" loading={decide.isPending} onClick={() => decide.mutate('refuse')}>
            {t($ => $.approvals.refuse)}
          </Button>
          <Button size="small" kind="primary" loading={decide.isPending} onClick={() => decide.mutate('approve')}>
            {t($ => $.approvals.approve)}
          </Button>
        </span>
      )}
    </li>
  );
};

/** Exports that wait for a second person; not there while none does. */
export const ApprovalsTool = () => {
  const { t } = useTranslation('callLog');
  const { data } = useQuery({
    queryKey: [listKey],
    queryFn: ({ signal }) => call(endpoints.approval.list, { limit: mostShown }, { signal, quiet: true }),
    refetchOnWindowFocus: true,
  });
  if (!data?.total) return null;
  return (
    <Popover
      align="end"
      className="button"
      label={
        <>
          <ShieldQuestion size={14} aria-hidden="true" /> <span>{t($ => $.approvals.title)}</span> <b>{data.total}</b>
        </>
      }
    >
      {() => (
        <ul className="call-log-approvals stack gap-12" aria-label={t($ => $.approvals.title)}>
          {data.list.map(request => (
            <RequestLine key={request.id} request={request} />
          ))}
        </ul>
      )}
    </Popover>
  );
};
