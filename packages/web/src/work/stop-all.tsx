import { endpoints } from '@lianxian/contract';
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../api/call.ts';
import { Confirm } from '../ui/confirm.tsx';
import { toast } from '../ui/toast.ts';

const most = 100;

/** Asks before everything is stopped, and says how much that is. */
export const StopAll = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('shell');
  const queries = useQueryClient();
  const counted = useQueries({
    queries: (['running', 'waiting'] as const).map(state => ({
      queryKey: ['task/list', 'stopAll', state],
      queryFn: () => call(endpoints.task.list, { state, limit: most }, { quiet: true }),
      staleTime: 0,
    })),
  });
  const stop = useMutation({
    mutationFn: () => call(endpoints.task.stopAll, {}),
    onSuccess: ({ tasks, calls }) => toast.ok(t($ => $.stopAll.done, { tasks, calls })),
    onSettled: () => {
      onClose();
      return Promise.all(['task/list', 'line/monitor'].map(key => queries.invalidateQueries({ queryKey: [key] })));
    },
  });
  const known = counted.every(each => each.data);
  const tasks = counted.reduce((sum, each) => sum + (each.data?.total ?? 0), 0);
  const calls = counted.flatMap(each => each.data?.list ?? []).reduce((sum, row) => sum + row.counts.calling, 0);
  return (
    <Confirm
      title={t($ => $.stopAll.title)}
      text={known ? t($ => $.stopAll.text, { tasks, calls }) : t($ => $.stopAll.textNone)}
      okText={t($ => $.stopAll.title)}
      cancelText={t($ => $.stopAll.cancel)}
      busy={stop.isPending}
      onOk={() => stop.mutate()}
      onCancel={onClose}
    />
  );
};
