import { callStateWord, endpoints, levelWord } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { listed } from '../../text/said.ts';
import { type Condition, conditionsOver } from '../../ui/filter/condition.ts';
import { DaysEditor, Ticks, useDaysText } from '../../ui/filter/editors.tsx';
import { Level } from '../../ui/level.tsx';
import { State } from '../../ui/state.tsx';
import { MarkEditor, PlanEditor, SourceEditor, TalkEditor, TaskEditor, usePlans } from './editors.tsx';
import { type Filter, type Unreadable, viewFilters } from './filter.ts';
import type { FilterControl } from './use-call-log.ts';

/** Names of the task and the plan of the address; their number where the name is not to be had. */
const useNames = ({ task, plan }: Filter) => {
  const { t } = useTranslation('parts');
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
export const useConditions = ({ filter, change }: FilterControl): readonly Condition[] => {
  const { t } = useTranslation(['callLog', 'shell', 'parts']);
  const user = useCurrentUser();
  const names = useNames(filter);
  const daysText = useDaysText();
  const { time, task, plan, states, levels, source, talk, authority } = filter;

  const comma = (words: readonly string[]) => (words.length > 0 ? listed(words) : null);
  const words = t($ => $.conditions, { returnObjects: true });
  const made = conditionsOver({
    change,
    cleared: viewFilters.all,
    names: { ...words, view: '', phone: '', unread: '' },
  });
  // What the address says of it and nobody can read is shown as it stands.
  const condition: typeof made = (key, value, ...rest) => {
    const text = filter.unread[key as Unreadable];
    return made(key, value ?? (text === undefined ? null : t($ => $.unreadValue, { text })), ...rest);
  };
  const tasksSeen = user?.rights.includes('myTask') ?? false;
  // Plan and talk time stand behind 更多条件.
  const further = { offered: user?.btns.includes('search_more') ?? false, group: t($ => $.moreTitle) };
  return [
    condition('time', daysText(time), choose => <DaysEditor value={time} onChoose={choose} />),
    condition('task', names.task, choose => <TaskEditor value={task} onChoose={choose} />, { offered: tasksSeen }),
    condition('states', comma(states.map(word => t($ => $.state[word], { ns: 'shell' }))), () => (
      <Ticks
        legend={words.states}
        words={callStateWord.options}
        value={states}
        className="is-three"
        draw={word => <State state={word} />}
        onChange={value => change('states', value)}
      />
    )),
    condition('levels', comma(levels), () => (
      <Ticks
        legend={words.levels}
        words={levelWord.options}
        value={levels}
        className="is-row"
        draw={word => <Level level={word} />}
        onChange={value => change('levels', value)}
      />
    )),
    condition('plan', names.plan, choose => <PlanEditor value={plan} onChoose={choose} />, further),
    condition(
      'talk',
      talk === null ? null : t($ => $.talkAtLeast, { n: talk }),
      choose => <TalkEditor value={talk} onChoose={choose} />,
      further,
    ),
    condition('source', source && t($ => $.sources[source]), choose => (
      <SourceEditor value={source} onChoose={choose} />
    )),
    condition('authority', authority && t($ => $.authority), choose => (
      <MarkEditor value={authority} onChoose={choose} />
    )),
  ];
};
