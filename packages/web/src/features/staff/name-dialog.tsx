import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../ui/form-field.tsx';
import { Modal } from '../../ui/modal.tsx';

interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  readonly name: string;
  readonly busy: boolean;
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for a name: of a department, of a position. */
export const NameDialog = ({ title, label, name, busy, onSave, onClose }: NameDialogProps) => {
  const { t } = useTranslation('staff');
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();
  return (
    <Modal title={title} closeLabel={t($ => $.close)} className="staff-dialog" onClose={onClose}>
      <form
        className="modal-body"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          if (wanted) onSave(wanted);
        }}
      >
        <FormField id="staff-name" label={label}>
          <Input
            id="staff-name"
            autoFocus
            maxLength={50}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
        </FormField>
        <footer>
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button type="primary" htmlType="submit" disabled={!wanted} loading={busy}>
            {t($ => $.save)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
