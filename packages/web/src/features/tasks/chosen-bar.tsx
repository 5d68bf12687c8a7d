import { endpoints } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { SelectionBar } from '../../ui/data-table/selection-bar.tsx';
import type { TaskRow } from '../../ui/task-state.tsx';
import { toast } from '../../ui/toast.ts';
import { actIcons } from './row-acts.tsx';
import { StartSeveral } from './start-several.tsx';
import { actsOf, useMayAct } from './use-task-acts.tsx';

/** What is done with several at once, in this order. */
const acts = ['start', 'resume', 'pause', 'stop', 'remove'] as const;
type Act = (typeof acts)[number];
const asks: readonly Act[] = ['start', 'stop', 'remove'];
/** A task without numbers is not started. */
const fits = (act: Act, task: TaskRow) =>
  actsOf[task.state].includes(act) && !(act === 'start' && task.counts.total === 0);

/** One after the other, so that a refusal names its task and does not keep the others back. Says how many were done. */
const doAll = async (act: Act, tasks: readonly TaskRow[]): Promise<number> => {
  let done = 0;
  for (const { id } of tasks)
    try {
      await call(endpoints.task[act], { id });
      done += 1;
    } catch {
      // Its toast says why; the next one may well go.
    }
  return done;
};

/** Starts, pauses, stops or removes those of the chosen tasks that can be; each button says how many they are. */
export const ChosenBar = ({ tasks, onClear }: { tasks: readonly TaskRow[]; onClear: () => void }) => {
  const { t } = useTranslation('tasks');
  const queries = useQueryClient();
  const mayAct = useMayAct();
  const [asking, setAsking] = useState<Act | null>(null);
  const some = useMutation({
    mutationFn: (act: Act) =>
      doAll(
        act,
        tasks.filter(task => fits(act, task)),
      ),
    onSuccess: (n, act) => {
      if (n > 0) toast.ok(t($ => $.several.done, { n, act: t($ => $.act[act]) }));
      onClear();
    },
    onSettled: () => {
      setAsking(null);
      return queries.invalidateQueries({ queryKey: ['task/list'] });
    },
  });
  const offered = acts
    .map(act => ({ act, n: tasks.filter(task => fits(act, task)).length }))
    .filter(({ act, n }) => n > 0 && mayAct(act));
  const asked = tasks.filter(task => asking && fits(asking, task));
  const n = asked.length;
  return (
    <>
      <SelectionBar chosen={tasks.length} onClear={onClear}>
        {offered.map(({ act, n: many }) => {
          const Icon = actIcons[act];
          return (
            <button
              key={act}
              type="button"
              disabled={some.isPending}
              onClick={() => (asks.includes(act) ? setAsking(act) : some.mutate(act))}
            >
              <Icon size={14} aria-hidden="true" /> {t($ => $.act[act])} {many}
            </button>
          );
        })}
      </SelectionBar>
      {asking === 'start' && (
        <StartSeveral
          tasks={asked}
          busy={some.isPending}
          onStart={() => some.mutate('start')}
          onClose={() => setAsking(null)}
        />
      )}
      {(asking === 'stop' || asking === 'remove') && (
        <Confirm
          title={t($ => $.several[asking], { n })}
          text={t($ => $.several[`${asking}Text`])}
          okText={t($ => $.act[asking])}
          cancelText={t($ => $.cancel)}
          busy={some.isPending}
          onOk={() => some.mutate(asking)}
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  );
};
