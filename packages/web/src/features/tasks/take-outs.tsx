import { endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useNews } from '../../live/use-news.ts';
import { Button } from '../../ui/button.tsx';
import { count, when } from '../../ui/format.ts';
import { toast } from '../../ui/toast.ts';

type TakeOut = OutputOf<typeof endpoints.taskNumbers.takeOuts>['list'][number];

/** Progress is a matter of seconds. */
const newsEveryMs = 1_000;

/** Puts numbers that left a list at once back on it. */
export const usePutBack = (taskId: string) => {
  const { t } = useTranslation('tasks');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (takeOutId: string) => call(endpoints.taskNumbers.putBack, { id: taskId, takeOutId }),
    onSuccess: () => {
      toast.ok(t($ => $.many.puttingBack));
      for (const key of ['task/takeOuts', 'batch/list']) void queries.invalidateQueries({ queryKey: [key] });
    },
  });
};

const Row = ({ row, onPutBack, busy }: { row: TakeOut; onPutBack: () => void; busy: boolean }) => {
  const { t } = useTranslation('tasks');
  const { state } = row;
  const at = when(
    row.at,
    new Date(),
    t($ => $.today),
  );
  return (
    <li className="imports-kept-row">
      <p className="row gap-10">
        <strong>{t($ => $.many.out, { n: count(row.numbers) })}</strong>
        <span className="key">{t($ => $.kept.by, { who: row.by, at })}</span>
        {state === 'out' ? (
          <Button kind="link" loading={busy} aria-label={`${t($ => $.many.putBack)} ${at}`} onClick={onPutBack}>
            {t($ => $.many.putBack)}
          </Button>
        ) : (
          <span className="key" role="status">
            {t($ => $.many.state[state])}
          </span>
        )}
      </p>
    </li>
  );
};

/** Many numbers that left the list at once in the last day, each with the way back; nothing where there are none. */
export const TakeOuts = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation('tasks');
  const id = useId();
  const outs = useQuery({
    queryKey: ['task/takeOuts', taskId],
    queryFn: ({ signal }) => call(endpoints.taskNumbers.takeOuts, { id: taskId }, { signal, quiet: true }),
    staleTime: 0,
  });
  useNews('batches', outs.refetch, newsEveryMs);
  const putBack = usePutBack(taskId);
  const list = outs.data?.list ?? [];
  if (list.length === 0) return null;
  return (
    <section className="imports-kept-outs" aria-labelledby={id}>
      <h3 id={id}>{t($ => $.many.lately)}</h3>
      <ul>
        {list.map(row => (
          <Row
            key={row.id}
            row={row}
            busy={putBack.isPending && putBack.variables === row.id}
            onPutBack={() => putBack.mutate(row.id)}
          />
        ))}
      </ul>
    </section>
  );
};
