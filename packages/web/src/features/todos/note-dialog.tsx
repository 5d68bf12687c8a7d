import { endpoints } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { AreaField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Modal } from '../../ui/modal.tsx';
import type { Todo } from './use-todo-columns.tsx';

interface NoteDialogProps {
  readonly todo: Todo;
  readonly onSaved: () => unknown;
  readonly onClose: () => void;
}

export const NoteDialog = ({ todo, onSaved, onClose }: NoteDialogProps) => {
  const { t } = useTranslation('todos');
  const form = useEndpointForm({
    endpoint: endpoints.todo.note,
    start: { text: todo.note },
    input: ({ text }) => ({ id: todo.id, text }),
    onDone: () => {
      onClose();
      return onSaved();
    },
  });
  return (
    <Modal
      title={t($ => $.noteOf, { phone: todo.phone })}
      closeLabel={t($ => $.close)}
      className="name-dialog"
      onClose={onClose}
    >
      <form {...form.props} className="modal-body grid gap-16">
        <AreaField form={form} name="text" label={t($ => $.column.note)} rows={3} />
        <footer className="flex gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" loading={form.busy}>
            {t($ => $.save)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
