import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { Input } from '../input.tsx';
import { readTime, timeChars, type Window } from './week.ts';
import '../plain-select.css';

interface RangeFormProps {
  /** Days are 0 (Monday) to 6. */
  readonly onAdd: (range: Window, days: readonly number[]) => void;
}

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const sets = { everyDay, workdays: everyDay.slice(0, 5), weekend: everyDay.slice(5) } as const;
type DaySet = keyof typeof sets | '0' | '1' | '2' | '3' | '4' | '5' | '6';
const daysOf = (set: DaySet): readonly number[] => (set in sets ? sets[set as keyof typeof sets] : [Number(set)]);

/** A window typed instead of dragged. */
export const RangeForm = ({ onAdd }: RangeFormProps) => {
  const { t } = useTranslation('week');
  const [set, setSet] = useState<DaySet>('everyDay');
  const [from, setFrom] = useState('9:00');
  const [to, setTo] = useState('12:00');
  const [wrong, setWrong] = useState(false);
  const add = () => {
    const [start, end] = [readTime(from), readTime(to)];
    const fits = start !== null && end !== null && start < end;
    setWrong(!fits);
    if (fits) onAdd({ from: start, to: end }, daysOf(set));
  };
  const onEnter = add;
  return (
    <div className="range-form row gap-8 wrap">
      <select
        aria-label={t($ => $.days)}
        className="plain-select"
        value={set}
        onChange={event => setSet(event.target.value as DaySet)}
      >
        {(['everyDay', 'workdays', 'weekend'] as const).map(each => (
          <option key={each} value={each}>
            {t($ => $[each])}
          </option>
        ))}
        {t($ => $.day, { returnObjects: true }).map((day, at) => (
          <option key={day} value={at}>
            {day}
          </option>
        ))}
      </select>
      <Input
        aria-label={t($ => $.from)}
        value={from}
        maxLength={timeChars}
        wrong={wrong}
        onChange={event => setFrom(event.target.value)}
        onEnter={onEnter}
      />
      –
      <Input
        aria-label={t($ => $.to)}
        value={to}
        maxLength={timeChars}
        wrong={wrong}
        onChange={event => setTo(event.target.value)}
        onEnter={onEnter}
      />
      <Button onClick={add}>{t($ => $.addRange)}</Button>
      {wrong && (
        <p className="wrong" role="alert">
          {t($ => $.wrongTime)}
        </p>
      )}
    </div>
  );
};
