import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { count } from '../../ui/format.ts';
import { percent, share } from './figures.ts';
import type { QualitySum } from './quality.ts';

/** From the list to A and B: each step with its share of the one before, and how it was on the days before. */
export const Funnel = ({ sum, to }: { sum: QualitySum; to: string | null }) => {
  const { t } = useTranslation('stats');
  const { now } = sum;
  const steps = [
    { key: 'listed', n: sum.listed, of: null },
    { key: 'dialled', n: now.numbers, of: sum.listed },
    { key: 'answered', n: now.answered, of: now.calls },
    { key: 'heard', n: now.heard, of: now.answered },
    { key: 'good', n: now.good, of: now.answered },
  ] as const;
  const most = Math.max(1, ...steps.map(({ n }) => n));
  return (
    <section className="stack gap-8" aria-labelledby="stats-funnel">
      <header className="row gap-10 wrap">
        <h2 id="stats-funnel" className="section-title">
          {t($ => $.planQuality.funnel)}
        </h2>
        <span className="key small">{t($ => $.planQuality.funnelOf)}</span>
        {to && (
          <Link className="link push" to={to}>
            {t($ => $.calls)}
          </Link>
        )}
      </header>
      <ol className="stats-funnel">
        {steps.map(({ key, n, of }) => (
          <li key={key}>
            <span>{t($ => $.planQuality.steps[key])}</span>
            <i aria-hidden="true">
              <i style={{ width: `${(100 * n) / most}%` }} />
            </i>
            <b>{count(n)}</b>
            <span className="key">{of !== null && percent(share(n, of))}</span>
          </li>
        ))}
      </ol>
    </section>
  );
};
