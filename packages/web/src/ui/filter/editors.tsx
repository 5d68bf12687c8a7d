import { type FormEvent, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { betweenDays, type Days, daysOf, presets } from './days.ts';

interface Choice<T extends string> {
  readonly value: T;
  readonly text: string;
}

interface ChoicesProps<T extends string> {
  readonly choices: readonly Choice<T>[] | undefined;
  readonly value: T | null;
  readonly onChoose: (value: T) => void;
  /** Shown where there are none. */
  readonly none?: string;
  readonly columns?: 1 | 2;
}

/** One of a list. */
export const Choices = <T extends string>({ choices, value, onChoose, none, columns = 1 }: ChoicesProps<T>) => (
  <div className={columns === 2 ? 'options is-two' : 'options'}>
    {choices?.map(choice => (
      <button
        key={choice.value}
        type="button"
        aria-pressed={choice.value === value}
        onClick={() => onChoose(choice.value)}
      >
        {choice.text}
      </button>
    ))}
    {choices?.length === 0 && none && <p className="key">{none}</p>}
  </div>
);

/** One of a list that is too long to read: what is typed narrows it; `chars`: of what the server is asked for. */
export const FoundChoices = <T extends string>({
  label,
  typed,
  chars,
  onType,
  ...list
}: ChoicesProps<T> & { label: string; typed: string; chars?: number; onType: (typed: string) => void }) => (
  <>
    <input
      type="search"
      className="filter-find"
      aria-label={label}
      placeholder={label}
      maxLength={chars}
      value={typed}
      onChange={event => onType(event.target.value)}
    />
    <Choices {...list} />
  </>
);

/** Some of a few words, each drawn in its own way. */
export const Ticks = <T extends string>({
  legend,
  words,
  value,
  className = '',
  draw,
  onChange,
}: {
  legend: string;
  words: readonly T[];
  value: readonly T[];
  className?: 'is-three' | 'is-row' | '';
  draw: (word: T) => ReactNode;
  onChange: (value: readonly T[]) => void;
}) => {
  const id = useId();
  return (
    <fieldset className={`options ${className}`}>
      <legend className="only-read">{legend}</legend>
      {words.map(word => (
        <label key={word} htmlFor={`${id}-${word}`}>
          <input
            id={`${id}-${word}`}
            type="checkbox"
            checked={value.includes(word)}
            onChange={() => onChange(words.filter(each => value.includes(each) !== (each === word)))}
          />
          {draw(word)}
        </label>
      ))}
    </fieldset>
  );
};

const typedOf = (event: FormEvent<HTMLFormElement>, name: string): string =>
  String(new FormData(event.currentTarget).get(name) ?? '').trim();

/** A line of fields, said at once; `names` are those of its inputs. Nothing is said while one is empty. */
export const TypedForm = ({
  names,
  isBare = false,
  onSay,
  children,
}: {
  names: readonly string[];
  /** Stands alone, not under a list. */
  isBare?: boolean;
  onSay: (texts: readonly string[]) => void;
  children: ReactNode;
}) => {
  const { t } = useTranslation('parts');
  return (
    <form
      className={isBare ? 'filter-range is-bare stack gap-6' : 'filter-range stack gap-6'}
      onSubmit={event => {
        event.preventDefault();
        const texts = names.map(name => typedOf(event, name));
        if (texts.every(Boolean)) onSay(texts);
      }}
    >
      {children}
      <button type="submit" className="button">
        {t($ => $.filter.apply)}
      </button>
    </form>
  );
};

/** One line that is typed: an id, an address. */
export const TextEditor = ({
  label,
  maxLength,
  value,
  onChoose,
}: {
  label: string;
  maxLength: number;
  value: string;
  onChoose: (value: string) => void;
}) => (
  <TypedForm isBare names={['text']} onSay={([text = '']) => onChoose(text)}>
    <input name="text" required maxLength={maxLength} defaultValue={value} aria-label={label} placeholder={label} />
  </TypedForm>
);

/** The usual days, or any from one to another. */
export const DaysEditor = ({ value, onChoose }: { value: Days | null; onChoose: (value: Days) => void }) => {
  const { t } = useTranslation('parts');
  const days = daysOf(value ?? '7d', new Date());
  return (
    <>
      <Choices
        choices={presets.map(preset => ({ value: preset, text: t($ => $.time[preset]) }))}
        value={typeof value === 'string' ? value : null}
        onChoose={onChoose}
      />
      <TypedForm names={['from', 'to']} onSay={([from = '', to = '']) => onChoose(betweenDays(from, to))}>
        <label>
          {t($ => $.time.from)} <input type="date" name="from" required defaultValue={days.from} />
        </label>
        <label>
          {t($ => $.time.to)} <input type="date" name="to" required defaultValue={days.to} />
        </label>
      </TypedForm>
    </>
  );
};

/** Days in words; null: none. */
export const useDaysText = () => {
  const { t } = useTranslation('parts');
  return (days: Days | null): string | null =>
    days && (typeof days === 'string' ? t($ => $.time[days]) : t($ => $.time.range, days));
};
