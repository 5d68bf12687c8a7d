import { CalendarDays } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '../../../ui/popover.tsx';
import { useDraft } from '../draft/draft-store.ts';
import { chooseDays, useHeatDays } from './heat-days.ts';
import { heatViewOf } from './heat-view.ts';
import { useHeat } from './use-heat.ts';
import './heat.css';

/** Gives the canvas its figures while they are shown. */
const useHeatOnCanvas = (planId: string): void => {
  const { data } = useHeat(planId);
  const plan = useDraft(draft => draft.plan);
  const setHeat = useDraft(draft => draft.setHeat);
  useEffect(() => {
    setHeat(data ? heatViewOf(plan, data) : null);
    return () => setHeat(null);
  }, [data, plan, setHeat]);
};

const dropSteps = ['<10', '10', '25', '50%'] as const;

/** On the canvas: which days and version, what tints and widths mean (picture 06b). */
export const HeatLegend = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('learning');
  const days = useHeatDays(planId);
  const heat = useHeat(planId);
  useHeatOnCanvas(planId);
  const choose = (part: Partial<typeof days>) => chooseDays(planId, { ...days, ...part });
  return (
    <section className="heat-legend grid small" aria-label={t($ => $.heat.legend)}>
      <Popover
        className="heat-days row-in gap-6 small"
        label={
          <>
            <CalendarDays size={14} aria-hidden="true" />
            {t($ => $.days.span, { from: days.from.slice(5), to: days.to.slice(5) })}
          </>
        }
      >
        {() => (
          <div className="heat-range grid gap-8">
            <label className="row gap-10 between ink2 whole">
              {t($ => $.days.from)}
              <input
                className="boxed"
                type="date"
                value={days.from}
                max={days.to}
                onChange={event => event.target.value && choose({ from: event.target.value })}
              />
            </label>
            <label className="row gap-10 between ink2 whole">
              {t($ => $.days.to)}
              <input
                className="boxed"
                type="date"
                value={days.to}
                min={days.from}
                onChange={event => event.target.value && choose({ to: event.target.value })}
              />
            </label>
          </div>
        )}
      </Popover>
      <select
        className="plain-choice small"
        aria-label={t($ => $.days.version)}
        value={days.version ?? ''}
        onChange={event => choose({ version: event.target.value === '' ? null : Number(event.target.value) })}
      >
        <option value="">{t($ => $.days.allVersions)}</option>
        {heat.data?.versions.map(({ version, calls }) => (
          <option key={version} value={version}>
            {t($ => $.days.versionCalls, { version, count: calls })}
          </option>
        ))}
      </select>
      <select
        className="plain-choice small"
        aria-label={t($ => $.days.which)}
        value={days.byHand ? '1' : ''}
        onChange={event => choose({ byHand: event.target.value === '1', version: null })}
      >
        <option value="">{t($ => $.days.others)}</option>
        <option value="1">{t($ => $.days.byHand)}</option>
      </select>
      <dl className="grid">
        <dt className="ink2">{t($ => $.heat.loss)}</dt>
        <dd className="row gap-6 ink2">
          {dropSteps.map((step, at) => (
            <span key={step} className={`heat-step is-drop-${at}`}>
              {step}
            </span>
          ))}
        </dd>
        <dt className="ink2">{t($ => $.heat.calls)}</dt>
        <dd className="row gap-6 ink2">
          <i className="heat-width is-thin" />
          <i className="heat-width is-middle" />
          <i className="heat-width is-thick" /> {t($ => $.heat.wider)}
        </dd>
      </dl>
      {heat.isError && <p className="heat-fault">{heat.error.message || t($ => $.heat.failed)}</p>}
    </section>
  );
};
