import { type CallOf, endpoints } from '@lianxian/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { count } from '../../../ui/format.ts';
import { Empty, ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { toast } from '../../../ui/toast.ts';
import { WeekGrid } from '../../../ui/week/week-grid.tsx';
import { PortLine } from '../editor/base-step.tsx';
import {
  baseFaults,
  type Draft,
  draftOf,
  insideRules,
  type Port,
  pacingFaults,
  settingsOf,
  type TaskDetail,
} from '../editor/draft.ts';
import { FaultNote } from '../editor/fault-note.tsx';
import { FigureField } from '../editor/figure-field.tsx';
import { RetryList } from '../editor/retry-list.tsx';
import { type Ground, useGround } from '../editor/use-draft.ts';
import { ToldTable } from './told-table.tsx';
import '../editor/editor.css';
import './ahead.css';

type Settings = Omit<CallOf<typeof endpoints.whatIf.look>, 'taskId'>;
const parts = ['ports', 'concurrency', 'windows', 'retries'] as const;

/** What of the draft is not as the task has it; null: something is wrong with it. */
const changesOf = (draft: Draft, task: TaskDetail, ground: Ground): Settings | null => {
  const [own, typed] = [settingsOf(draftOf(task)), settingsOf(draft)];
  if (own === null || typed === null) return null;
  const wished = insideRules(typed, ground.ports ?? [], ground.taskHours);
  const changed = parts.filter(part => JSON.stringify(wished[part]) !== JSON.stringify(own[part]));
  return Object.fromEntries(changed.map(part => [part, wished[part]])) as Settings;
};

/** What would come of a task's list, as it is set and with other settings that one tries out. */
export const AheadTab = ({ id }: { id: string }) => {
  const { t } = useTranslation('tasks');
  const ground = useGround(id);
  const { task, ports } = ground;
  if (ground.failed) return <ErrorPanel title={t($ => $.editor.failed)} error={ground.error} onAgain={ground.again} />;
  if (!task || !ports) return <Skeleton rows={8} />;
  return <Ahead key={id} task={task} ports={ports} ground={ground} />;
};

/** It takes a thread some hundred ms; who leaves takes the question back. */
const useLooked = (taskId: string, asked: Settings) =>
  useQuery({
    queryKey: ['whatIf/look', taskId, asked],
    queryFn: ({ signal }) => call(endpoints.whatIf.look, { taskId, ...asked }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });

interface AheadProps {
  readonly task: TaskDetail;
  readonly ports: readonly Port[];
  readonly ground: Ground;
}

const Ahead = ({ task, ports, ground }: AheadProps) => {
  const { t } = useTranslation('ahead');
  const [draft, setDraft] = useState(() => draftOf(task));
  const [asked, setAsked] = useState<Settings>({});
  const looked = useLooked(task.id, asked);
  const change = (part: Partial<Draft>) => setDraft(before => ({ ...before, ...part }));
  const wished = changesOf(draft, task, ground);
  const isAsked = JSON.stringify(wished) === JSON.stringify(asked);
  const look = () => {
    if (wished === null) return;
    if (isAsked) void looked.refetch();
    else setAsked(wished);
  };
  const back = () => {
    setDraft(draftOf(task));
    setAsked({});
  };
  return (
    <div className="ahead flex fill">
      <form
        className="ahead-settings editor-step-body"
        onSubmit={event => {
          event.preventDefault();
          look();
        }}
      >
        <p className="hint">{t($ => $.whatIf.hint)}</p>
        <Settings draft={draft} ports={ports} ground={ground} onChange={change} />
        <footer className="ahead-foot row gap-8">
          <Button kind="primary" type="submit" disabled={wished === null} loading={looked.isFetching}>
            {t($ => $.whatIf.look)}
          </Button>
          {Object.keys(asked).length > 0 && <Button onClick={back}>{t($ => $.whatIf.back)}</Button>}
          {Object.keys(asked).length > 0 && isAsked && <Adopt task={task} draft={draft} ground={ground} />}
        </footer>
      </form>
      <section className="ahead-told fill" aria-label={t($ => $.whatIf.title)} aria-busy={looked.isFetching}>
        <Told looked={looked} />
      </section>
    </div>
  );
};

const Told = ({ looked }: { looked: ReturnType<typeof useLooked> }) => {
  const { t } = useTranslation('ahead');
  const { data } = looked;
  if (looked.isError && !data)
    return <ErrorPanel title={t($ => $.whatIf.failed)} error={looked.error} onAgain={() => void looked.refetch()} />;
  if (!data) return <Skeleton rows={10} />;
  const { at, numbers, seen, asItIs, changed } = data;
  if (numbers === 0) return <Empty title={t($ => $.whatIf.nobody)} hint={t($ => $.whatIf.nobodyHint)} />;
  const sides = [
    { name: t($ => $.whatIf.asItIs), told: asItIs },
    ...(changed === null ? [] : [{ name: t($ => $.whatIf.changed), told: changed }]),
  ];
  return (
    <>
      <p>
        {t($ => $.whatIf.numbers, { n: count(numbers) })}
        {seen.calls === 0 ? t($ => $.whatIf.seenNone) : t($ => $.whatIf.seen[seen.of], { n: count(seen.calls) })}
      </p>
      <p className="hint">{t($ => $.whatIf.bandHint)}</p>
      <ToldTable at={at} sides={sides} />
      <p className="hint">{t($ => $.whatIf.notIn)}</p>
    </>
  );
};

interface SettingsProps extends Pick<AheadProps, 'ports' | 'ground'> {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

const Settings = ({ draft, ports, ground, onChange }: SettingsProps) => {
  const { t } = useTranslation('tasks');
  return (
    <>
      <section className="editor-step-field">
        <h2>{t($ => $.pacing.speed)}</h2>
        <FigureField
          name="concurrency"
          label={t($ => $.pacing.concurrency)}
          unit={t($ => $.pacing.concurrencyUnit)}
          draft={draft}
          onChange={onChange}
        />
        <ul className="editor-port-lines">
          {ports.map(port => (
            <PortLine key={port.id} port={port} draft={draft} onChange={onChange} />
          ))}
        </ul>
        <FaultNote fault="ports" faults={baseFaults(draft)} />
        <FaultNote fault="channels" faults={baseFaults(draft)} />
      </section>
      <section className="editor-step-field">
        <h2>{t($ => $.pacing.hours)}</h2>
        <WeekGrid week={draft.windows} onChange={windows => onChange({ windows })} />
        <FaultNote fault="hours" faults={pacingFaults(draft)} />
      </section>
      <section className="editor-step-field">
        <h2>{t($ => $.pacing.retries)}</h2>
        <RetryList retries={draft.retries} plans={ground.plans ?? []} onChange={retries => onChange({ retries })} />
        <FaultNote fault="retries" faults={pacingFaults(draft)} />
      </section>
    </>
  );
};

/** The settings that were tried become the task's. */
const Adopt = ({ task, draft, ground }: Pick<AheadProps, 'task' | 'ground'> & { draft: Draft }) => {
  const { t } = useTranslation('ahead');
  const queries = useQueryClient();
  const mayCreate = useCurrentUser()?.btns.includes('task:create') ?? false;
  const save = useMutation({
    mutationFn: () => {
      const settings = settingsOf(draft);
      if (settings === null) throw new Error('settings that were looked at are whole');
      return call(endpoints.task.save, { id: task.id, ...insideRules(settings, ground.ports ?? [], ground.taskHours) });
    },
    onSuccess: () => {
      toast.ok(t($ => $.whatIf.adopted));
      return Promise.all(
        ['task/list', 'task/detail', 'task/board', 'whatIf/look'].map(key =>
          queries.invalidateQueries({ queryKey: [key] }),
        ),
      );
    },
  });
  if (!mayCreate || task.state === 'stopped' || task.state === 'finished') return null;
  return (
    <Button loading={save.isPending} onClick={() => save.mutate()}>
      {t($ => $.whatIf.adopt)}
    </Button>
  );
};
