import { useTranslation } from 'react-i18next';

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const minutesOf = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
};

/** From one hour of the day to another. */
export const TimeRange = ({
  value,
  onChange,
}: {
  value: { readonly from: number; readonly to: number };
  onChange: (value: { from: number; to: number }) => void;
}) => {
  const { t } = useTranslation('inspector');
  return (
    <>
      <input
        type="time"
        className="field"
        aria-label={t($ => $.condition.from)}
        value={clock(value.from)}
        onChange={event => onChange({ ...value, from: minutesOf(event.target.value) })}
      />
      <input
        type="time"
        className="field"
        aria-label={t($ => $.condition.to)}
        value={clock(value.to)}
        // Midnight at the end is the end of the day.
        onChange={event => onChange({ ...value, to: minutesOf(event.target.value) || 1_440 })}
      />
    </>
  );
};
