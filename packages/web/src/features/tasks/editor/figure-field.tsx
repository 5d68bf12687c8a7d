import { fieldChars } from '@lianxian/contract';
import { Input } from '../../../ui/input.tsx';
import { type Draft, type FigureName, pacingFaults, taskInput } from './draft.ts';
import { FaultNote } from './fault-note.tsx';

interface FigureFieldProps {
  readonly name: FigureName;
  readonly label: string;
  readonly unit?: string;
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** A whole number of the task, between its name and its unit. */
export const FigureField = ({ name, label, unit, draft, onChange }: FigureFieldProps) => (
  <div className="editor-figure-field row gap-8 wrap">
    <label htmlFor={`task-${name}`}>{label}</label>
    <Input
      id={`task-${name}`}
      inputMode="numeric"
      maxLength={fieldChars(taskInput, name)}
      value={draft[name]}
      wrong={pacingFaults(draft).includes(name)}
      onChange={event => onChange({ [name]: event.target.value })}
    />
    {unit && <span>{unit}</span>}
    <FaultNote fault={name} faults={pacingFaults(draft)} />
  </div>
);
