import { endpoints } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useNews } from '../../live/use-news.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { count, when } from '../../ui/format.ts';
import { toast } from '../../ui/toast.ts';

/** Numbers come a minute apart. */
const newsEveryMs = 5_000;

/** Which customers a task follows, how many came so, and the way to stop it; nothing where it never followed any. */
export const TaskFollow = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation('tasks');
  const mayStop = useCurrentUser()?.btns.includes('task:create') ?? false;
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { data, refetch } = useQuery({
    queryKey: ['task/follow', taskId],
    queryFn: ({ signal }) => call(endpoints.taskFollow.read, { id: taskId }, { signal, quiet: true }),
  });
  useNews(`task:${taskId}`, refetch, newsEveryMs);
  const stop = useMutation({
    mutationFn: () => call(endpoints.taskFollow.stop, { id: taskId }),
    onSuccess: () => toast.ok(t($ => $.follow.stopped)),
    onSettled: () => {
      setAsking(false);
      return queries.invalidateQueries({ queryKey: ['task/follow'] });
    },
  });
  const follow = data?.follow;
  if (!follow) return null;
  const atOf = (instant: string) =>
    when(
      instant,
      new Date(),
      t($ => $.today),
    );
  const { says, by, since, came, endedAt, becauseText } = follow;
  return (
    <section className="row gap-10" aria-label={t($ => $.follow.title)}>
      <p className="fill hint">
        {t($ => $.follow.says, { says })}
        <br />
        {t($ => $.follow.since, { who: by, at: atOf(since), n: count(came) })}
        {endedAt !== null && ` · ${atOf(endedAt)} ${becauseText}`}
      </p>
      {endedAt === null && mayStop && <Button onClick={() => setAsking(true)}>{t($ => $.follow.stop)}</Button>}
      {isAsking && (
        <Confirm
          title={t($ => $.follow.ask)}
          text={t($ => $.follow.askText)}
          okText={t($ => $.follow.stop)}
          cancelText={t($ => $.cancel)}
          busy={stop.isPending}
          onOk={() => stop.mutate()}
          onCancel={() => setAsking(false)}
        />
      )}
    </section>
  );
};
