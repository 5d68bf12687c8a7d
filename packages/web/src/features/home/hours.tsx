import { useTranslation } from 'react-i18next';
import { count } from '../../ui/format.ts';
import { ScopeNote } from '../../ui/panels.tsx';
import type { Home } from './use-home.ts';
import './hours.css';
import { listed } from '../../text/said.ts';

type Hour = NonNullable<Home['calls']>['hours'][number];

/** The working day is shown whole; what was called outside of it widens it. */
const usualFrom = 9;
const usualTo = 19;
const barPart = 0.5;
const lines = 3;
/** More hours than have room for their time below the bars, at 1200. */
const manyHours = 14;

const all = ({ answered, unanswered }: Hour) => answered + unanswered;
const rounds = [1, 2, 3, 4, 5, 6, 8, 10];
/** The smallest round number of which `lines` steps hold the highest. */
const stepFor = (highest: number): number => {
  const least = Math.max(1, highest / lines);
  const power = 10 ** Math.floor(Math.log10(least));
  return power * (rounds.find(each => each * power >= least) ?? 10);
};

const shownOf = (hours: readonly Hour[]): readonly Hour[] => {
  const busy = hours.filter(hour => all(hour) + hour.before > 0).map(({ hour }) => hour);
  const [from, to] = [Math.min(usualFrom, ...busy), Math.max(usualTo, ...busy)];
  return hours.filter(({ hour }) => hour >= from && hour <= to);
};

/** Bars of the answered over the others, in a box of 100 by 100, and the day before as a line. */
const Bars = ({ hours, top }: { hours: readonly Hour[]; top: number }) => {
  const { t } = useTranslation('home');
  const slot = 100 / hours.length;
  const tall = (calls: number) => (calls / top) * 100;
  const before = hours.map((hour, at) => `${(at + 0.5) * slot},${100 - tall(hour.before)}`);
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {hours.map((hour, at) => {
        const [x, width] = [at * slot + (slot * (1 - barPart)) / 2, slot * barPart];
        return (
          <g key={hour.hour}>
            <title>{t($ => $.hours.of, { ...hour })}</title>
            <rect
              className="home-unanswered"
              x={x}
              width={width}
              y={100 - tall(all(hour))}
              height={tall(hour.unanswered)}
            />
            <rect
              className="home-answered"
              x={x}
              width={width}
              y={100 - tall(hour.answered)}
              height={tall(hour.answered)}
            />
          </g>
        );
      })}
      {hours.some(hour => hour.before > 0) && <polyline points={before.join(' ')} />}
    </svg>
  );
};

/** Calls of the day by hour, beside the day before. */
export const Hours = ({ hours }: { hours: readonly Hour[] }) => {
  const { t } = useTranslation('home');
  const shown = shownOf(hours);
  const highest = Math.max(...shown.map(hour => Math.max(all(hour), hour.before)));
  const step = stepFor(highest);
  const said = shown.filter(hour => all(hour) + hour.before > 0).map(hour => t($ => $.hours.of, { ...hour }));
  return (
    <section className="hours" aria-labelledby="hours-title">
      <header>
        <h2 id="hours-title" className="section-title">
          {t($ => $.hours.title)}
        </h2>
        <span className="home-of home-answered row-in gap-6 small ink2">{t($ => $.hours.answered)}</span>
        <span className="home-of home-unanswered row-in gap-6 small ink2">{t($ => $.hours.unanswered)}</span>
        <span className="home-of home-before row-in gap-6 small ink2">{t($ => $.hours.before)}</span>
      </header>
      <div className="home-plot" role="img" aria-label={t($ => $.hours.label, { list: listed(said, 'clauses') })}>
        {Array.from({ length: lines }, (_, at) => at + 1).map(at => (
          <i key={at} style={{ bottom: `${(at / lines) * 100}%` }}>
            {highest > 0 && <span>{count(at * step)}</span>}
          </i>
        ))}
        {highest === 0 ? (
          <div className="middle">
            <p>{t($ => $.hours.none)}</p>
            <ScopeNote />
          </div>
        ) : (
          <Bars hours={shown} top={step * lines} />
        )}
      </div>
      <ol className={shown.length > manyHours ? 'home-axis is-long grid' : 'home-axis grid'} aria-hidden="true">
        {shown.map(({ hour }) => (
          <li className="whole" key={hour}>
            {hour}:00
          </li>
        ))}
      </ol>
    </section>
  );
};
