import { planRanges } from '@lianxian/contract';
import { type DateTest, type DayPoint, dayHalves } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { dayAhead, weekdayName, weekdays } from '../graph/date-text.ts';

/** Within three days. */
export const freshDateTest: DateTest = { of: 'days', from: { ahead: 0 }, to: { ahead: 3 } };

const begin = {
  days: freshDateTest,
  weekdays: { of: 'weekdays', days: [5, 6] },
  half: { of: 'half', half: 'morning' },
} as const satisfies Readonly<Record<DateTest['of'], DateTest>>;
const kinds = ['days', 'weekdays', 'half'] as const;

interface ChecksProps {
  readonly label: string;
  /** What stands before it says what it is. */
  readonly isNamed?: boolean;
  readonly value: readonly number[];
  readonly onChange: (value: readonly number[]) => void;
}

/** Days of the week. */
export const WeekdayChecks = ({ label, isNamed = false, value, onChange }: ChecksProps) => (
  <fieldset className="flex wrap gap-8">
    <legend className={isNamed ? 'only-read' : 'ink2'}>{label}</legend>
    {weekdays.map(day => (
      <label key={day} className="row-in gap-4">
        <input
          type="checkbox"
          checked={value.includes(day)}
          onChange={({ target }) =>
            onChange(target.checked ? [...value, day].toSorted((a, b) => a - b) : value.filter(each => each !== day))
          }
        />
        {weekdayName(day)}
      </label>
    ))}
  </fieldset>
);

/** Days from that of the call on that are chosen by their name. */
const named = [0, 1, 2] as const;

interface PointProps {
  readonly name: string;
  readonly className: string;
  readonly value: DayPoint | undefined;
  readonly onChange: (value: DayPoint | undefined) => void;
}

/** A day seen from the call, or one of the calendar; none where that end is open. */
const PointFields = ({ name, className, value, onChange }: PointProps) => {
  const { t } = useTranslation('studio');
  const isNamed = value !== undefined && 'ahead' in value && named.some(day => day === value.ahead);
  const kind = value === undefined ? 'open' : 'day' in value ? 'day' : isNamed ? String(value.ahead) : 'ahead';
  const choose = (chosen: string) => {
    if (chosen === 'open') onChange(undefined);
    else if (chosen === 'day') onChange({ day: new Date().toISOString().slice(0, 10) });
    else onChange({ ahead: chosen === 'ahead' ? 3 : Number(chosen) });
  };
  return (
    <>
      <select className="plain-choice" aria-label={name} value={kind} onChange={({ target }) => choose(target.value)}>
        <option value="open">{t($ => $.date.open)}</option>
        {named.map(day => (
          <option key={day} value={day}>
            {dayAhead(day)}
          </option>
        ))}
        <option value="ahead">{t($ => $.date.ahead)}</option>
        <option value="day">{t($ => $.date.day)}</option>
      </select>
      {kind === 'ahead' && value && 'ahead' in value && (
        <input
          type="number"
          className={className}
          aria-label={`${name} ${t($ => $.date.ahead)}`}
          min={planRanges.daysAhead.least}
          max={planRanges.daysAhead.most}
          value={value.ahead}
          onChange={({ target: { valueAsNumber: typed } }) => {
            const { least, most } = planRanges.daysAhead;
            if (Number.isFinite(typed)) onChange({ ahead: Math.max(least, Math.min(most, Math.round(typed))) });
          }}
        />
      )}
      {value && 'day' in value && (
        <input
          type="date"
          className={className}
          aria-label={`${name} ${t($ => $.date.day)}`}
          value={value.day}
          onChange={({ target }) => target.value !== '' && onChange({ day: target.value })}
        />
      )}
    </>
  );
};

/** What a day must be: between two, on some days of the week, in a half of it. `className`: of its plain fields. */
export const DateTestFields = ({
  value,
  className,
  onChange,
}: {
  readonly value: DateTest;
  readonly className: string;
  readonly onChange: (value: DateTest) => void;
}) => {
  const { t } = useTranslation('studio');
  const point = (end: 'from' | 'to', days: Extract<DateTest, { of: 'days' }>) => (
    <PointFields
      name={t($ => $.date[end])}
      className={className}
      value={days[end]}
      onChange={next => {
        const { [end]: _, ...rest } = days;
        onChange(next ? { ...rest, [end]: next } : rest);
      }}
    />
  );
  return (
    <>
      <select
        className="plain-choice"
        aria-label={t($ => $.date.of)}
        value={value.of}
        onChange={({ target }) => {
          const kind = kinds.find(each => each === target.value);
          if (kind) onChange(begin[kind]);
        }}
      >
        {kinds.map(kind => (
          <option key={kind} value={kind}>
            {t($ => $.date.kinds[kind])}
          </option>
        ))}
      </select>
      {value.of === 'days' && (
        <>
          {point('from', value)}
          {point('to', value)}
        </>
      )}
      {value.of === 'weekdays' && (
        <WeekdayChecks
          label={t($ => $.date.kinds.weekdays)}
          isNamed
          value={value.days}
          onChange={days => onChange({ of: 'weekdays', days })}
        />
      )}
      {value.of === 'half' && (
        <select
          className="plain-choice"
          aria-label={t($ => $.date.kinds.half)}
          value={value.half}
          onChange={({ target }) => {
            const half = dayHalves.find(each => each === target.value);
            if (half) onChange({ of: 'half', half });
          }}
        >
          {dayHalves.map(half => (
            <option key={half} value={half}>
              {t($ => $.date.halves[half])}
            </option>
          ))}
        </select>
      )}
    </>
  );
};
