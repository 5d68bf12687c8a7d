import { useTranslation } from 'react-i18next';
import { Input } from '../../../ui/input.tsx';
import { weekdays } from './days.ts';

/** The days of a series as one types them. */
export interface DaysTyped {
  readonly days: readonly number[];
  readonly time: string;
  /** '' where it goes on for good. */
  readonly endsOn: string;
}

interface RepeatFieldsProps {
  readonly typed: DaysTyped;
  readonly onChange: (part: Partial<DaysTyped>) => void;
}

/** On which days, at what time, until when. */
export const RepeatFields = ({ typed, onChange }: RepeatFieldsProps) => {
  const { t } = useTranslation('tasks');
  const dayWords = useTranslation('week').t($ => $.day, { returnObjects: true });
  const { days, time, endsOn } = typed;
  const toggle = (day: number) =>
    onChange({ days: days.includes(day) ? days.filter(each => each !== day) : [...days, day] });
  return (
    <>
      <fieldset className="series-days row gap-8 wrap">
        <legend>{t($ => $.series.days)}</legend>
        {weekdays.map(day => (
          <label key={day} className="row-in gap-4">
            <input type="checkbox" checked={days.includes(day)} onChange={() => toggle(day)} />
            {dayWords[day]}
          </label>
        ))}
      </fieldset>
      <div className="row gap-10 wrap">
        <label htmlFor="series-time">{t($ => $.series.time)}</label>
        <Input id="series-time" type="time" value={time} onChange={event => onChange({ time: event.target.value })} />
        <label htmlFor="series-endsOn">{t($ => $.series.endsOn)}</label>
        <Input
          id="series-endsOn"
          type="date"
          value={endsOn}
          onChange={event => onChange({ endsOn: event.target.value })}
        />
      </div>
    </>
  );
};
