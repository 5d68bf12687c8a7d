import { endpoints } from '@lianxian/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NameDialog } from '../../../ui/name-dialog.tsx';
import { Segments } from '../../../ui/segments.tsx';
import type { TaskRow } from '../../../ui/task-state.tsx';
import { toast } from '../../../ui/toast.ts';
import { minuteOf, weekdays } from './days.ts';
import { type DaysTyped, RepeatFields } from './repeat-fields.tsx';
import './series.css';

type People = 'unreached' | 'list';

interface RepeatDialogProps {
  readonly task: Pick<TaskRow, 'id' | 'name' | 'state'>;
  readonly onClose: () => void;
}

/** A task that is made anew on its days: whom each run calls, when, and until which day. */
export const RepeatDialog = ({ task, onClose }: RepeatDialogProps) => {
  const { t } = useTranslation('tasks');
  const queries = useQueryClient();
  const isDraft = task.state === 'draft';
  const [people, setPeople] = useState<People>(isDraft ? 'list' : 'unreached');
  const [typed, setTyped] = useState<DaysTyped>({ days: weekdays, time: '09:00', endsOn: '' });
  return (
    <NameDialog
      title={t($ => $.series.make)}
      label={t($ => $.series.name)}
      name={task.name}
      ok={t($ => $.series.ok)}
      endpoint={endpoints.taskSeries.repeat}
      ask={name => ({
        id: task.id,
        name,
        people,
        weekdays: [...typed.days],
        minute: minuteOf(typed.time) ?? -1,
        ...(typed.endsOn !== '' && { endsOn: typed.endsOn }),
      })}
      onDone={() => {
        toast.ok(t($ => $.series.made));
        onClose();
        return Promise.all(['task/list', 'task/series'].map(key => queries.invalidateQueries({ queryKey: [key] })));
      }}
      onClose={onClose}
    >
      <Segments
        label={t($ => $.series.whom)}
        options={(['unreached', 'list'] as const).map(value => ({
          value,
          text: t($ => $.series.of[value]),
          disabled: value === 'list' && !isDraft,
        }))}
        value={people}
        onChange={setPeople}
      />
      <p className="hint">{t($ => $.series.ofHint[people])}</p>
      <RepeatFields typed={typed} onChange={part => setTyped(before => ({ ...before, ...part }))} />
    </NameDialog>
  );
};
