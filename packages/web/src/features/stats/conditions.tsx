import { answerBys, endpoints, fieldChars } from '@lianxian/contract';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Condition, conditionsOver } from '../../ui/filter/condition.ts';
import { Choices, DaysEditor, FoundChoices, useDaysText } from '../../ui/filter/editors.tsx';
import { type StatFilter, type StatPart, type StatParts, wholeFilter } from './filter.ts';
import { useChoices } from './use-choices.ts';
import type { StatControl } from './use-stat-filter.ts';

const nameChars = fieldChars(endpoints.stat.choices.input, 'q');

interface EditorProps {
  readonly value: string | null;
  readonly onChoose: (value: string) => void;
}
type Named = 'task' | 'plan' | 'line' | 'port' | 'owner';
const listOf = { task: 'tasks', plan: 'plans', line: 'lines', port: 'ports', owner: 'people' } as const;

/** One of those that have a name. Tasks are many: the server looks for them. */
const NamedEditor = ({ part, value, onChoose }: EditorProps & { part: Named }) => {
  const { t } = useTranslation('stats');
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data } = useChoices(part === 'task' ? q : '');
  const found = data?.[listOf[part]].filter(({ name }) => part === 'task' || name.includes(typed.trim()));
  return (
    <FoundChoices
      label={t($ => $.find[part])}
      chars={nameChars}
      typed={typed}
      onType={setTyped}
      choices={found?.map(({ id, name }) => ({ value: id, text: name }))}
      none={t($ => $.nothingLike)}
      value={value}
      onChoose={onChoose}
    />
  );
};

const VersionEditor = ({ plan, value, onChoose }: EditorProps & { plan: string | null }) => {
  const { t } = useTranslation('stats');
  const { data } = useChoices();
  const versions = data?.plans.find(({ id }) => id === plan)?.versions;
  return (
    <Choices
      choices={plan === null ? [] : versions?.map(n => ({ value: String(n), text: t($ => $.versionOf, { n }) }))}
      none={t($ => (plan === null ? $.noVersions : $.nothingLike))}
      value={value}
      onChoose={onChoose}
    />
  );
};

/** Names of what the address names by its number; that number where the name is not to be had. */
const useNames = (filter: StatFilter) => {
  const { t } = useTranslation(['stats', 'parts']);
  const named = (['task', 'plan', 'line', 'port', 'owner'] as const).filter(part => filter[part] !== null);
  const { data } = useChoices('', filter.task, named.length > 0);
  return (part: Named): string | null => {
    const id = filter[part];
    if (id === null) return null;
    if (id === '0') return t($ => $.none);
    return data?.[listOf[part]].find(each => each.id === id)?.name ?? t($ => $.unknown, { id, ns: 'parts' });
  };
};

/** The conditions that a page knows, with what they hold now and how they are changed. */
export const useConditions = (control: StatControl, parts: readonly StatPart[]): readonly Condition[] => {
  const { filter, change } = control;
  const { t } = useTranslation('stats');
  const daysText = useDaysText();
  const nameOf = useNames(filter);
  const names = t($ => $.conditions, { returnObjects: true });
  const made = conditionsOver<StatParts>({ change, cleared: wholeFilter, names });
  // What the address says of it and nobody can read is shown as it stands.
  const condition: typeof made = (key, value, ...rest) => {
    const text = filter.unread[key];
    return made(key, text === undefined ? value : t($ => $.unreadValue, { text }), ...rest);
  };
  const named = (part: Named) =>
    condition(part, nameOf(part), choose => <NamedEditor part={part} value={filter[part]} onChoose={choose} />);
  const all = [
    condition('time', daysText(filter.time), choose => <DaysEditor value={filter.time} onChoose={choose} />),
    named('task'),
    named('plan'),
    condition('version', filter.version && t($ => $.versionOf, { n: filter.version }), choose => (
      <VersionEditor plan={filter.plan} value={filter.version} onChoose={choose} />
    )),
    named('line'),
    named('port'),
    named('owner'),
    condition('by', filter.by && t($ => $.collection.by[filter.by!]), choose => (
      <Choices
        choices={answerBys.map(by => ({ value: by, text: t($ => $.collection.by[by]) }))}
        value={filter.by}
        onChoose={choose}
      />
    )),
    condition('byHand', filter.byHand && t($ => $.byHand), choose => (
      <Choices choices={[{ value: '1', text: t($ => $.byHand) }]} value={filter.byHand} onChoose={choose} />
    )),
  ];
  return all.filter(({ key }) => parts.some(part => part === key));
};
