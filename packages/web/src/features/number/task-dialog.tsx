import { endpoints, fieldChars } from '@lianxian/contract';
import type { TaskState } from '@lianxian/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { FoundChoices } from '../../ui/filter/editors.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { count } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Segments } from '../../ui/segments.tsx';
import { toast } from '../../ui/toast.ts';
import type { ActProps } from './started.ts';

const tasksOffered = 20;
const taskNameChars = fieldChars(endpoints.task.list.input, 'q');
const newNameChars = fieldChars(endpoints.task.copy.input, 'name');
/** Whose numbers are called as soon as they are there. */
const calling: readonly TaskState[] = ['running', 'waiting'];

/** Views that no task follows. */
const unfollowed: readonly string[] = ['today', 'blacklist'];

/** The filtered customers into a task, through the checks of an import: one that is there, or a new one like it. */
export const TaskDialog = ({ query, n, onDone, onClose }: ActProps) => {
  const { t } = useTranslation(['number', 'parts', 'shell']);
  const id = useId();
  const queries = useQueryClient();
  const [where, setWhere] = useState<'there' | 'made'>('there');
  const [name, setName] = useState('');
  const [typed, setTyped] = useState('');
  const [into, setInto] = useState<string | null>(null);
  const [follows, setFollows] = useState(false);
  const mayFollow = query.ids === undefined && !unfollowed.includes(query.view ?? 'all');
  const q = useDeferredValue(typed.trim());
  const { data } = useQuery({
    queryKey: ['number/tasks', q, where],
    queryFn: ({ signal }) =>
      call(
        endpoints.task.list,
        { limit: tasksOffered, ...(where === 'there' && { open: '1' }), ...(q && { q }) },
        { signal, quiet: true },
      ),
    placeholderData: before => before,
  });
  const task = data?.list.find(each => each.id === into);
  const add = useMutation({
    mutationFn: (task: string) =>
      // A new task's name is another thing than the name that the filter looks for.
      call(endpoints.customerActs.toTask, {
        ...query,
        into: task,
        ...(where === 'made' && { newName: name.trim() }),
        ...(mayFollow && follows && { follow: '1' as const }),
      }),
    onSuccess: ({ people }) => {
      void queries.invalidateQueries({ queryKey: ['batch/list'] });
      void queries.invalidateQueries({ queryKey: ['task/follow'] });
      toast.ok(t($ => $.toTask[mayFollow && follows ? 'followed' : 'done'], { n: count(people) }));
      onDone();
    },
  });
  const isCalled = where === 'there' && task !== undefined && calling.includes(task.state);
  const isReady = into !== null && (where === 'there' || name.trim() !== '');
  return (
    <Modal title={t($ => $.toTask.title, { n })} closeLabel={t($ => $.close, { ns: 'parts' })} onClose={onClose}>
      <div className="modal-body stack gap-8">
        <Segments
          label={t($ => $.toTask.where)}
          options={(['there', 'made'] as const).map(value => ({ value, text: t($ => $.toTask[value]) }))}
          value={where}
          onChange={next => {
            setWhere(next);
            setInto(null);
          }}
        />
        {where === 'made' && (
          <FormField id={id} label={t($ => $.toTask.name)} needed hint={t($ => $.toTask.madeHint)}>
            <Input id={id} maxLength={newNameChars} value={name} onChange={event => setName(event.target.value)} />
          </FormField>
        )}
        <FoundChoices
          label={t($ => $.findTask)}
          chars={taskNameChars}
          typed={typed}
          onType={setTyped}
          choices={data?.list.map(each => ({
            value: each.id,
            text: `${each.name} · ${t($ => $.taskState[each.state], { ns: 'shell' })}`,
          }))}
          none={t($ => $.nothingLike)}
          value={into}
          onChoose={setInto}
        />
        <p className="hint">{t($ => $.toTask.hint)}</p>
        {mayFollow && (
          <>
            <label className="row gap-6">
              <input type="checkbox" checked={follows} onChange={event => setFollows(event.target.checked)} />
              {t($ => $.toTask.follow)}
            </label>
            {follows && <p className="hint">{t($ => $.toTask.followHint)}</p>}
          </>
        )}
        {isCalled && <p className="wrong">{t($ => $.toTask.now, { name: task.name })}</p>}
        <footer className="row gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.acts.cancel)}</Button>
          <Button
            kind="primary"
            danger={isCalled}
            disabled={!isReady}
            loading={add.isPending}
            onClick={() => into !== null && add.mutate(into)}
          >
            {isCalled ? t($ => $.toTask.callNow) : t($ => $.toTask.ok)}
          </Button>
        </footer>
      </div>
    </Modal>
  );
};
