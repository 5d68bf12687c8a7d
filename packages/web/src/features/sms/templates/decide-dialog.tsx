import { endpoints } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { useEndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { Modal } from '../../../ui/modal.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { toast } from '../../../ui/toast.ts';
import { type Template, useSmsChanged } from '../use-sms.ts';

/** What the carrier said of a template in review, where it says so to people alone. */
export const DecideDialog = ({ template, onClose }: { template: Template; onClose: () => void }) => {
  const { t } = useTranslation('sms');
  const changed = useSmsChanged();
  const form = useEndpointForm({
    endpoint: endpoints.sms.decideTemplate,
    start: { usable: true, because: '' },
    input: ({ usable, because }) => ({
      id: template.id,
      usable: usable ? '1' : '0',
      ...(!usable && { because }),
    }),
    wants: ({ usable }) => (usable ? [] : ['because']),
    onDone: () => {
      toast.ok(t($ => $.decide.done));
      onClose();
      return changed('templates');
    },
  });
  const { usable } = form.values;
  return (
    <Modal
      title={t($ => $.decide.title, { name: template.name })}
      closeLabel={t($ => $.close)}
      className="name-dialog"
      onClose={onClose}
    >
      <form {...form.props} className="modal-body grid gap-16">
        <p className="hint">{t($ => $.decide.text)}</p>
        <Segments
          label={t($ => $.decide.title, { name: template.name })}
          options={[
            { value: 'usable', text: t($ => $.decide.usable) },
            { value: 'refused', text: t($ => $.decide.refused) },
          ]}
          value={usable ? 'usable' : 'refused'}
          onChange={next => form.set({ usable: next === 'usable' })}
        />
        {!usable && <TextField form={form} name="because" label={t($ => $.decide.because)} autoFocus />}
        <footer className="flex gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" loading={form.busy}>
            {t($ => $.decide.ok)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
