import { decisionBecauseText, decisionKindWords, endpoints, fieldChars } from '@lianxian/contract';
import { type DecisionBecause, decisionBecauses, decisionKinds } from '@lianxian/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { listed, saidLanguage } from '../../text/said.ts';
import { type Condition, conditionsOver } from '../../ui/filter/condition.ts';
import { DaysEditor, FoundChoices, Ticks, useDaysText } from '../../ui/filter/editors.tsx';
import { everything } from './filter.ts';
import type { Place } from './use-decisions.ts';

const tasksOffered = 50;

/** Tasks by part of their name, the newest first. */
const TaskEditor = ({ value, onChoose }: { value: string | null; onChoose: (id: string) => void }) => {
  const { t } = useTranslation('decisions');
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data } = useQuery({
    queryKey: ['decisions/tasks', q],
    queryFn: ({ signal }) =>
      call(endpoints.task.list, { limit: tasksOffered, ...(q && { q }) }, { signal, quiet: true }),
    placeholderData: before => before,
  });
  return (
    <FoundChoices
      label={t($ => $.findTask)}
      chars={fieldChars(endpoints.task.list.input, 'q')}
      typed={typed}
      onType={setTyped}
      choices={data?.list.map(({ id, name }) => ({ value: id, text: name }))}
      none={t($ => $.noTasks)}
      value={value}
      onChoose={onChoose}
    />
  );
};

/** In the words that most of them have where they stand. */
const saidOf = (because: DecisionBecause): string => {
  const language = saidLanguage();
  for (const kind of ['settled', 'redial', 'notDialled', 'refused'] as const) {
    const said = decisionBecauseText(kind, because, language);
    if (said !== because) return said;
  }
  return because;
};

const BecauseEditor = ({
  value,
  onChoose,
}: {
  value: DecisionBecause | null;
  onChoose: (because: DecisionBecause) => void;
}) => {
  const { t } = useTranslation('decisions');
  const [typed, setTyped] = useState('');
  const choices = decisionBecauses
    .filter(because => because !== '')
    .map(because => ({ value: because, text: saidOf(because) }));
  return (
    <FoundChoices
      label={t($ => $.findBecause)}
      typed={typed}
      onType={setTyped}
      choices={choices.filter(({ text }) => text.includes(typed.trim()))}
      none={t($ => $.noBecause)}
      value={value}
      onChoose={onChoose}
    />
  );
};

const useTaskName = (id: string | null): string | null => {
  const { t } = useTranslation('parts');
  const { data } = useQuery({
    queryKey: ['task/detail', id],
    queryFn: ({ signal }) => call(endpoints.task.detail, { id: id! }, { signal, quiet: true }),
    enabled: id !== null,
  });
  return id && (data?.name ?? t($ => $.unknown, { id }));
};

/** @param isOfTask its task is what one looks at, and no condition. */
export const useConditions = ({ filter, change }: Place, isOfTask: boolean): readonly Condition[] => {
  const { t } = useTranslation(['decisions', 'parts']);
  const daysText = useDaysText();
  const task = useTaskName(isOfTask ? null : filter.task);
  const language = saidLanguage();
  const names = t($ => $.conditions, { returnObjects: true });
  const condition = conditionsOver({ change, cleared: everything, names: { ...names, phone: '' } });
  const { time, kinds, because } = filter;
  const kindsText = kinds.length > 0 ? listed(kinds.map(kind => decisionKindWords[kind][language])) : null;
  return [
    condition('time', daysText(time), choose => <DaysEditor value={time} onChoose={choose} />),
    condition('kinds', kindsText, () => (
      <Ticks
        legend={names.kinds}
        words={decisionKinds}
        value={kinds}
        draw={kind => decisionKindWords[kind][language]}
        onChange={value => change('kinds', value)}
      />
    )),
    condition('because', because && saidOf(because), choose => <BecauseEditor value={because} onChoose={choose} />),
    condition('import', filter.import, () => null, { offered: false }),
    ...(isOfTask ? [] : [condition('task', task, choose => <TaskEditor value={filter.task} onChoose={choose} />)]),
  ];
};
