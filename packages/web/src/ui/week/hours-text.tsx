import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../text/said.ts';
import { sameDays, type Week } from './week.ts';

/** A week's hours in words: `周一至周五 9:00–12:00、13:30–20:00`; the hours alone where every day has the same. */
export const useHoursText = (): ((week: Week) => string) => {
  const { t } = useTranslation('week');
  const days = t($ => $.day, { returnObjects: true });
  const closed = t($ => $.closedDay);
  const whole = t($ => $.whole);
  const hoursOf = (hours: string) => (hours === '0:00–24:00' ? whole : hours || closed);
  return week => {
    const runs = sameDays(week, saidLanguage());
    if (runs.length === 1) return hoursOf(runs[0]!.hours);
    return runs
      .map(({ from, to, hours }) => `${days[from]}${from === to ? '' : `–${days[to]}`} ${hoursOf(hours)}`)
      .join(' · ');
  };
};
