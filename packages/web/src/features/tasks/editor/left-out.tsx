import { useTranslation } from 'react-i18next';
import { listed } from '../../../text/said.ts';
import { Switch } from '../../../ui/switch.tsx';
import { type Draft, pacingFaults } from './draft.ts';
import { FigureField } from './figure-field.tsx';

/** Whom imports of a task leave out, in words. */
export const useLeftOutText = ({ skipRecentDays: recent, skipDeadDays: dead, skipOtherTasks }: Draft): string => {
  const { t } = useTranslation('tasks');
  const said = [
    ...(recent === '0' ? [] : [t($ => $.leave.recentSaid, { n: recent })]),
    ...(skipOtherTasks ? [t($ => $.leave.otherSaid)] : []),
    ...(dead === '0' ? [] : [t($ => $.leave.deadSaid, { n: dead })]),
  ];
  return said.length === 0 ? t($ => $.leave.none) : listed(said);
};

interface LeftOutProps {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** Whom imports leave out on wish; what is chosen is said where it is closed. */
export const LeftOut = ({ draft, onChange }: LeftOutProps) => {
  const { t } = useTranslation('tasks');
  const said = useLeftOutText(draft);
  const isWrong = pacingFaults(draft).some(fault => fault === 'skipRecentDays' || fault === 'skipDeadDays');
  return (
    <details className="editor-left-out" open={isWrong || undefined}>
      <summary>
        <span>{t($ => $.leave.title)}</span>
        <span className="editor-left-out-said">{said}</span>
      </summary>
      <FigureField
        name="skipRecentDays"
        label={t($ => $.leave.recent)}
        unit={t($ => $.leave.recentUnit)}
        draft={draft}
        onChange={onChange}
      />
      <FigureField
        name="skipDeadDays"
        label={t($ => $.leave.recent)}
        unit={t($ => $.leave.deadUnit)}
        draft={draft}
        onChange={onChange}
      />
      <div className="row gap-8">
        <Switch
          id="task-skipOtherTasks"
          size="small"
          checked={draft.skipOtherTasks}
          onChange={skipOtherTasks => onChange({ skipOtherTasks })}
        />
        <label htmlFor="task-skipOtherTasks">{t($ => $.leave.other)}</label>
      </div>
    </details>
  );
};
