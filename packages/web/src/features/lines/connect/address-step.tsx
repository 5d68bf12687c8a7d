import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountFields } from '../account-fields.tsx';
import { CarrierCard } from '../carrier-card.tsx';
import { TextField } from '../field.tsx';
import type { Registrar } from '../gateway-card.tsx';
import { useLineForm } from '../use-lines.ts';
import { StepFrame, type StepProps } from './step-frame.tsx';

interface AddressStepProps extends StepProps {
  readonly registrar: Registrar;
}

/** Where the line is and who we are there; going on saves it. What is typed is kept, as of every step. */
export const AddressStep = ({ connecting, line, registrar, onChange }: AddressStepProps) => {
  const { t } = useTranslation('lines');
  const { access } = connecting.draft;
  const form = useLineForm(connecting.draft, line, { onSaved: id => onChange({ lineId: id, step: 'check' }) });
  const held = JSON.stringify(form.values);
  const keep = useEffectEvent(() => onChange({ draft: form.values }));
  useEffect(() => {
    if (held) keep();
  }, [held]);
  return (
    <StepFrame
      title={t($ => $.form.ways[access].name)}
      hint={t($ => $.form.ways[access].hint)}
      onBack={() => onChange({ step: 'way' })}
      onNext={form.submit}
      busy={form.busy}
    >
      <form {...form.props} className="grid gap-12">
        <AccountFields form={form} known={line} />
        <div className="lines-pair grid gap-12">
          <TextField form={form} name="channels" label={t($ => $.form.channels)} unit={t($ => $.form.channelsUnit)} />
          <TextField form={form} name="callsPerSecond" label={t($ => $.form.rate)} unit={t($ => $.form.rateUnit)} />
        </div>
        <button type="submit" hidden />
      </form>
      <CarrierCard registrar={registrar} />
    </StepFrame>
  );
};
