import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { DepartmentSelect } from './department-select.tsx';

interface MoveDialogProps {
  readonly title: string;
  readonly label: string;
  readonly none: string;
  readonly value: string;
  readonly without?: readonly string[];
  readonly busy: boolean;
  readonly onMove: (departmentId: string) => void;
  readonly onClose: () => void;
}

/** Asks for a department to move something into; the empty one is none. */
export const MoveDialog = ({ title, label, none, value, without = [], busy, onMove, onClose }: MoveDialogProps) => {
  const { t } = useTranslation('staff');
  const [chosen, setChosen] = useState(value);
  return (
    <Modal title={title} closeLabel={t($ => $.close)} className="staff-dialog" onClose={onClose}>
      <form
        className="modal-body"
        onSubmit={event => {
          event.preventDefault();
          onMove(chosen);
        }}
      >
        <FormField id="staff-move" label={label}>
          <DepartmentSelect id="staff-move" value={chosen} none={none} without={without} onChange={setChosen} />
        </FormField>
        <footer className="row gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" loading={busy}>
            {t($ => $.departments.move)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
