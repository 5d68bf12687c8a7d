import { endpoints, type PlanTemplate, planTemplates } from '@lianxian/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NameDialog } from '../../ui/name-dialog.tsx';

interface CreateDialogProps {
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
}

/** A new plan: its name, and what it begins with. */
export const CreateDialog = ({ onMade, onClose }: CreateDialogProps) => {
  const { t } = useTranslation('plans');
  const [template, setTemplate] = useState<PlanTemplate>('invitation');
  return (
    <NameDialog
      title={t($ => $.create.title)}
      label={t($ => $.create.name)}
      ok={t($ => $.create.ok)}
      name=""
      endpoint={endpoints.plan.create}
      ask={name => ({ name, template })}
      onDone={({ id }) => onMade(id)}
      onClose={onClose}
    >
      <fieldset className="plans-templates grid gap-6">
        <legend className="small">{t($ => $.create.from)}</legend>
        {planTemplates.map(each => (
          <label className="grid lit" key={each}>
            <input
              type="radio"
              name="template"
              value={each}
              checked={each === template}
              onChange={() => setTemplate(each)}
            />
            <strong>{t($ => $.create[each])}</strong>
            <span className="hint">{t($ => $.create[`${each}Says`])}</span>
          </label>
        ))}
      </fieldset>
    </NameDialog>
  );
};
