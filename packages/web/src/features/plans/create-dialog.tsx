import { endpoints, type PlanTemplate, planTemplates } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { NameDialog } from '../../ui/name-dialog.tsx';

interface CreateDialogProps {
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
}

/** A new plan: its name, and what it begins with. */
export const CreateDialog = ({ onMade, onClose }: CreateDialogProps) => {
  const { t } = useTranslation('plans');
  const [template, setTemplate] = useState<PlanTemplate>('invitation');
  const make = useMutation({
    mutationFn: (name: string) => call(endpoints.plan.create, { name, template }),
    onSuccess: ({ id }) => onMade(id),
  });
  return (
    <NameDialog
      title={t($ => $.create.title)}
      label={t($ => $.create.name)}
      maxLength={100}
      ok={t($ => $.create.ok)}
      name=""
      busy={make.isPending}
      onOk={name => make.mutate(name)}
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
