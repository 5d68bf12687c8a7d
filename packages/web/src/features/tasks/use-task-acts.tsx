import { endpoints, fieldChars } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { count } from '../../ui/format.ts';
import type { TaskRow, TaskStateWord } from '../../ui/task-state.tsx';
import { toast } from '../../ui/toast.ts';
import { type HowStarted, StartDialog } from './start-dialog.tsx';

const KeepDialog = lazy(() => import('./series/keep-dialog.tsx').then(file => ({ default: file.KeepDialog })));

/** What of a task the acts need: to name it and to say what they cost. */
export type ActTask = Pick<TaskRow, 'id' | 'name' | 'state' | 'counts'>;
export type Act =
  | 'start'
  | 'pause'
  | 'resume'
  | 'stop'
  | 'edit'
  | 'settings'
  | 'append'
  | 'copy'
  | 'repeat'
  | 'template'
  | 'remove';

/** What may be done in each state, the usual first. */
export const actsOf: Readonly<Record<TaskStateWord, readonly Act[]>> = {
  draft: ['start', 'edit', 'copy', 'repeat', 'template', 'remove'],
  waiting: ['pause', 'stop', 'append', 'settings', 'copy', 'repeat', 'template'],
  running: ['pause', 'stop', 'append', 'settings', 'copy', 'repeat', 'template'],
  paused: ['resume', 'stop', 'append', 'settings', 'copy', 'repeat', 'template', 'remove'],
  finished: ['append', 'copy', 'settings', 'repeat', 'template', 'remove'],
  stopped: ['copy', 'repeat', 'template', 'remove'],
};
const creates: readonly Act[] = ['edit', 'settings', 'append', 'copy', 'template', 'remove'];

/** The acts this person may do; the server checks again. */
export const useMayAct = (): ((act: Act) => boolean) => {
  const btns = useCurrentUser()?.btns ?? [];
  return act => btns.includes(creates.includes(act) ? 'task:create' : 'task:control');
};

interface TaskActs {
  readonly act: (act: Act, task: ActTask) => void;
  readonly busy: boolean;
  /** The question that is open; to be shown. */
  readonly question: ReactNode;
}

interface Goes {
  readonly onEdit: (id: string, step?: 'numbers' | 'pacing') => void;
  readonly onRemoved?: (id: string) => void;
}

const saidAfter = { start: 'started', pause: 'paused', resume: 'resumed', stop: 'stopped', remove: 'removed' } as const;
type Plain = keyof typeof saidAfter;
type Asked = 'start' | 'stop' | 'remove' | 'repeat' | 'template';

/** Does what can be done with a task, after asking where nothing brings it back; lists and boards read themselves anew. */
export const useTaskActs = ({ onEdit, onRemoved }: Goes): TaskActs => {
  const { t } = useTranslation('tasks');
  const queries = useQueryClient();
  const [asking, setAsking] = useState<{ act: Asked; task: ActTask } | null>(null);
  const plain = useMutation({
    mutationFn: ({ act, task, first, at }: { act: Plain; task: ActTask } & HowStarted) =>
      act === 'start'
        ? call(endpoints.task.start, {
            id: task.id,
            ...(first !== undefined && { firstCalls: first }),
            ...(at !== undefined && { at }),
          })
        : call(endpoints.task[act], { id: task.id }),
    onSuccess: (_, { act, task, at }) => {
      toast.ok(at === undefined ? t($ => $.act[saidAfter[act]]) : t($ => $.later.done));
      if (act === 'remove') onRemoved?.(task.id);
    },
    onSettled: () => {
      setAsking(null);
      return Promise.all(
        ['task/list', 'task/board', 'task/detail'].map(key => queries.invalidateQueries({ queryKey: [key] })),
      );
    },
  });
  /** A long name gives way to the word that tells the copy from it. */
  const copyName = (name: string): string => {
    const most = fieldChars(endpoints.task.copy.input, 'name');
    const word = t($ => $.act.copyName, { name: '' });
    return t($ => $.act.copyName, { name: name.slice(0, most - word.length) });
  };
  const copy = useMutation({
    mutationFn: (task: ActTask) => call(endpoints.task.copy, { id: task.id, name: copyName(task.name) }),
    onSuccess: ({ id }) => {
      toast.ok(t($ => $.act.copied));
      onEdit(id, 'numbers');
      return queries.invalidateQueries({ queryKey: ['task/list'] });
    },
  });
  const { mutate: doPlain } = plain;
  const { mutate: doCopy } = copy;
  const act = useCallback(
    (wanted: Act, task: ActTask) => {
      if (wanted === 'copy') return doCopy(task);
      if (wanted === 'edit') return onEdit(task.id);
      if (wanted === 'settings') return onEdit(task.id, 'pacing');
      if (wanted === 'append') return onEdit(task.id, 'numbers');
      if (wanted === 'pause' || wanted === 'resume') return doPlain({ act: wanted, task });
      setAsking({ act: wanted, task });
    },
    [doPlain, doCopy, onEdit],
  );
  const left = asking ? asking.task.counts.total - asking.task.counts.settled - asking.task.counts.calling : 0;
  const live = asking?.task.counts.calling ?? 0;
  const close = () => setAsking(null);
  const question =
    asking?.act === 'repeat' || asking?.act === 'template' ? (
      <Suspense>
        <KeepDialog act={asking.act} task={asking.task} onClose={close} />
      </Suspense>
    ) : asking && asking.act === 'start' ? (
      <StartDialog
        id={asking.task.id}
        name={asking.task.name}
        busy={plain.isPending}
        onStart={how => plain.mutate({ act: 'start', task: asking.task, ...how })}
        onClose={close}
      />
    ) : (
      asking && (
        <Confirm
          title={t($ => $.ask[asking.act as 'stop' | 'remove'], { name: asking.task.name })}
          text={
            asking.act === 'stop'
              ? t($ => $.ask.stopText, { n: count(left) }) +
                (live > 0 ? t($ => $.ask.stopLive, { n: count(live) }) : '')
              : t($ => $.ask.removeText, { n: count(asking.task.counts.total) })
          }
          okText={t($ => $.act[asking.act])}
          cancelText={t($ => $.cancel)}
          busy={plain.isPending}
          onOk={() => plain.mutate({ act: asking.act as 'stop' | 'remove', task: asking.task })}
          onCancel={close}
        />
      )
    );
  return { act, busy: plain.isPending || copy.isPending, question };
};
