import { CirclePlus, Pause, Play, SlidersHorizontal, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { count } from '../../../ui/format.ts';
import { RowActs } from '../../../ui/row-acts.tsx';
import { type Series, timeOf } from './days.ts';

export type SeriesAct = 'append' | 'paused' | 'on' | 'settings' | 'ended';
const icons = { append: CirclePlus, paused: Pause, on: Play, settings: SlidersHorizontal, ended: Square } as const;
const actsOf: Readonly<Record<Series['state'], readonly SeriesAct[]>> = {
  on: ['paused', 'settings', 'ended'],
  paused: ['on', 'settings', 'ended'],
  ended: ['settings'],
};

interface SeriesCardProps {
  readonly series: Series;
  /** Null: this person may not. */
  readonly onAct: ((act: SeriesAct) => void) | null;
}

/** A series: when it runs and whom it calls, how it stands, its latest runs. */
export const SeriesCard = ({ series, onAct }: SeriesCardProps) => {
  const { t } = useTranslation('tasks');
  const word = useTranslation('shell').t;
  const { days: dayWords, everyDay } = {
    days: useTranslation('week').t($ => $.day, { returnObjects: true }),
    everyDay: useTranslation('week').t($ => $.everyDay),
  };
  const { name, people, weekdays, minute, endsOn, state, becauseText, waiting, runs } = series;
  const days = weekdays.length === dayWords.length ? everyDay : weekdays.map(day => dayWords[day]).join(' ');
  const acts = [...(people === 'list' && state !== 'ended' ? (['append'] as const) : []), ...actsOf[state]];
  return (
    <li className="series-card">
      <div className="row gap-8">
        <strong className="cut fill">{name}</strong>
        <span className="key">{t($ => $.series.state[state])}</span>
        {onAct && (
          <RowActs
            name={name}
            more={t($ => $.act.more)}
            acts={acts.map(act => ({
              act,
              word: t($ => $.series.act[act]),
              icon: icons[act],
              danger: act === 'ended',
            }))}
            onAct={onAct}
          />
        )}
      </div>
      <p className="hint">
        {[
          `${days} ${timeOf(minute)}`,
          t($ => $.series.of[people]),
          ...(endsOn === null ? [] : [t($ => $.series.until, { day: endsOn })]),
          ...(people === 'list' ? [t($ => $.series.waiting, { n: count(waiting) })] : []),
        ].join(' · ')}
      </p>
      {becauseText !== '' && <p className="wrong">{becauseText}</p>}
      <ul className="series-runs">
        {runs.map(run => (
          <li key={run.id} className="row gap-8">
            <Link to={`/platform/task/${run.id}`} className="link">
              {run.name}
            </Link>
            <span className="key">
              {word($ => $.taskState[run.state as keyof typeof $.taskState])} ·{' '}
              {t($ => $.series.figures, { answered: count(run.answered), total: count(run.total) })}
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
};
