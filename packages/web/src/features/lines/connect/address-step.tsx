import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountFields } from '../account-fields.tsx';
import { faultsOf, type LineDraft } from '../draft.ts';
import { useSaveLine } from '../use-lines.ts';
import { StepFrame, type StepProps } from './step-frame.tsx';

/** Where the line is and who we are there; going on saves it. */
export const AddressStep = ({ connecting, line, onChange }: StepProps) => {
  const { t } = useTranslation('lines');
  const { draft, lineId } = connecting;
  const [tried, setTried] = useState(false);
  const save = useSaveLine(id => onChange({ lineId: id, step: 'check' }));
  const faults = faultsOf(draft, line);
  const next = () => {
    setTried(true);
    if (faults.length === 0) save.mutate({ draft, id: lineId });
  };
  return (
    <StepFrame
      title={t($ => $.form.ways[draft.access].name)}
      hint={t($ => $.form.ways[draft.access].hint)}
      onBack={() => onChange({ step: 'way' })}
      onNext={next}
      busy={save.isPending}
    >
      <form
        className="grid gap-12"
        noValidate
        autoComplete="off"
        onSubmit={event => {
          event.preventDefault();
          next();
        }}
      >
        <AccountFields
          draft={draft}
          faults={tried ? faults : []}
          known={line}
          onChange={(part: Partial<LineDraft>) => onChange({ draft: { ...draft, ...part } })}
        />
        <button type="submit" hidden />
      </form>
    </StepFrame>
  );
};
