import { customerTypeWords, levelWord, phoneOperators } from '@lianxian/contract';
import { isNumberParameter, parameterNumbers } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { useCustomerChoices } from '../../customer/use-customer.ts';
import { listed, saidLanguage } from '../../text/said.ts';
import { type Condition, conditionsOver } from '../../ui/filter/condition.ts';
import { TextEditor, Ticks, useDaysText } from '../../ui/filter/editors.tsx';
import { Level } from '../../ui/level.tsx';
import {
  CalledEditor,
  NextEditor,
  OwnerTicks,
  ParametersEditor,
  RegionTicks,
  TagTicks,
  TaskEditor,
  useFindRegions,
  useParameterName,
} from './editors.tsx';
import { chars, everybody, type Filter, type NextDays, type Parameters, typeTexts, type Unreadable } from './filter.ts';
import type { FilterControl } from './use-number.ts';

const comma = (words: readonly string[]) => (words.length > 0 ? listed(words) : null);

const useNextDaysText = () => {
  const { t } = useTranslation('number');
  const daysText = useDaysText();
  return (next: NextDays | null): string | null =>
    next === null ? null : typeof next === 'string' ? t($ => $.nextDays[next]) : daysText(next);
};

const useParametersText = () => {
  const { t } = useTranslation('number');
  const nameOf = useParameterName();
  return (parameters: Parameters): string | null =>
    comma(
      parameterNumbers.flatMap(n => {
        const within = parameters[n];
        if (!within) return [];
        const { from, to, begins } = within;
        return isNumberParameter(n)
          ? t($ => $.parameter.range, { name: nameOf(n), from, to })
          : t($ => $.parameter.text, { name: nameOf(n), text: begins });
      }),
    );
};

const useCondition = ({ filter, change }: FilterControl) => {
  const { t } = useTranslation('number');
  const words = t($ => $.conditions, { returnObjects: true });
  const made = conditionsOver({ change, cleared: everybody, names: { ...words, view: '', q: '', unread: '' } });
  // What the address says of it and nobody can read is shown as it stands.
  const condition: typeof made = (key, value, ...rest) => {
    const text = filter.unread[key as Unreadable];
    return made(key, value ?? (text === undefined ? null : t($ => $.unreadValue, { text })), ...rest);
  };
  return condition;
};

/** Of what a customer is called. */
const useTexts = (control: FilterControl): readonly Condition[] => {
  const { t } = useTranslation('number');
  const { filter } = control;
  const condition = useCondition(control);
  const hints = { phone: t($ => $.phoneBegins), name: t($ => $.nameBegins), company: t($ => $.companyHas) };
  return (['phone', 'name', 'company'] as const).map(key =>
    condition(key, filter[key], choose => (
      <TextEditor label={hints[key]} maxLength={chars[key]} value={filter[key] ?? ''} onChoose={choose} />
    )),
  );
};

/** Names of what the address names by its id. */
const useNames = ({ owners, task, regions }: Filter) => {
  const { t } = useTranslation('parts');
  const { nameOf } = useFindRegions(regions.length > 0);
  const data = useCustomerChoices(owners.length > 0 || task !== null);
  const nameIn = (all: readonly { id: string; name: string }[] | undefined, id: string) =>
    all?.find(each => each.id === id)?.name ?? t($ => $.unknown, { id });
  return {
    owners: owners.map(id => nameIn(data?.people, id)),
    regions: regions.map(nameOf),
    task: task === null ? null : nameIn(data?.tasks, task),
  };
};

/** Every condition of the library with what it holds now and how it is changed. */
export const useConditions = (control: FilterControl): readonly Condition[] => {
  const { filter, change } = control;
  const { t } = useTranslation('number');
  const condition = useCondition(control);
  const texts = useTexts(control);
  const names = useNames(filter);
  const daysText = useDaysText();
  const nextText = useNextDaysText();
  const parametersText = useParametersText();
  const words = t($ => $.conditions, { returnObjects: true });
  const typeNames = customerTypeWords[saidLanguage()];
  const { types, tags, owners, regions, operators, called, levels, next, parameters, task } = filter;
  return [
    condition('types', comma(types.map(type => typeNames[type])), () => (
      <Ticks
        legend={words.types}
        words={typeTexts}
        value={types}
        draw={type => typeNames[type]}
        onChange={value => change('types', value)}
      />
    )),
    condition('tags', comma(tags), () => <TagTicks value={tags} onChange={value => change('tags', value)} />),
    condition('owners', comma(names.owners), () => (
      <OwnerTicks value={owners} onChange={value => change('owners', value)} />
    )),
    condition('regions', comma(names.regions), () => (
      <RegionTicks value={regions} onChange={value => change('regions', value)} />
    )),
    condition('called', called === 'never' ? t($ => $.never) : daysText(called), choose => (
      <CalledEditor value={called} onChoose={choose} />
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
    condition('next', nextText(next), choose => <NextEditor value={next} onChoose={choose} />),
    ...texts,
    condition('operators', comma(operators.map(each => t($ => $.operators[each]))), () => (
      <Ticks
        legend={words.operators}
        words={phoneOperators}
        value={operators}
        draw={each => t($ => $.operators[each])}
        onChange={value => change('operators', value)}
      />
    )),
    condition('parameters', parametersText(parameters), choose => (
      <ParametersEditor value={parameters} onChoose={choose} />
    )),
    condition('task', names.task, choose => <TaskEditor value={task} onChoose={choose} />),
  ];
};
