import { callerPicks } from '@lianxian/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { AccessCards } from './access-cards.tsx';
import { AccountFields } from './account-fields.tsx';
import { AdvancedFields } from './advanced-fields.tsx';
import { CarrierCard } from './carrier-card.tsx';
import { advancedNames, blankDraft, draftOf, type Line } from './draft.ts';
import { Field, type LineForm, TextField } from './field.tsx';
import type { Registrar } from './gateway-card.tsx';
import { RewritingFields } from './rewriting-fields.tsx';
import { useLineForm } from './use-lines.ts';

interface LineDrawerProps {
  /** The line to change; null adds one. */
  readonly line: Line | null;
  readonly registrar: Registrar;
  readonly onClose: () => void;
  /** A gateway that registers with us still has to be told where. */
  readonly onSaved: (id: string, access: Line['access']) => void;
}

const Pace = ({ form, fresh }: { form: LineForm; fresh: boolean }) => {
  const { t } = useTranslation('lines');
  const pickId = form.idOf('pick');
  return (
    <>
      <div className="lines-pair grid gap-12">
        <TextField form={form} name="channels" label={t($ => $.form.channels)} unit={t($ => $.form.channelsUnit)} />
        <TextField form={form} name="callsPerSecond" label={t($ => $.form.rate)} unit={t($ => $.form.rateUnit)} />
      </div>
      <div className="lines-pair grid gap-12">
        {fresh && (
          <TextField
            form={form}
            name="callerNumber"
            label={t($ => $.form.callerNumber)}
            placeholder={t($ => $.form.optional)}
            hint={t($ => $.form.callerHint)}
          />
        )}
        <Field id={pickId} label={t($ => $.form.pick)} hint={t($ => $.form.pickHint)}>
          <select
            id={pickId}
            className="plain-select"
            value={form.values.pick}
            onChange={event => form.set({ pick: event.target.value as Line['pick'] })}
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

/** A line with everything that may be set; how it is reached comes first, the rare settings are folded away. */
export const LineDrawer = ({ line, registrar, onClose, onSaved }: LineDrawerProps) => {
  const { t } = useTranslation('lines');
  const [advanced, setAdvanced] = useState(false);
  const form = useLineForm(line ? draftOf(line) : blankDraft, line, {
    onSaved: (id, { access }) => onSaved(id, access),
    onFaulty: fields => {
      if (fields.some(name => advancedNames.includes(name))) setAdvanced(true);
    },
  });
  return (
    <Drawer
      title={line ? t($ => $.form.edit) : t($ => $.form.add)}
      subject={line?.id ?? 'new'}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        <Button kind="primary" type="submit" form={form.props.id} loading={form.busy}>
          {t($ => $.save)}
        </Button>
      }
    >
      <form {...form.props} className="lines-whole-line grid gap-12">
        <AccessCards value={form.values.access} onChange={access => form.set({ access })} />
        <AccountFields form={form} known={line} />
        <Pace form={form} fresh={line === null} />
        <RewritingFields form={form} />
        <details open={advanced} onToggle={event => setAdvanced(event.currentTarget.open)}>
          <summary>
            {t($ => $.form.advanced)} <span className="hint">{t($ => $.form.advancedHint)}</span>
          </summary>
          <div className="grid gap-12">
            <AdvancedFields form={form} />
          </div>
        </details>
        <CarrierCard registrar={registrar} />
      </form>
    </Drawer>
  );
};
