import { endpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useVisitor } from '../../session/visitor.ts';
import {
  LevelsEditor,
  PlanEditor,
  SourceEditor,
  StatesEditor,
  TalkEditor,
  TaskEditor,
  TimeEditor,
  usePlans,
} from './editors.tsx';
import type { Filter } from './filter.ts';
import type { FilterControl } from './use-call-log.ts';

export type ConditionKey = 'time' | 'task' | 'states' | 'levels' | 'plan' | 'source' | 'talk';

export interface Condition {
  readonly key: ConditionKey;
  /** What is chosen, in words; null: nothing. */
  readonly value: string | null;
  /** Behind 更多条件. */
  readonly further: boolean;
  /** May be added by this person; one of a link is shown and obeyed all the same. */
  readonly offered: boolean;
  readonly editor: (onDone: () => void) => ReactNode;
}

const cleared: Readonly<Pick<Filter, ConditionKey>> = {
  time: null,
  task: null,
  states: [],
  levels: [],
  plan: null,
  source: null,
  talk: null,
};
export const removeCondition = ({ change }: FilterControl, key: ConditionKey): void => change(key, cleared[key]);

/** Names of the task and the plan of the address; their number where the name is not to be had. */
const useNames = ({ task, plan }: Filter) => {
  const { t } = useTranslation('callLog');
  const plans = usePlans();
  const named = useQuery({
    queryKey: ['task/detail', task],
    queryFn: ({ signal }) => call(endpoints.task.detail, { id: task! }, { signal, quiet: true }),
    enabled: task !== null,
  });
  return {
    task: task && (named.data?.name ?? t($ => $.unknown, { id: task })),
    plan: plan && (plans.data?.list.find(each => each.id === plan)?.planName ?? t($ => $.unknown, { id: plan })),
  };
};

/** Every condition of the call log with what it holds now and how it is changed. */
export const useConditions = (control: FilterControl): readonly Condition[] => {
  const { t } = useTranslation(['callLog', 'console']);
  const visitor = useVisitor();
  const { filter, change } = control;
  const names = useNames(filter);
  const { time, states, levels, source, talk } = filter;
  const comma = (words: readonly string[]) => (words.length > 0 ? words.join(t($ => $.comma)) : null);
  const editing = <K extends ConditionKey>(key: K) => ({
    value: filter[key],
    onChange: (value: Filter[K]) => change(key, value),
  });
  const tasksSeen = visitor?.rights.includes('myTask') ?? false;
  const more = visitor?.btns.includes('search_more') ?? false;
  return [
    {
      key: 'time',
      value: time && (typeof time === 'string' ? t($ => $.time[time]) : t($ => $.time.range, time)),
      further: false,
      offered: true,
      editor: onDone => <TimeEditor {...editing('time')} onDone={onDone} />,
    },
    {
      key: 'task',
      value: names.task,
      further: false,
      offered: tasksSeen,
      editor: onDone => <TaskEditor {...editing('task')} onDone={onDone} />,
    },
    {
      key: 'states',
      value: comma(states.map(word => t($ => $.state[word], { ns: 'console' }))),
      further: false,
      offered: true,
      editor: onDone => <StatesEditor {...editing('states')} onDone={onDone} />,
    },
    {
      key: 'levels',
      value: comma(levels),
      further: false,
      offered: true,
      editor: onDone => <LevelsEditor {...editing('levels')} onDone={onDone} />,
    },
    {
      key: 'plan',
      value: names.plan,
      further: true,
      offered: more,
      editor: onDone => <PlanEditor {...editing('plan')} onDone={onDone} />,
    },
    {
      key: 'talk',
      value: talk === null ? null : t($ => $.talkAtLeast, { n: talk }),
      further: true,
      offered: more,
      editor: onDone => <TalkEditor {...editing('talk')} onDone={onDone} />,
    },
    {
      key: 'source',
      value: source && t($ => $.sources[source]),
      further: false,
      offered: true,
      editor: onDone => <SourceEditor {...editing('source')} onDone={onDone} />,
    },
  ];
};
