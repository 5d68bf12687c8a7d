import { useTranslation } from 'react-i18next';
import { Input } from '../../../ui/input.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { timeText } from '../../../ui/week/week.ts';
import { WeekGrid } from '../../../ui/week/week-grid.tsx';
import { AfterCall } from '../after-call.tsx';
import { BudgetFields } from './budget-fields.tsx';
import { atMost, type Draft, type Plan, type Port, pacingFaults } from './draft.ts';
import { FaultNote } from './fault-note.tsx';
import { FigureField } from './figure-field.tsx';
import { OwnCaps } from './own-caps.tsx';
import { OwnDays } from './own-days.tsx';
import { RetryList } from './retry-list.tsx';
import { RetryVersions } from './retry-versions.tsx';

interface PacingStepProps {
  /** Null: it is not kept yet. */
  readonly taskId: string | null;
  readonly draft: Draft;
  readonly ports: readonly Port[];
  readonly plans: readonly Plan[];
  /** Live calls of the merchant at most; null while it is not read. */
  readonly merchantChannels: number | null;
  /** Inside which minutes the rules of calling let it call. */
  readonly taskHours: { readonly from: number; readonly to: number } | null;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** Step three: how many at once, when, and what happens to who was not reached. */
export const PacingStep = (props: PacingStepProps) => {
  const { taskId, draft, ports, plans, merchantChannels, taskHours, onChange } = props;
  const { t } = useTranslation('tasks');
  const faults = pacingFaults(draft);
  const { calls, bound } = atMost(draft, ports, merchantChannels);
  const practice = draft.ports.every(choice => ports.find(port => port.id === choice.portId)?.practice);
  return (
    <div className="editor-step-body">
      <section className="editor-step-field">
        <h2>{t($ => $.pacing.speed)}</h2>
        <div className="editor-figures flex wrap">
          <FigureField
            name="concurrency"
            label={t($ => $.pacing.concurrency)}
            unit={t($ => $.pacing.concurrencyUnit)}
            draft={draft}
            onChange={onChange}
          />
          <FigureField
            name="ringTimeoutS"
            label={t($ => $.pacing.ring)}
            unit={t($ => $.pacing.ringUnit)}
            draft={draft}
            onChange={onChange}
          />
        </div>
        <div className="editor-figures flex wrap">
          <FigureField
            name="weight"
            label={t($ => $.pacing.weight)}
            unit={t($ => $.pacing.weightUnit)}
            draft={draft}
            onChange={onChange}
          />
          <FigureField
            name="guaranteed"
            label={t($ => $.pacing.guaranteed)}
            unit={t($ => $.pacing.guaranteedUnit)}
            draft={draft}
            onChange={onChange}
          />
        </div>
        <p className="hint">{t($ => $.pacing.shareHint)}</p>
        <p className="hint">
          {t($ => $.pacing.atMost, { n: calls })} · {t($ => $.pacing.bound[bound])}
        </p>
      </section>
      <section className="editor-step-field">
        <h2>{t($ => $.pacing.hours)}</h2>
        <p className="hint">{practice ? t($ => $.pacing.hoursPractice) : t($ => $.pacing.hoursHint)}</p>
        {!practice && taskHours && (
          <p className="hint">
            {t($ => $.pacing.hoursBound, { from: timeText(taskHours.from), to: timeText(taskHours.to) })}
          </p>
        )}
        <WeekGrid week={draft.windows} onChange={windows => onChange({ windows })} />
        <FaultNote fault="hours" faults={faults} />
        <OwnDays draft={draft} faults={faults} onChange={onChange} />
        <div className="editor-figure-field row gap-8 wrap">
          <label htmlFor="task-endsOn">{t($ => $.pacing.endsOn)}</label>
          <Input
            id="task-endsOn"
            type="date"
            value={draft.endsOn}
            aria-describedby="task-endsOnHint"
            onChange={event => onChange({ endsOn: event.target.value })}
          />
          <span className="hint" id="task-endsOnHint">
            {t($ => $.pacing.endsOnHint)}
          </span>
        </div>
      </section>
      {!practice && <OwnCaps draft={draft} onChange={onChange} />}
      <section className="editor-step-field">
        <h2>{t($ => $.pacing.retries)}</h2>
        <p className="hint">{t($ => $.pacing.retryHint)}</p>
        <RetryList retries={draft.retries} plans={plans} onChange={retries => onChange({ retries })} />
        <div className="row gap-8">
          <Switch
            id="task-faultAloneEnds"
            size="small"
            checked={draft.faultAloneEnds}
            aria-describedby="task-faultAloneHint"
            onChange={faultAloneEnds => onChange({ faultAloneEnds })}
          />
          <label htmlFor="task-faultAloneEnds">{t($ => $.pacing.faultAlone)}</label>
        </div>
        <p className="hint" id="task-faultAloneHint">
          {t($ => $.pacing.faultHint)}
        </p>
        <FaultNote fault="retries" faults={faults} />
        {taskId !== null && <RetryVersions taskId={taskId} />}
      </section>
      <BudgetFields draft={draft} onChange={onChange} />
      <AfterCall taskId={taskId} />
    </div>
  );
};
