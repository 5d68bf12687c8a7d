import { auditKinds } from '@lianxian/contract';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../text/said.ts';
import { daysOf, type Filter, kinds, presets } from './filter.ts';
import { useAuditPeople } from './use-audit.ts';

interface EditorProps<K extends keyof Filter> {
  readonly value: Filter[K];
  /** Chosen: the panel may go. */
  readonly onChoose: (value: Filter[K]) => void;
}

const Option = ({ text, chosen, onChoose }: { text: string; chosen: boolean; onChoose: () => void }) => (
  <button type="button" aria-pressed={chosen} onClick={onChoose}>
    {text}
  </button>
);

const typedOf = (event: FormEvent<HTMLFormElement>, name: string): string =>
  String(new FormData(event.currentTarget).get(name) ?? '').trim();

/** The usual days, or any from one to another. */
export const TimeEditor = ({ value, onChoose }: EditorProps<'time'>) => {
  const { t } = useTranslation('audit');
  const days = daysOf(value ?? '7d', new Date());
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const [from, to] = [typedOf(event, 'from'), typedOf(event, 'to')];
    if (from && to) onChoose(from <= to ? { from, to } : { from: to, to: from });
  };
  return (
    <>
      <div className="options">
        {presets.map(preset => (
          <Option
            key={preset}
            text={t($ => $.time[preset])}
            chosen={value === preset}
            onChoose={() => onChoose(preset)}
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
          {t($ => $.apply)}
        </button>
      </form>
    </>
  );
};

/** People by part of their name or account. */
export const PersonEditor = ({ value, onChoose }: EditorProps<'person'>) => {
  const { t } = useTranslation('audit');
  const [typed, setTyped] = useState('');
  const { data } = useAuditPeople(useDeferredValue(typed.trim()));
  return (
    <>
      <input
        type="search"
        className="find"
        aria-label={t($ => $.findPerson)}
        placeholder={t($ => $.findPerson)}
        maxLength={50}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      <div className="options">
        {data?.list.map(person => (
          <Option
            key={person.id}
            text={`${person.name} · ${person.account}`}
            chosen={person.id === value}
            onChoose={() => onChoose(person.id)}
          />
        ))}
        {data?.list.length === 0 && <p className="key">{t($ => $.noPeople)}</p>}
      </div>
    </>
  );
};

export const KindEditor = ({ value, onChoose }: EditorProps<'kind'>) => {
  useTranslation('audit');
  return (
    <div className="options is-two">
      {kinds.map(kind => (
        <Option
          key={kind}
          text={auditKinds[kind][saidLanguage()]}
          chosen={kind === value}
          onChoose={() => onChoose(kind)}
        />
      ))}
    </div>
  );
};

/** One line that is typed: an id, an address. */
export const TextEditor = ({
  label,
  maxLength,
  value,
  onChoose,
}: EditorProps<'ip'> & { label: string; maxLength: number }) => {
  const { t } = useTranslation('audit');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = typedOf(event, 'text');
    if (text) onChoose(text);
  };
  return (
    <form className="range is-bare" onSubmit={submit}>
      <input name="text" required maxLength={maxLength} defaultValue={value} aria-label={label} placeholder={label} />
      <button type="submit" className="button">
        {t($ => $.apply)}
      </button>
    </form>
  );
};
