import { endpoints, fieldChars, smsSourceWords } from '@lianxian/contract';
import { messageSources, messageStates, smsKinds } from '@lianxian/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { listed, saidLanguage } from '../../../text/said.ts';
import { type Condition, conditionsOver } from '../../../ui/filter/condition.ts';
import { Choices, DaysEditor, FoundChoices, Ticks, useDaysText } from '../../../ui/filter/editors.tsx';
import { keys } from '../use-sms.ts';
import { everything } from './filter.ts';
import { MessageState, stateWord } from './message-state.tsx';
import type { LogFilter } from './use-log.ts';

const { sms, task } = endpoints;
const offered = 50;

interface Finding {
  readonly value: string | null;
  readonly onChoose: (id: string) => void;
}

/** Templates by part of their name, usable ones or not: what was sent by them stays. */
const TemplateEditor = ({ value, onChoose }: Finding) => {
  const { t } = useTranslation('sms');
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data } = useQuery({
    queryKey: [keys.templates, 'named', q],
    queryFn: ({ signal }) => call(sms.templates, { limit: offered, ...(q && { q }) }, { signal, quiet: true }),
    placeholderData: before => before,
  });
  return (
    <FoundChoices
      label={t($ => $.log.findTemplate)}
      chars={fieldChars(sms.templates.input, 'q')}
      typed={typed}
      onType={setTyped}
      choices={data?.list.map(({ id, name }) => ({ value: id, text: name }))}
      none={t($ => $.log.noTemplate)}
      value={value}
      onChoose={onChoose}
    />
  );
};

export const TaskEditor = ({ value, onChoose }: Finding) => {
  const { t } = useTranslation('sms');
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data } = useQuery({
    queryKey: ['task/list', 'named', q],
    queryFn: ({ signal }) => call(task.list, { limit: offered, ...(q && { q }) }, { signal, quiet: true }),
    placeholderData: before => before,
  });
  return (
    <FoundChoices
      label={t($ => $.log.findTask)}
      chars={fieldChars(task.list.input, 'q')}
      typed={typed}
      onType={setTyped}
      choices={data?.list.map(({ id, name }) => ({ value: id, text: name }))}
      none={t($ => $.log.noTask)}
      value={value}
      onChoose={onChoose}
    />
  );
};

export const useTaskName = (id: string | null): string | null =>
  useQuery({
    queryKey: ['task/detail', id],
    queryFn: ({ signal }) => call(task.detail, { id: id! }, { signal, quiet: true }),
    enabled: id !== null,
  }).data?.name ?? id;

const useTemplateName = (id: string | null): string | null =>
  useQuery({
    queryKey: [keys.templates, 'one', id],
    queryFn: ({ signal }) => call(sms.template, { id: id! }, { signal, quiet: true }),
    enabled: id !== null,
  }).data?.name ?? id;

export const useConditions = ({ filter, change }: LogFilter): readonly Condition[] => {
  const { t } = useTranslation('sms');
  const daysText = useDaysText();
  const language = saidLanguage();
  const mayTasks = useCurrentUser()?.rights.includes('myTask') ?? false;
  const { time, states, template, source, kind, replied, clicked, batch, task: ofTask, call: ofCall } = filter;
  const templateName = useTemplateName(template);
  const taskName = useTaskName(mayTasks ? ofTask : null) ?? ofTask;
  const names = t($ => $.log.conditions, { returnObjects: true });
  const condition = conditionsOver({ change, cleared: everything, names: { ...names, phone: '' } });
  const yes = (key: 'replied' | 'clicked', value: '1' | null) =>
    condition(key, value && t($ => $.log.yes[key]), choose => (
      <Choices choices={[{ value: '1', text: t($ => $.log.yes[key]) }]} value={value} onChoose={choose} />
    ));
  return [
    condition('time', daysText(time), choose => <DaysEditor value={time} onChoose={choose} />),
    condition('states', states.length > 0 ? listed(states.map(stateWord)) : null, () => (
      <Ticks
        legend={names.states}
        words={messageStates}
        value={states}
        draw={state => <MessageState state={state} />}
        onChange={value => change('states', value)}
      />
    )),
    condition('template', templateName, choose => <TemplateEditor value={template} onChoose={choose} />),
    condition('source', source && smsSourceWords[source][language], choose => (
      <Choices
        choices={messageSources.map(value => ({ value, text: smsSourceWords[value][language] }))}
        value={source}
        onChoose={choose}
      />
    )),
    condition('kind', kind && t($ => $.kind[kind]), choose => (
      <Choices
        choices={smsKinds.map(value => ({ value, text: t($ => $.kind[value]) }))}
        value={kind}
        onChoose={choose}
      />
    )),
    yes('replied', replied),
    yes('clicked', clicked),
    condition('task', taskName, choose => <TaskEditor value={ofTask} onChoose={choose} />, { offered: mayTasks }),
    condition('batch', batch && t($ => $.log.one), () => null, { offered: false }),
    condition('call', ofCall && t($ => $.log.one), () => null, { offered: false }),
  ];
};
