import { callerPicks } from '@lianxian/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { AccessCards } from './access-cards.tsx';
import { AccountFields } from './account-fields.tsx';
import { AdvancedFields } from './advanced-fields.tsx';
import { advancedFaults, blankDraft, draftOf, type Fault, faultsOf, type Line, type LineDraft } from './draft.ts';
import { Field, TextField } from './field.tsx';
import { RewritingFields } from './rewriting-fields.tsx';
import { useSaveLine } from './use-lines.ts';

interface LineDrawerProps {
  /** The line to change; null adds one. */
  readonly line: Line | null;
  readonly onClose: () => void;
  /** A gateway that registers with us still has to be told where. */
  readonly onSaved: (id: string, access: Line['access']) => void;
}

const Pace = ({ draft, faults, onChange, fresh }: FieldsProps & { fresh: boolean }) => {
  const { t } = useTranslation('lines');
  const fault = (name: Fault) => (faults.includes(name) ? name : undefined);
  return (
    <>
      <div className="lines-pair grid gap-12">
        <TextField
          id="line-channels"
          label={t($ => $.form.channels)}
          figure
          unit={t($ => $.form.channelsUnit)}
          maxLength={5}
          fault={fault('channels')}
          value={draft.channels}
          onChange={channels => onChange({ channels })}
        />
        <TextField
          id="line-rate"
          label={t($ => $.form.rate)}
          figure
          unit={t($ => $.form.rateUnit)}
          maxLength={3}
          fault={fault('callsPerSecond')}
          value={draft.callsPerSecond}
          onChange={callsPerSecond => onChange({ callsPerSecond })}
        />
      </div>
      <div className="lines-pair grid gap-12">
        {fresh && (
          <TextField
            id="line-caller"
            label={t($ => $.form.callerNumber)}
            maxLength={20}
            placeholder={t($ => $.form.optional)}
            hint={t($ => $.form.callerHint)}
            fault={fault('callerNumber')}
            value={draft.callerNumber}
            onChange={callerNumber => onChange({ callerNumber })}
          />
        )}
        <Field id="line-pick" label={t($ => $.form.pick)} hint={t($ => $.form.pickHint)}>
          <select
            id="line-pick"
            className="plain-select"
            value={draft.pick}
            onChange={event => onChange({ pick: event.target.value as typeof draft.pick })}
          >
            {callerPicks.map(each => (
              <option key={each} value={each}>
                {t($ => $.pick[each])}
              </option>
            ))}
          </select>
        </Field>
      </div>
    </>
  );
};
interface FieldsProps {
  readonly draft: LineDraft;
  readonly faults: readonly Fault[];
  readonly onChange: (part: Partial<LineDraft>) => void;
}

/** A line with everything that may be set; how it is reached comes first, the rare settings are folded away. */
export const LineDrawer = ({ line, onClose, onSaved }: LineDrawerProps) => {
  const { t } = useTranslation('lines');
  const [draft, setDraft] = useState<LineDraft>(line ? draftOf(line) : blankDraft);
  const [tried, setTried] = useState(false);
  const [advanced, setAdvanced] = useState(false);
  const save = useSaveLine(id => onSaved(id, draft.access));
  const all = faultsOf(draft, line);
  const faults = tried ? all : [];
  const onChange = (part: Partial<LineDraft>) => setDraft(before => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (all.some(fault => advancedFaults.includes(fault))) setAdvanced(true);
    if (all.length === 0) save.mutate({ draft, id: line?.id ?? null });
  };
  return (
    <Drawer
      title={line ? t($ => $.form.edit) : t($ => $.form.add)}
      subject={line?.id ?? 'new'}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        <Button kind="primary" type="submit" form="whole-line" loading={save.isPending}>
          {t($ => $.save)}
        </Button>
      }
    >
      <form id="whole-line" className="lines-whole-line grid gap-12" noValidate autoComplete="off" onSubmit={submit}>
        <AccessCards value={draft.access} onChange={access => onChange({ access })} />
        <AccountFields draft={draft} faults={faults} known={line} onChange={onChange} />
        <Pace draft={draft} faults={faults} fresh={line === null} onChange={onChange} />
        <RewritingFields draft={draft} onChange={onChange} />
        <details open={advanced} onToggle={event => setAdvanced(event.currentTarget.open)}>
          <summary>
            {t($ => $.form.advanced)} <span className="hint">{t($ => $.form.advancedHint)}</span>
          </summary>
          <div className="grid gap-12">
            <AdvancedFields draft={draft} faults={faults} onChange={onChange} />
          </div>
        </details>
      </form>
    </Drawer>
  );
};
