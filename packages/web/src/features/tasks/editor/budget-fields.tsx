import { fieldChars } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Input } from '../../../ui/input.tsx';
import { type Draft, pacingFaults, taskInput } from './draft.ts';
import { FaultNote } from './fault-note.tsx';

interface BudgetFieldsProps {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** What the task may cost in all and on one day; left empty, it spends as the balance lasts. */
export const BudgetFields = ({ draft, onChange }: BudgetFieldsProps) => {
  const { t } = useTranslation('tasks');
  const faults = pacingFaults(draft);
  return (
    <section className="editor-step-field">
      <h2>{t($ => $.pacing.budgets)}</h2>
      <p className="hint">{t($ => $.pacing.budgetHint)}</p>
      <div className="editor-figures flex wrap">
        {(['budget', 'dayBudget'] as const).map(name => (
          <div key={name} className="editor-figure-field row gap-8 wrap">
            <label htmlFor={`task-${name}`}>{t($ => $.pacing[name])}</label>
            <Input
              id={`task-${name}`}
              inputMode="decimal"
              maxLength={fieldChars(taskInput, name)}
              placeholder={t($ => $.pacing.noBudget)}
              value={draft[name]}
              wrong={faults.includes(name)}
              onChange={event => onChange({ [name]: event.target.value })}
            />
            <span>{t($ => $.pacing.yuan)}</span>
            <FaultNote fault={name} faults={faults} />
          </div>
        ))}
      </div>
    </section>
  );
};
