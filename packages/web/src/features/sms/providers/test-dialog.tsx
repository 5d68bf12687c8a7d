import { endpoints, type OutputOf } from '@lianxian/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { FieldFault, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { useEndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { Modal } from '../../../ui/modal.tsx';
import { useSmsOptions } from '../../../work/sms/use-sms-options.ts';
import { VariableFields } from '../../../work/sms/variable-fields.tsx';
import { type Provider, useSmsChanged } from '../use-sms.ts';

const { sms } = endpoints;

/** One message over this provider alone, and what came of it. */
export const TestDialog = ({ provider, onClose }: { provider: Provider; onClose: () => void }) => {
  const { t } = useTranslation('smsProviders');
  const changed = useSmsChanged();
  const options = useSmsOptions().data;
  const [came, setCame] = useState<OutputOf<typeof sms.testProvider> | null>(null);
  const form = useEndpointForm({
    endpoint: endpoints.sms.testProvider,
    start: { phone: '', templateId: '', variables: {} as Readonly<Record<string, string>> },
    input: ({ phone, templateId, variables }) => ({
      id: provider.id,
      phone,
      templateId: templateId || (options?.list[0]?.id ?? ''),
      variables,
    }),
    onDone: answer => {
      setCame(answer);
      return changed('providers', 'messages');
    },
  });
  const { templateId, variables } = form.values;
  const chosen = options?.list.find(({ id }) => id === templateId) ?? options?.list[0];
  const isBad = came?.state === 'failed' || came?.state === 'withheld' || came?.state === 'unknown';
  return (
    <Modal
      title={t($ => $.testing.title, { name: provider.name })}
      closeLabel={t($ => $.close)}
      className="name-dialog"
      onClose={onClose}
    >
      <form {...form.props} className="modal-body grid gap-14">
        <TextField form={form} name="phone" label={t($ => $.testing.phone)} inputMode="tel" autoFocus />
        <SelectField form={form} name="templateId" label={t($ => $.testing.template)}>
          {options?.list.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <VariableFields
          names={chosen?.variables ?? []}
          values={variables}
          onChange={next => form.set({ variables: next })}
        />
        <FieldFault form={form} name="variables" />
        {options?.list.length === 0 && <p className="wrong">{t($ => $.testing.noTemplate)}</p>}
        {came && (
          <p role="status" className={isBad ? 'state is-bad' : 'state is-ok'}>
            {came.becauseText === ''
              ? came.stateText
              : t($ => $.testing.why, { state: came.stateText, because: came.becauseText })}
          </p>
        )}
        <footer className="flex gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.close)}</Button>
          <Button kind="primary" type="submit" disabled={!options?.list.length} loading={form.busy}>
            {t($ => $.testing.ok)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
