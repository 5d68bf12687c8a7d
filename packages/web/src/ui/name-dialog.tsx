import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { FormField } from './form-field.tsx';
import { Input } from './input.tsx';
import { Modal } from './modal.tsx';
import './name-dialog.css';

interface NameDialogProps {
  readonly title: string;
  /** What is named. */
  readonly label: string;
  readonly name: string;
  readonly ok: string;
  readonly busy: boolean;
  readonly maxLength?: number;
  /** What else is chosen, below the name. */
  readonly children?: ReactNode;
  readonly onOk: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks how something is called: a plan, a department, a position. */
export const NameDialog = ({ title, label, name, ok, busy, maxLength = 50, ...rest }: NameDialogProps) => {
  const { t } = useTranslation('parts');
  const id = useId();
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();
  return (
    <Modal title={title} closeLabel={t($ => $.close)} className="name-dialog" onClose={rest.onClose}>
      <form
        className="modal-body grid gap-16"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          if (wanted) rest.onOk(wanted);
        }}
      >
        <FormField id={id} label={label}>
          <Input
            id={id}
            autoFocus
            maxLength={maxLength}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
        </FormField>
        {rest.children}
        <footer className="flex gap-8 to-end">
          <Button onClick={rest.onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" disabled={!wanted} loading={busy}>
            {ok}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
