import { isNumberParameter, parameterNumbers } from '@lianxian/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { everyRegion, useRegions } from '../../customer/regions.ts';
import { useCustomerChoices } from '../../customer/use-customer.ts';
import { Choices, DaysEditor, Ticks, TypedForm } from '../../ui/filter/editors.tsx';
import '../../ui/plain-select.css';
import { type Filter, type NextDays, nextPresets, type ParameterNumber, type Parameters } from './filter.ts';

interface TicksProps {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

interface Named {
  readonly value: string;
  readonly text: string;
}

/** Some of many that have a name; what is typed narrows them, chosen ones stay. */
const FoundTicks = ({
  label,
  legend,
  all,
  none,
  nameOf,
  value,
  onChange,
}: TicksProps & {
  label: string;
  legend: string;
  all: (typed: string) => readonly Named[] | undefined;
  none: string;
  /** Of one that is chosen and not among what is found. */
  nameOf?: (value: string) => string;
}) => {
  const [typed, setTyped] = useState('');
  const found = all(typed.trim());
  const names = new Map(found?.map(({ value: key, text }) => [key, text]));
  const words = [...new Set([...value, ...(found?.map(each => each.value) ?? [])])];
  return (
    <>
      <input
        type="search"
        className="filter-find"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      <Ticks
        legend={legend}
        words={words}
        value={value}
        draw={word => names.get(word) ?? nameOf?.(word) ?? word}
        onChange={onChange}
      />
      {found?.length === 0 && <p className="key">{none}</p>}
    </>
  );
};

export const OwnerTicks = (ticks: TicksProps) => {
  const { t } = useTranslation('number');
  const people = useCustomerChoices()?.people;
  return (
    <FoundTicks
      label={t($ => $.findPerson)}
      legend={t($ => $.conditions.owners)}
      none={t($ => $.nothingLike)}
      all={typed =>
        people?.filter(({ name }) => name.includes(typed)).map(({ id, name }) => ({ value: id, text: name }))
      }
      nameOf={id => people?.find(each => each.id === id)?.name ?? id}
      {...ticks}
    />
  );
};

export const TagTicks = ({ value, onChange }: TicksProps) => {
  const { t } = useTranslation('number');
  const data = useCustomerChoices();
  const words = [...new Set([...value, ...(data?.tags ?? [])])];
  if (data && words.length === 0) return <p className="key">{t($ => $.noTags)}</p>;
  return <Ticks legend={t($ => $.conditions.tags)} words={words} value={value} draw={tag => tag} onChange={onChange} />;
};

const mostFound = 50;
const leastSought = 2;
/** Regions by part of their name; of nothing typed the provinces. */
export const useFindRegions = (enabled = true) => {
  const regions = useRegions(enabled);
  const every = useMemo(() => regions && everyRegion(regions), [regions]);
  const text = (name: string) => name.replaceAll('/', ' ');
  return {
    nameOf: (code: string): string => text(every?.find(each => each.code === code)?.name ?? code),
    find: (typed: string): readonly Named[] | undefined =>
      (typed.length < leastSought
        ? regions
        : every?.filter(({ name }) => name.includes(typed)).slice(0, mostFound)
      )?.map(({ code, name }) => ({ value: code, text: text(name) })),
  };
};

export const RegionTicks = (ticks: TicksProps) => {
  const { t } = useTranslation('number');
  const { find, nameOf } = useFindRegions();
  return (
    <FoundTicks
      label={t($ => $.findRegion)}
      legend={t($ => $.conditions.regions)}
      none={t($ => $.nothingLike)}
      all={find}
      nameOf={nameOf}
      {...ticks}
    />
  );
};

/** Days of the last call, or none at all. */
export const CalledEditor = ({
  value,
  onChoose,
}: {
  value: Filter['called'];
  onChoose: (called: NonNullable<Filter['called']>) => void;
}) => {
  const { t } = useTranslation('number');
  return (
    <>
      <Choices
        choices={[{ value: 'never', text: t($ => $.never) }]}
        value={value === 'never' ? value : null}
        onChoose={() => onChoose('never')}
      />
      <DaysEditor value={value === 'never' ? null : value} onChoose={onChoose} />
    </>
  );
};

export const NextEditor = ({ value, onChoose }: { value: NextDays | null; onChoose: (next: NextDays) => void }) => {
  const { t } = useTranslation(['number', 'parts']);
  const days = value !== null && typeof value !== 'string' ? value : { from: '', to: '' };
  return (
    <>
      <Choices
        choices={nextPresets.map(each => ({ value: each, text: t($ => $.nextDays[each]) }))}
        value={typeof value === 'string' ? value : null}
        onChoose={onChoose}
      />
      <TypedForm
        names={['from', 'to']}
        onSay={([from = '', to = '']) => onChoose(from <= to ? { from, to } : { from: to, to: from })}
      >
        <label>
          {t($ => $.time.from, { ns: 'parts' })} <input type="date" name="from" required defaultValue={days.from} />
        </label>
        <label>
          {t($ => $.time.to, { ns: 'parts' })} <input type="date" name="to" required defaultValue={days.to} />
        </label>
      </TypedForm>
    </>
  );
};

export const useParameterName = () => {
  const { t } = useTranslation('number');
  const names = useCustomerChoices()?.parameters ?? [];
  return (n: ParameterNumber): string => names[n - 1] || t($ => $.parameter.nameless, { n });
};

/** One parameter after the other: a figure between two, a text by its beginning. */
export const ParametersEditor = ({
  value,
  onChoose,
}: {
  value: Parameters;
  onChoose: (parameters: Parameters) => void;
}) => {
  const { t } = useTranslation('number');
  const nameOf = useParameterName();
  const [n, setN] = useState<ParameterNumber>(
    parameterNumbers.find(each => value[each] !== undefined) ?? parameterNumbers[0]!,
  );
  const within = value[n] ?? { from: '', to: '', begins: '' };
  const say = (texts: FormData): void => {
    const typed = (name: string) => String(texts.get(name) ?? '').trim();
    const next = { from: typed('from'), to: typed('to'), begins: typed('begins') };
    const { [n]: _, ...others } = value;
    onChoose(next.from || next.to || next.begins ? { ...others, [n]: next } : others);
  };
  const field = (name: keyof typeof within, label: string): ReactNode => (
    <label>
      {label}
      <input name={name} inputMode={name === 'begins' ? undefined : 'decimal'} defaultValue={within[name]} />
    </label>
  );
  return (
    <form
      key={n}
      className="filter-range is-bare stack gap-6"
      onSubmit={event => {
        event.preventDefault();
        say(new FormData(event.currentTarget));
      }}
    >
      <select
        className="plain-select"
        aria-label={t($ => $.parameter.which)}
        value={n}
        onChange={event => setN(parameterNumbers.find(each => String(each) === event.target.value) ?? n)}
      >
        {parameterNumbers.map(each => (
          <option key={each} value={each}>
            {nameOf(each)}
          </option>
        ))}
      </select>
      {isNumberParameter(n) ? (
        <>
          {field(
            'from',
            t($ => $.parameter.from),
          )}
          {field(
            'to',
            t($ => $.parameter.to),
          )}
        </>
      ) : (
        field(
          'begins',
          t($ => $.parameter.begins),
        )
      )}
      <button type="submit" className="button">
        {t($ => $.edit.save)}
      </button>
    </form>
  );
};

export const TaskEditor = ({ value, onChoose }: { value: string | null; onChoose: (task: string) => void }) => {
  const { t } = useTranslation('number');
  const tasks = useCustomerChoices()?.tasks;
  return (
    <Choices
      choices={tasks?.map(({ id, name }) => ({ value: id, text: name }))}
      none={t($ => $.noTasks)}
      value={value}
      onChoose={onChoose}
    />
  );
};
