import { endpoints } from '@lianxian/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';

/** Notes that somebody withdrew a consent, and how. */
export const WithdrawDialog = ({ id, phone, onClose }: { id: string; phone: string; onClose: () => void }) => {
  const { t } = useTranslation('lists');
  const queries = useQueryClient();
  const form = useEndpointForm({
    endpoint: endpoints.consent.withdraw,
    start: { why: '' },
    input: ({ why }) => ({ id, why }),
    onDone: () => {
      toast.ok(t($ => $.withdrawn));
      onClose();
      return queries.invalidateQueries({ queryKey: ['consent/list'] });
    },
  });
  return (
    <Modal
      title={t($ => $.withdrawOf, { phone })}
      closeLabel={t($ => $.close)}
      className="name-dialog"
      onClose={onClose}
    >
      <form {...form.props} className="modal-body grid gap-16">
        <TextField form={form} name="why" label={t($ => $.withdrawWhy)} hint={t($ => $.withdrawText)} autoFocus />
        <footer className="flex gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button danger type="submit" disabled={form.values.why.trim() === ''} loading={form.busy}>
            {t($ => $.withdraw)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
