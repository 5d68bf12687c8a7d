import { useTranslation } from 'react-i18next';
import { Input } from '../../ui/input.tsx';
import { type SeatsPlace, today } from './place.ts';

/** The day that is looked at; none to come. */
export const DayField = ({ place }: { place: SeatsPlace }) => {
  const { t } = useTranslation('seats');
  return (
    <Input
      type="date"
      className="seats-day"
      aria-label={t($ => $.states.day)}
      value={place.day}
      max={today()}
      onChange={({ target }) =>
        target.value && place.put({ day: target.value === today() ? null : target.value }, true)
      }
    />
  );
};
