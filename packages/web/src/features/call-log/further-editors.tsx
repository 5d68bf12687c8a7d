import { customerTypeWords, endpoints, fieldLimits, hungUpBy } from '@lianxian/contract';
import { customerTypes } from '@lianxian/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { saidLanguage } from '../../text/said.ts';
import { Choices, FoundChoices, Ticks, TypedForm } from '../../ui/filter/editors.tsx';
import {
  type Area,
  type CustomerTypeText,
  type Hours,
  type HungUpWord,
  hoursOf,
  longestWords,
  wordsOf,
} from './filter.ts';

interface EditorProps<T> {
  readonly value: T | null;
  readonly onChoose: (value: T) => void;
}
const hours = fieldLimits(endpoints.call.list.input, 'hourFrom');
const talks = fieldLimits(endpoints.call.list.input, 'talkToS');

interface TicksProps<T> {
  readonly value: readonly T[];
  readonly onChange: (value: readonly T[]) => void;
}

/** What the further conditions can be set to; asked for when one of them is there or is looked at. */
export const useChoices = (enabled: boolean) =>
  useQuery({
    queryKey: ['call/choices'],
    queryFn: ({ signal }) => call(endpoints.call.choices, {}, { signal, quiet: true }),
    enabled,
  });

/** One of some that have a name. */
const NamedEditor = ({
  all,
  label,
  none,
  ...choice
}: EditorProps<string> & {
  all: readonly { readonly id: string; readonly name: string }[] | undefined;
  label: string;
  none: string;
}) => {
  const [typed, setTyped] = useState('');
  return (
    <FoundChoices
      label={label}
      chars={longestWords}
      typed={typed}
      onType={setTyped}
      choices={all
        ?.filter(({ name }) => name.includes(typed.trim()))
        .map(({ id, name }) => ({ value: id, text: name }))}
      none={none}
      {...choice}
    />
  );
};

export const PortEditor = (choice: EditorProps<string>) => {
  const { t } = useTranslation('callLog');
  const { data } = useChoices(true);
  return <NamedEditor all={data?.ports} label={t($ => $.findPort)} none={t($ => $.nothingLike)} {...choice} />;
};

export const OwnerEditor = (choice: EditorProps<string>) => {
  const { t } = useTranslation('callLog');
  const { data } = useChoices(true);
  return <NamedEditor all={data?.people} label={t($ => $.findPerson)} none={t($ => $.nothingLike)} {...choice} />;
};

/** A province, or a city of the province that was chosen. */
export const AreaEditor = ({ value, onChoose }: EditorProps<Area>) => {
  const { t } = useTranslation('callLog');
  const [typed, setTyped] = useState('');
  const { data } = useChoices(true);
  const sought = typed.trim();
  const all = data?.areas.flatMap(({ province, cities }) => [
    { province, city: '' },
    // Cities once one is sought, or their province is chosen: of all provinces they are hundreds.
    ...(sought !== '' || value?.province === province ? cities : [])
      .filter(city => city !== province)
      .map(city => ({ province, city })),
  ]);
  const textOf = ({ province, city }: Area) => (city === '' ? province : `${province} ${city}`);
  const found = all?.filter(area => textOf(area).includes(sought));
  return (
    <FoundChoices
      label={t($ => $.findArea)}
      chars={longestWords}
      typed={typed}
      onType={setTyped}
      choices={found?.map(area => ({ value: textOf(area), text: textOf(area) }))}
      none={t($ => $.nothingLike)}
      value={value && textOf(value)}
      onChoose={text => {
        const area = found?.find(each => textOf(each) === text);
        if (area) onChoose(area);
      }}
    />
  );
};

export const TypeTicks = (ticks: TicksProps<CustomerTypeText>) => {
  const { t } = useTranslation('callLog');
  return (
    <Ticks
      legend={t($ => $.conditions.types)}
      words={customerTypes.map(type => `${type}` as const)}
      draw={type => customerTypeWords[saidLanguage()][Number(type) as (typeof customerTypes)[number]]}
      {...ticks}
    />
  );
};

export const TagTicks = (ticks: TicksProps<string>) => {
  const { t } = useTranslation('callLog');
  const { data } = useChoices(true);
  // Chosen ones stay, though none of the newest calls has them.
  const words = [...new Set([...ticks.value, ...(data?.tags ?? [])])];
  if (data && words.length === 0) return <p className="key">{t($ => $.noTags)}</p>;
  return <Ticks legend={t($ => $.conditions.tags)} words={words} draw={tag => tag} {...ticks} />;
};

const hangers = hungUpBy.options.filter(by => by !== 'nobody');
export const HungUpTicks = (ticks: TicksProps<HungUpWord>) => {
  const { t } = useTranslation(['callLog', 'shell']);
  return (
    <Ticks
      legend={t($ => $.conditions.hungUp)}
      words={hangers}
      draw={by => t($ => $.hungUpBy[by], { ns: 'shell' })}
      {...ticks}
    />
  );
};

const usualHours = ['8-10', '10-12', '12-14', '14-16', '16-18', '18-21'];
const hoursIn = (text: string): Hours => {
  const [from = 0, to = 24] = text.split('-').map(Number);
  return { from, to };
};

/** Hours of the day at which a call was placed. */
export const HoursEditor = ({ value, onChoose }: EditorProps<Hours>) => {
  const { t } = useTranslation('callLog');
  return (
    <>
      <Choices
        columns={2}
        choices={usualHours.map(text => ({ value: text, text: t($ => $.hours, { ...hoursIn(text) }) }))}
        value={value && `${value.from}-${value.to}`}
        onChoose={text => onChoose(hoursIn(text))}
      />
      <TypedForm
        names={['from', 'to']}
        onSay={([from, to]) => {
          const chosen = hoursOf(`${from}-${to}`);
          if (chosen) onChoose(chosen);
        }}
      >
        <label>
          {t($ => $.hourFrom)}{' '}
          <input
            type="number"
            name="from"
            min={hours.least}
            max={hours.most}
            required
            defaultValue={value?.from ?? 9}
          />
        </label>
        <label>
          {t($ => $.hourTo)}{' '}
          <input type="number" name="to" min={hours.least} max={hours.most} required defaultValue={value?.to ?? 12} />
        </label>
      </TypedForm>
    </>
  );
};

/** Seconds of talk at most. */
export const TalkToEditor = ({ value, onChoose }: EditorProps<number>) => {
  const { t } = useTranslation('callLog');
  return (
    <TypedForm
      isBare
      names={['seconds']}
      onSay={([seconds]) => {
        if (Number(seconds) > 0) onChoose(Number(seconds));
      }}
    >
      <label>
        <input type="number" name="seconds" min={talks.least} max={talks.most} required defaultValue={value ?? ''} />
        {t($ => $.talkToUnit)}
      </label>
    </TypedForm>
  );
};

/** What somebody said; too short a text is not sought. */
export const WordsEditor = ({ value, chars, onChoose }: EditorProps<string> & { chars: number }) => {
  const { t } = useTranslation('callLog');
  const [short, setShort] = useState(false);
  return (
    <TypedForm
      isBare
      names={['words']}
      onSay={([text = '']) => {
        const words = wordsOf(text);
        setShort(words === null);
        if (words !== null) onChoose(words);
      }}
    >
      <input
        name="words"
        required
        maxLength={chars}
        defaultValue={value ?? ''}
        aria-label={t($ => $.conditions.words)}
        placeholder={t($ => $.wordsHint)}
      />
      {short && <p role="alert">{t($ => $.wordsShort)}</p>}
    </TypedForm>
  );
};
