import { callStateWord, endpoints, levelWord } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Level } from '../../ui/level.tsx';
import { State } from '../../ui/state.tsx';
import { daysOf, type Filter, presets } from './filter.ts';

export interface EditorProps<K extends keyof Filter> {
  readonly value: Filter[K];
  readonly onChange: (value: Filter[K]) => void;
  /** Chosen: the panel may go. */
  readonly onDone: () => void;
}

interface OptionProps {
  readonly text: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}
const Option = ({ text, chosen, onChoose }: OptionProps) => (
  <button type="button" aria-pressed={chosen} onClick={onChoose}>
    {text}
  </button>
);

/** The usual days, or any from one to another. */
export const TimeEditor = ({ value, onChange, onDone }: EditorProps<'time'>) => {
  const { t } = useTranslation('callLog');
  const days = daysOf(value ?? '7d', new Date());
  const choose = (time: Filter['time']) => {
    onChange(time);
    onDone();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const [from, to] = ['from', 'to'].map(name => String(new FormData(event.currentTarget).get(name)));
    if (from && to) choose(from <= to ? { from, to } : { from: to, to: from });
  };
  return (
    <>
      <div className="options">
        {presets.map(preset => (
          <Option
            key={preset}
            text={t($ => $.time[preset])}
            chosen={value === preset}
            onChoose={() => choose(preset)}
          />
        ))}
      </div>
      <form className="range" onSubmit={submit}>
        <label>
          {t($ => $.time.from)} <input type="date" name="from" required defaultValue={days.from} />
        </label>
        <label>
          {t($ => $.time.to)} <input type="date" name="to" required defaultValue={days.to} />
        </label>
        <button type="submit" className="button">
          {t($ => $.time.apply)}
        </button>
      </form>
    </>
  );
};

/** The chosen words with `word` changed, in the order of all words. */
const toggled = <T,>(all: readonly T[], chosen: readonly T[], word: T): readonly T[] =>
  all.filter(each => chosen.includes(each) !== (each === word));

export const StatesEditor = ({ value, onChange }: EditorProps<'states'>) => {
  const { t } = useTranslation('callLog');
  return (
    <fieldset className="options is-two">
      <legend className="only-read">{t($ => $.conditions.states)}</legend>
      {callStateWord.options.map(word => (
        <label key={word}>
          <input
            type="checkbox"
            checked={value.includes(word)}
            onChange={() => onChange(toggled(callStateWord.options, value, word))}
          />
          <State state={word} />
        </label>
      ))}
    </fieldset>
  );
};

export const LevelsEditor = ({ value, onChange }: EditorProps<'levels'>) => {
  const { t } = useTranslation('callLog');
  return (
    <fieldset className="options is-row">
      <legend className="only-read">{t($ => $.conditions.levels)}</legend>
      {levelWord.options.map(word => (
        <label key={word}>
          <input
            type="checkbox"
            aria-label={word}
            checked={value.includes(word)}
            onChange={() => onChange(toggled(levelWord.options, value, word))}
          />
          <Level level={word} />
        </label>
      ))}
    </fieldset>
  );
};

const tasksOffered = 20;

/** Tasks by part of their name, the newest first. */
export const TaskEditor = ({ value, onChange, onDone }: EditorProps<'task'>) => {
  const { t } = useTranslation('callLog');
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data } = useQuery({
    queryKey: ['callLog/tasks', q],
    queryFn: ({ signal }) =>
      call(endpoints.task.list, { limit: tasksOffered, ...(q && { q }) }, { signal, quiet: true }),
    placeholderData: before => before,
  });
  return (
    <>
      <input
        type="search"
        className="find"
        aria-label={t($ => $.findTask)}
        placeholder={t($ => $.findTask)}
        maxLength={50}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      <div className="options">
        {data?.list.map(task => (
          <Option
            key={task.id}
            text={task.name}
            chosen={task.id === value}
            onChoose={() => {
              onChange(task.id);
              onDone();
            }}
          />
        ))}
        {data?.list.length === 0 && <p className="key">{t($ => $.noTasks)}</p>}
      </div>
    </>
  );
};

export const usePlans = () =>
  useQuery({
    queryKey: ['plan/list'],
    queryFn: ({ signal }) => call(endpoints.plan.list, { limit: 100 }, { signal, quiet: true }),
  });

export const PlanEditor = ({ value, onChange, onDone }: EditorProps<'plan'>) => {
  const { t } = useTranslation('callLog');
  const { data } = usePlans();
  return (
    <div className="options">
      {data?.list.map(plan => (
        <Option
          key={plan.id}
          text={plan.planName}
          chosen={plan.id === value}
          onChoose={() => {
            onChange(plan.id);
            onDone();
          }}
        />
      ))}
      {data?.list.length === 0 && <p className="key">{t($ => $.noPlans)}</p>}
    </div>
  );
};

export const SourceEditor = ({ value, onChange, onDone }: EditorProps<'source'>) => {
  const { t } = useTranslation('callLog');
  return (
    <div className="options">
      {(['task', 'hand', 'in'] as const).map(source => (
        <Option
          key={source}
          text={t($ => $.sources[source])}
          chosen={value === source}
          onChoose={() => {
            onChange(source);
            onDone();
          }}
        />
      ))}
    </div>
  );
};

const usualTalks = [10, 30, 60, 120];

export const TalkEditor = ({ value, onChange, onDone }: EditorProps<'talk'>) => {
  const { t } = useTranslation('callLog');
  const choose = (seconds: number) => {
    onChange(seconds);
    onDone();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const seconds = Number(new FormData(event.currentTarget).get('seconds'));
    if (seconds > 0) choose(seconds);
  };
  return (
    <>
      <div className="options">
        {usualTalks.map(seconds => (
          <Option
            key={seconds}
            text={t($ => $.talkAtLeast, { n: seconds })}
            chosen={value === seconds}
            onChoose={() => choose(seconds)}
          />
        ))}
      </div>
      <form className="range" onSubmit={submit}>
        <label>
          <input type="number" name="seconds" min={1} max={86_400} required defaultValue={value ?? ''} />
          {t($ => $.talkUnit)}
        </label>
        <button type="submit" className="button">
          {t($ => $.time.apply)}
        </button>
      </form>
    </>
  );
};
