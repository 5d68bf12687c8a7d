import { becauseText, callStateWord, customerTypeWords, endpoints, levelWord, statPages } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { listed, saidLanguage } from '../../text/said.ts';
import { type Condition, conditionsOver } from '../../ui/filter/condition.ts';
import { DaysEditor, TextEditor, Ticks, useDaysText } from '../../ui/filter/editors.tsx';
import { Level } from '../../ui/level.tsx';
import { State } from '../../ui/state.tsx';
import { variantName } from '../../ui/variant.ts';
import { MarkEditor, PlanEditor, SourceEditor, TalkEditor, TaskEditor, usePlans, VariantEditor } from './editors.tsx';
import { type Filter, longestCaller, longestWords, type Unreadable, viewFilters, weekdayTexts } from './filter.ts';
import {
  AreaEditor,
  HoursEditor,
  HungUpTicks,
  OwnerEditor,
  PortEditor,
  TagTicks,
  TalkToEditor,
  TypeTicks,
  useChoices,
  WordsEditor,
} from './further-editors.tsx';
import type { FilterControl } from './use-call-log.ts';

/** Names of what the address names by its number; that number where the name is not to be had. */
const useNames = ({ task, plan, port, owner, line }: Filter) => {
  const { t } = useTranslation('parts');
  const plans = usePlans();
  const named = useQuery({
    queryKey: ['task/detail', task],
    queryFn: ({ signal }) => call(endpoints.task.detail, { id: task! }, { signal, quiet: true }),
    enabled: task !== null,
  });
  const { data: choices } = useChoices(port !== null || owner !== null);
  const seesStatistics = useCurrentUser()?.rights.some(right => statPages.some(page => page === right)) ?? false;
  const { data: lines } = useQuery({
    queryKey: ['stat/choices', '', null],
    queryFn: ({ signal }) => call(endpoints.stat.choices, {}, { signal, quiet: true }),
    // Who followed a link of the statistics may see them.
    enabled: line !== null && seesStatistics,
  });
  const nameIn = (all: readonly { id: string; name: string }[] | undefined, id: string | null) =>
    id && (all?.find(each => each.id === id)?.name ?? t($ => $.unknown, { id }));
  return {
    line: nameIn(lines?.lines, line),
    port: nameIn(choices?.ports, port),
    owner: nameIn(choices?.people, owner),
    task: task && (named.data?.name ?? t($ => $.unknown, { id: task })),
    plan: plan && (plans.data?.list.find(each => each.id === plan)?.planName ?? t($ => $.unknown, { id: plan })),
  };
};

const comma = (words: readonly string[]) => (words.length > 0 ? listed(words) : null);

const useCondition = ({ filter, change }: FilterControl) => {
  const { t } = useTranslation('callLog');
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
  return condition;
};

/** What statistics lead here with; a few of it can be chosen here as well. */
const useFromStatistics = (
  control: FilterControl,
  lineName: string | null,
  further: Pick<Condition, 'offered' | 'group'>,
): readonly Condition[] => {
  const { filter, change } = control;
  const { t } = useTranslation('callLog');
  const condition = useCondition(control);
  const { version, because, caller, weekdays } = filter;
  const days = t($ => $.weekdays, { returnObjects: true });
  const names = t($ => $.conditions, { returnObjects: true });
  const asItCame = () => <p className="key">{t($ => $.fromStatistics)}</p>;
  const ofLink = { ...further, offered: false };
  return [
    condition(
      'version',
      version && (Number(version) > 0 ? t($ => $.versionOf, { n: version }) : t($ => $.draft)),
      asItCame,
      ofLink,
    ),
    condition('line', lineName, asItCame, ofLink),
    condition('because', comma(because.map(key => becauseText(key, saidLanguage()))), asItCame, ofLink),
    condition(
      'caller',
      caller,
      choose => <TextEditor label={names.caller} maxLength={longestCaller} value={caller ?? ''} onChoose={choose} />,
      further,
    ),
    condition(
      'weekdays',
      comma(weekdays.map(day => days[Number(day)] ?? day)),
      () => (
        <Ticks
          legend={names.weekdays}
          words={weekdayTexts}
          value={weekdays}
          className="is-three"
          draw={day => days[Number(day)]}
          onChange={value => change('weekdays', value)}
        />
      ),
      further,
    ),
  ];
};

