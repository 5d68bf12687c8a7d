import { endpoints } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Callee } from './board.ts';

interface TakeOut {
  /** Null: this person may not. */
  readonly ask: ((row: Callee) => void) | null;
  /** The question that is open; to be shown. */
  readonly question: ReactNode;
}

/** Takes a number off the list of a task, after asking what becomes of it. */
export const useTakeOut = (taskId: string): TakeOut => {
  const { t } = useTranslation('tasks');
  const queries = useQueryClient();
  const mayTakeOut = useCurrentUser()?.btns.includes('task:create') ?? false;
  const [asked, setAsked] = useState<Callee | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (row: Callee) => call(endpoints.taskNumbers.takeOut, { id: taskId, callees: [row.id] }),
    onSuccess: ({ calling }) => toast.ok(calling > 0 ? t($ => $.takeOut.lastCall) : t($ => $.takeOut.done)),
    onSettled: () => {
      setAsked(null);
      return Promise.all(
        ['task/callees', 'task/board', 'task/list'].map(key => queries.invalidateQueries({ queryKey: [key] })),
      );
    },
  });
  return {
    ask: mayTakeOut ? setAsked : null,
    question: asked && (
      <Confirm
        title={t($ => $.takeOut.ask, { phone: asked.phone })}
        text={
          asked.state === 'calling'
            ? t($ => $.takeOut.calling)
            : t($ => $.takeOut[asked.attempts > 0 ? 'called' : 'fresh'])
        }
        okText={t($ => $.takeOut.ok)}
        cancelText={t($ => $.cancel)}
        busy={isPending}
        onOk={() => mutate(asked)}
        onCancel={() => setAsked(null)}
      />
    ),
  };
};
