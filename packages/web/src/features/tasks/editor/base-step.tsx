import { fieldChars } from '@lianxian/contract';
import { Cable, GraduationCap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { KeysOnly } from '../../../line/keys-only.tsx';
import { Input } from '../../../ui/input.tsx';
import { PlainChoice } from '../../../ui/plain-choice.tsx';
import { baseFaults, type Draft, type Fault, type Plan, type Port, type TaskDetail, taskInput } from './draft.ts';
import { FaultNote } from './fault-note.tsx';

interface BaseStepProps {
  readonly draft: Draft;
  readonly plans: readonly Plan[];
  readonly ports: readonly Port[];
  readonly task: TaskDetail | undefined;
  /** What is missing shows once one has tried to go on. */
  readonly tried: boolean;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** A port that a task may call over, and with how many channels. */
export const PortLine = ({ port, draft, onChange }: { port: Port } & Pick<BaseStepProps, 'draft' | 'onChange'>) => {
  const { t } = useTranslation('tasks');
  const chosen = draft.ports.find(each => each.portId === port.id);
  const others = draft.ports.filter(each => each.portId !== port.id);
  const put = (channels: string) => onChange({ ports: [...others, { portId: port.id, channels }] });
  return (
    <li className={chosen ? 'editor-port-line is-chosen row gap-12' : 'editor-port-line row gap-12'}>
      <label>
        <input
          type="checkbox"
          checked={chosen !== undefined}
          onChange={event => (event.target.checked ? put(String(port.channels)) : onChange({ ports: others }))}
        />
        {port.practice ? <GraduationCap size={16} aria-hidden="true" /> : <Cable size={16} aria-hidden="true" />}
        <strong>{port.name}</strong>
        <span className="hint">
          {port.practice ? t($ => $.editor.practiceHint) : port.lineName !== port.name && port.lineName}
        </span>
      </label>
      <span className="editor-channels row gap-6 ink3 whole">
        <Input
          aria-label={t($ => $.editor.channelsOf, { name: port.name })}
          inputMode="numeric"
          maxLength={fieldChars(taskInput, 'ports.channels')}
          disabled={!chosen}
          value={chosen?.channels ?? ''}
          onChange={event => put(event.target.value)}
        />
        {t($ => $.editor.of, { n: port.channels })}
      </span>
    </li>
  );
};

/** Step one: what is said, and over which lines. */
export const BaseStep = ({ draft, plans, ports, task, tried, onChange }: BaseStepProps) => {
  const { t } = useTranslation('tasks');
  const faults: readonly Fault[] = tried ? baseFaults(draft) : [];
  const fixed = task !== undefined && task.state !== 'draft';
  const known = plans.some(plan => plan.id === draft.planId);
  return (
    <div className="editor-step-body">
      <div className="editor-step-field">
        <label htmlFor="task-name">{t($ => $.editor.name)}</label>
        <Input
          id="task-name"
          maxLength={fieldChars(taskInput, 'name')}
          wrong={faults.includes('name')}
          value={draft.name}
          onChange={event => onChange({ name: event.target.value })}
        />
        <FaultNote fault="name" faults={faults} />
      </div>
      <div className="editor-step-field">
        <label htmlFor="task-plan">{t($ => $.editor.plan)}</label>
        <PlainChoice
          id="task-plan"
          disabled={fixed}
          wrong={faults.includes('plan')}
          value={known ? draft.planId : null}
          placeholder={draft.planId && task ? task.planName : t($ => $.editor.noPlans)}
          options={plans.map(plan => ({ value: plan.id, label: plan.planName }))}
          onChange={planId => onChange({ planId })}
        />
        {fixed && <p className="hint">{t($ => $.editor.planFixed, { n: task.planVersion })}</p>}
        {!fixed && task?.planRemoved && draft.planId === task.planId && (
          <p className="wrong">{t($ => $.editor.planGone)}</p>
        )}
        <FaultNote fault="plan" faults={faults} />
      </div>
      <fieldset className="editor-step-field">
        <legend>{t($ => $.editor.ports)}</legend>
        <p className="hint">{ports.length > 0 ? t($ => $.editor.portsHint) : t($ => $.editor.noPorts)}</p>
        <ul className="editor-port-lines">
          {ports.map(port => (
            <PortLine key={port.id} port={port} draft={draft} onChange={onChange} />
          ))}
        </ul>
        <FaultNote fault="ports" faults={faults} />
        <FaultNote fault="channels" faults={baseFaults(draft)} />
        <KeysOnly
          planId={known ? (draft.planId ?? '') : ''}
          lines={ports.flatMap(({ id, lineId, lineName, practice }) =>
            draft.ports.some(({ portId }) => portId === id) ? [{ id: lineId, name: lineName, practice }] : [],
          )}
        />
      </fieldset>
    </div>
  );
};
