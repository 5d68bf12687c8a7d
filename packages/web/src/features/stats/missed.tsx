import { endpoints } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCurrentUser } from '../../session/current-user.ts';
import { count } from '../../ui/format.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import type { QualityRow } from './quality.ts';
import { useStat } from './use-stat.ts';
import type { StatControl } from './use-stat-filter.ts';

interface MissedProps {
  readonly control: StatControl;
  readonly rows: readonly QualityRow[];
}

const Sentences = ({
  control: { asked },
  planId,
  name,
}: Pick<MissedProps, 'control'> & { planId: string; name: string }) => {
  const { t } = useTranslation('stats');
  const mayOpen = useCurrentUser()?.rights.includes('plan') ?? false;
  const missed = useStat(endpoints.stat.missed, asked && { ...asked, planId });
  const { data } = missed;
  return (
    <>
      <header className="row gap-10">
        <h2 className="section-title">{t($ => $.planQuality.missed, { name })}</h2>
        {mayOpen && data && data.list.length > 0 && (
          <Link className="link push" to={`/plan/${planId}?heat=1`}>
            {t($ => $.planQuality.sort)}
          </Link>
        )}
      </header>
      {missed.isError && !data && <ErrorPanel error={missed.error} onAgain={() => void missed.refetch()} />}
      {missed.isPending && <Skeleton rows={4} />}
      {data?.list.length === 0 && <p className="key">{t($ => $.planQuality.missedNone)}</p>}
      <ol className="stats-missed">
        {data?.list.map(({ text, n }) => (
          <li key={text} className="row gap-10">
            <span className="cut" title={text}>
              “{text}”
            </span>
            <b className="push">{t($ => $.planQuality.times, { n: count(n) })}</b>
          </li>
        ))}
      </ol>
    </>
  );
};

/** What callees of one plan said and no rule understood; of several plans one is to be chosen. */
export const Missed = ({ control, rows }: MissedProps) => {
  const { t } = useTranslation('stats');
  const plans = [...new Map(rows.map(row => [row.planId, row])).values()].filter(({ planId }) => planId !== '0');
  const chosen = control.filter.plan ?? (plans.length === 1 ? plans[0]!.planId : null);
  const name = plans.find(({ planId }) => planId === chosen)?.name;
  return (
    <section className="stats-part stack gap-8">
      {chosen !== null && name !== undefined ? (
        <Sentences control={control} planId={chosen} name={name} />
      ) : (
        <>
          <p className="key">{t($ => $.planQuality.missedPick)}</p>
          <div className="row gap-6 wrap">
            {plans.map(row => (
              <button
                key={row.planId}
                type="button"
                className="button"
                onClick={() => control.change('plan', row.planId)}
              >
                {row.name}
              </button>
            ))}
          </div>
        </>
      )}
    </section>
  );
};
