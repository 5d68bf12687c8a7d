import { useTranslation } from 'react-i18next';
import { amount, count } from '../../ui/format.ts';
import type { useOverview } from './use-accounts.ts';
import '../../ui/figures.css';

/** The merchants one looks after, together. */
export const AccountKpis = ({ overview: { data } }: { overview: ReturnType<typeof useOverview> }) => {
  const { t } = useTranslation('merchants');
  const says = data && [
    data.off > 0 && t($ => $.kpi.off, { n: count(data.off) }),
    data.resellers > 0 && t($ => $.kpi.resellers, { n: count(data.resellers) }),
  ];
  const figures = [
    [t($ => $.kpi.merchants), data && count(data.merchants), says?.filter(Boolean).join('，')],
    [t($ => $.kpi.live), data && count(data.live), data && t($ => $.kpi.running, { n: count(data.running) })],
    [
      t($ => $.kpi.calls),
      data && count(data.callsToday),
      data && t($ => $.kpi.answered, { n: count(data.answeredToday) }),
    ],
    [t($ => $.kpi.balance), data && amount(data.balance), ''],
  ] as const;
  return (
    <div className="kpis admin-kpis">
      {figures.map(([name, figure, say]) => (
        <div key={name} className="kpi">
          <span>{name}</span>
          <p>
            <b>{figure ?? '—'}</b>
          </p>
          {say && <small>{say}</small>}
        </div>
      ))}
    </div>
  );
};
