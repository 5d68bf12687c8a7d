import { endpoints } from '@lianxian/contract';
import { type FileLicence, fileLicences, mayPassOn, type PlanLicence } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/download.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Modal } from '../../ui/modal.tsx';
import type { PlanRow } from './plan-state.tsx';

/** What a plan that is held so may be given away with, the freest first; empty: it stays here. */
export const givenWith = (held: PlanLicence): readonly FileLicence[] =>
  fileLicences.filter(given => mayPassOn(held, given));

/** A plan as a file: what whoever has it may do with it, and whether one merchant alone may take it. */
export const ExportDialog = ({ plan, onClose }: { plan: PlanRow; onClose: () => void }) => {
  const { t } = useTranslation('plans');
  const licences = givenWith(plan.licence);
  const form = useEndpointForm({
    endpoint: endpoints.plan.exportFile,
    start: { licence: licences[0] ?? 'own', only: '' },
    input: typed => ({ id: plan.id, ...typed }),
    onDone: ({ fileId }) => {
      onClose();
      return download(fileId);
    },
  });
  return (
    <Modal title={t($ => $.file.title, { name: plan.name })} closeLabel={t($ => $.close)} onClose={onClose}>
      <form {...form.props} className="modal-body grid gap-16">
        <p className="hint">{t($ => $.file.says)}</p>
        <SelectField form={form} name="licence" label={t($ => $.file.licence)}>
          {licences.map(licence => (
            <option key={licence} value={licence}>
              {t($ => $.file.licences[licence])}
            </option>
          ))}
        </SelectField>
        <TextField
          form={form}
          name="only"
          label={t($ => $.file.only)}
          hint={t($ => $.file.onlyHint)}
          inputMode="numeric"
        />
        <footer className="flex gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.closed.cancel)}</Button>
          <Button kind="primary" type="submit" loading={form.busy}>
            {t($ => $.act.export)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