/** What stands behind 更多条件. */
const useFurther = (control: FilterControl, names: ReturnType<typeof useNames>): readonly Condition[] => {
  const { filter, change } = control;
  const { t } = useTranslation(['callLog', 'shell']);
  const condition = useCondition(control);
  const offered = useCurrentUser()?.btns.includes('search_more') ?? false;
  const further = { offered, group: t($ => $.moreTitle) };
  const { plan, talk, talkTo, port, owner, types, tags, area, hungUp, hours, words } = filter;
  const typeNames = customerTypeWords[saidLanguage()];
  return [
    condition(
      'words',
      words && `「${words}」`,
      choose => <WordsEditor value={words} chars={longestWords} onChoose={choose} />,
      further,
    ),
    condition('plan', names.plan, choose => <PlanEditor value={plan} onChoose={choose} />, further),
    condition(
      'talk',
      talk === null ? null : t($ => $.talkAtLeast, { n: talk }),
      choose => <TalkEditor value={talk} onChoose={choose} />,
      further,
    ),
    condition(
      'talkTo',
      talkTo === null ? null : t($ => $.talkAtMost, { n: talkTo }),
      choose => <TalkToEditor value={talkTo} onChoose={choose} />,
      further,
    ),
    condition(
      'types',
      comma(types.map(type => typeNames[type])),
      () => <TypeTicks value={types} onChange={value => change('types', value)} />,
      further,
    ),
    condition('tags', comma(tags), () => <TagTicks value={tags} onChange={value => change('tags', value)} />, further),
    condition(
      'area',
      area && [area.province, area.city].filter(Boolean).join(' '),
      choose => <AreaEditor value={area} onChoose={choose} />,
      further,
    ),
    condition(
      'hungUp',
      comma(hungUp.map(by => t($ => $.hungUpBy[by], { ns: 'shell' }))),
      () => <HungUpTicks value={hungUp} onChange={value => change('hungUp', value)} />,
      further,
    ),
    condition(
      'hours',
      hours && t($ => $.hours, { ...hours }),
      choose => <HoursEditor value={hours} onChoose={choose} />,
      further,
    ),
    condition('port', names.port, choose => <PortEditor value={port} onChoose={choose} />, further),
    condition('owner', names.owner, choose => <OwnerEditor value={owner} onChoose={choose} />, further),
    ...useFromStatistics(control, names.line, further),
  ];
};

/** Every condition of the call log with what it holds now and how it is changed. */
export const useConditions = (control: FilterControl): readonly Condition[] => {
  const { filter, change } = control;
  const { t } = useTranslation(['callLog', 'shell', 'parts']);
  const user = useCurrentUser();
  const names = useNames(filter);
  const daysText = useDaysText();
  const { time, task, states, levels, source, authority, variant } = filter;
  const condition = useCondition(control);
  const further = useFurther(control, names);
  const words = t($ => $.conditions, { returnObjects: true });
  const tasksSeen = user?.rights.includes('myTask') ?? false;
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
    ...further,
    condition('source', source && t($ => $.sources[source]), choose => (
      <SourceEditor value={source} onChoose={choose} />
    )),
    condition('authority', authority && t($ => $.authority), choose => (
      <MarkEditor value={authority} onChoose={choose} />
    )),
    condition(
      'variant',
      variant && variantName(Number(variant)),
      choose => <VariantEditor value={variant} onChoose={choose} />,
      { offered: task !== null },
    ),
  ];
};
