import { useTranslation } from 'react-i18next';
import { Switch } from '../../../ui/switch.tsx';
import { KeyedRows } from '../../../ui/week/keyed-rows.tsx';
import type { Draft, Fault } from './draft.ts';
import { FaultNote } from './fault-note.tsx';

interface OwnDaysProps {
  readonly draft: Draft;
  readonly faults: readonly Fault[];
  readonly onChange: (part: Partial<Draft>) => void;
}

/** What is otherwise than in an ordinary week: public holidays, weekends that are worked, days of its own. */
export const OwnDays = ({ draft, faults, onChange }: OwnDaysProps) => {
  const { t } = useTranslation('tasks');
  const words = t($ => $.pacing.days, { returnObjects: true });
  return (
    <div className="editor-own-days grid gap-8">
      {(['holidaysOff', 'makeUpDaysOn'] as const).map(name => (
        <span className="row gap-8" key={name}>
          <Switch
            id={`task-${name}`}
            size="small"
            checked={draft[name]}
            onChange={on => onChange(name === 'holidaysOff' ? { holidaysOff: on } : { makeUpDaysOn: on })}
          />
          <label htmlFor={`task-${name}`}>{words[name]}</label>
        </span>
      ))}
      <p className="hint">{words.hint}</p>
      <KeyedRows kind="day" may rows={draft.ownDays} onChange={ownDays => onChange({ ownDays })} />
      <FaultNote fault="ownDays" faults={faults} />
    </div>
  );
};
