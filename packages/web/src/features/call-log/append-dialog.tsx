import { endpoints, fieldChars, MOST_APPENDED } from '@lianxian/contract';
import type { TaskState } from '@lianxian/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { count } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ErrorPanel } from '../../ui/panels.tsx';
import { Segments } from '../../ui/segments.tsx';
import { toast } from '../../ui/toast.ts';
import { TaskEditor } from './editors.tsx';
import type { CallQuery } from './filter.ts';

interface AppendDialogProps {
  /** The calls whose people go into a task. */
  readonly query: CallQuery;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

interface Chosen {
  readonly id: string;
  readonly name: string;
  readonly state: TaskState;
}
const nameChars = fieldChars(endpoints.task.copy.input, 'name');
/** Whose numbers are called as soon as they are there. */
const calling: readonly TaskState[] = ['running', 'waiting'];

/** The people of calls into a task, one that is there or a new one with the settings of another; what it refuses is in its batch. */
export const AppendDialog = ({ query, onDone, onClose }: AppendDialogProps) => {
  const { t } = useTranslation('callLog');
  const [where, setWhere] = useState<'there' | 'made'>('there');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [name, setName] = useState('');
  const nameId = useId();
  const found = useQuery({
    queryKey: ['call/people', query],
    queryFn: ({ signal }) => call(endpoints.call.people, query, { signal, quiet: true }),
    staleTime: 0,
  });
  const append = useMutation({
    mutationFn: ({ id }: Chosen) =>
      call(endpoints.call.append, { ...query, into: id, ...(where === 'made' && { name: name.trim() }) }),
    onSuccess: ({ people }) => {
      toast.ok(t($ => $.append.done, { n: count(people) }));
      onDone();
    },
  });
  const people = count(Math.min(found.data?.people ?? 0, MOST_APPENDED));
  const title = found.data
    ? t($ => $.append.title, { people, calls: count(found.data.calls) })
    : t($ => $.append.button);
  const now = where === 'there' && chosen !== null && calling.includes(chosen.state);
  return (
    <Modal title={title} closeLabel={t($ => $.close)} onClose={onClose}>
      <div className="modal-body stack gap-8" aria-busy={append.isPending}>
        {found.isError && <ErrorPanel error={found.error} onAgain={() => void found.refetch()} />}
        {found.data?.more && <p className="hint">{t($ => $.append.more, { n: people })}</p>}
        <Segments
          label={t($ => $.append.where)}
          options={(['there', 'made'] as const).map(value => ({ value, text: t($ => $.append[value]) }))}
          value={where}
          onChange={next => {
            setWhere(next);
            setChosen(null);
          }}
        />
        {where === 'made' && (
          <div className="stack gap-4">
            <label htmlFor={nameId}>{t($ => $.append.name)}</label>
            <Input id={nameId} maxLength={nameChars} value={name} onChange={event => setName(event.target.value)} />
            <span className="hint">{t($ => $.append.madeHint)}</span>
          </div>
        )}
        <TaskEditor
          key={where}
          open={where === 'there'}
          value={chosen?.id ?? null}
          onChoose={() => undefined}
          onTask={setChosen}
        />
        {now && (
          <p role="alert" className="call-log-append-now">
            {t($ => $.append.now, { name: chosen.name, n: people })}
          </p>
        )}
      </div>
      <footer className="call-log-append-foot row gap-8">
        <Button onClick={onClose}>{t($ => $.append.cancel)}</Button>
        <Button
          kind="primary"
          loading={append.isPending}
          disabled={chosen === null || !found.data?.people || (where === 'made' && name.trim() === '')}
          onClick={() => chosen && append.mutate(chosen)}
        >
          {now ? t($ => $.append.callNow) : t($ => $.append.button)}
        </Button>
      </footer>
    </Modal>
  );
};
