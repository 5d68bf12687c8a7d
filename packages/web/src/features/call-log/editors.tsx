import { callSources, endpoints, fieldChars } from '@lianxian/contract';
import type { TaskState } from '@lianxian/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Choices, FoundChoices, TypedForm } from '../../ui/filter/editors.tsx';
import { variantName } from '../../ui/variant.ts';
import { type Filter, longestTalk, variantTexts } from './filter.ts';

interface EditorProps<T> {
  readonly value: T | null;
  readonly onChoose: (value: T) => void;
}

const tasksOffered = 20;

interface TaskEditorProps extends EditorProps<string> {
  /** Numbers can still be added to what is offered. */
  readonly open?: boolean;
  /** Tells of the task that was chosen what the list knew of it. */
  readonly onTask?: (task: { readonly id: string; readonly name: string; readonly state: TaskState }) => void;
}

const taskNameChars = fieldChars(endpoints.task.list.input, 'q');

/** Tasks by part of their name, the newest first. */
export const TaskEditor = ({ value, onChoose, onTask, open = false }: TaskEditorProps) => {
  const { t } = useTranslation(['callLog', 'shell']);
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data } = useQuery({
    queryKey: ['callLog/tasks', q, open],
    queryFn: ({ signal }) =>
      call(
        endpoints.task.list,
        { limit: tasksOffered, ...(open && { open: '1' }), ...(q && { q }) },
        { signal, quiet: true },
      ),
    placeholderData: before => before,
  });
  const tasks = data?.list;
  return (
    <FoundChoices
      label={t($ => $.findTask)}
      chars={taskNameChars}
      typed={typed}
      onType={setTyped}
      choices={tasks?.map(task => ({
        value: task.id,
        text: `${task.name} · ${t($ => $.taskState[task.state], { ns: 'shell' })}`,
      }))}
      none={t($ => $.noTasks)}
      value={value}
      onChoose={id => {
        const task = tasks?.find(each => each.id === id);
        if (task) onTask?.(task);
        onChoose(id);
      }}
    />
  );
};

export const usePlans = () =>
  useQuery({
    queryKey: ['plan/options'],
    queryFn: ({ signal }) => call(endpoints.plan.options, { limit: 100 }, { signal, quiet: true }),
  });

export const PlanEditor = ({ value, onChoose }: EditorProps<string>) => {
  const { t } = useTranslation('callLog');
  const { data } = usePlans();
  return (
    <Choices
      choices={data?.list.map(plan => ({ value: plan.id, text: plan.planName }))}
      none={t($ => $.noPlans)}
      value={value}
      onChoose={onChoose}
    />
  );
};

const usualTalks = ['10', '30', '60', '120'];

/** Seconds of talk at least. */
export const TalkEditor = ({ value, onChoose }: EditorProps<number>) => {
  const { t } = useTranslation('callLog');
  return (
    <>
      <Choices
        choices={usualTalks.map(seconds => ({ value: seconds, text: t($ => $.talkAtLeast, { n: Number(seconds) }) }))}
        value={value === null ? null : String(value)}
        onChoose={seconds => onChoose(Number(seconds))}
      />
      <TypedForm
        names={['seconds']}
        onSay={([seconds]) => {
          if (Number(seconds) > 0) onChoose(Number(seconds));
        }}
      >
        <label>
          <input type="number" name="seconds" min={1} max={longestTalk} required defaultValue={value ?? ''} />
          {t($ => $.talkUnit)}
        </label>
      </TypedForm>
    </>
  );
};

/** Where calls come from. */
export const SourceEditor = (choice: EditorProps<(typeof callSources)[number]>) => {
  const { t } = useTranslation('callLog');
  return <Choices choices={callSources.map(each => ({ value: each, text: t($ => $.sources[each]) }))} {...choice} />;
};

/** What calls are marked with, in the words of the mark. */
export const MarkEditor = (choice: EditorProps<NonNullable<Filter['authority']>>) => {
  const { t } = useTranslation('shell');
  return <Choices choices={[{ value: '1', text: t($ => $.record.namesAuthority) }]} {...choice} />;
};

/** Plans that a task compares, as it calls them. */
export const VariantEditor = (choice: EditorProps<NonNullable<Filter['variant']>>) => (
  <Choices choices={variantTexts.map(each => ({ value: each, text: variantName(Number(each)) }))} {...choice} />
);
