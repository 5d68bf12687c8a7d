import { Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../ui/form-field.tsx';
import { Modal } from '../../ui/modal.tsx';
import './plans.css';

interface NameDialogProps {
  readonly title: string;
  readonly ok: string;
  readonly name: string;
  readonly busy: boolean;
  /** What else is chosen, below the name. */
  readonly children?: ReactNode;
  readonly onOk: (name: string) => void;
  readonly onClose: () => void;
}

const longest = 100;

/** Asks how a plan is called. */
export const NameDialog = ({ title, ok, name, busy, children, onOk, onClose }: NameDialogProps) => {
  const { t } = useTranslation('plans');
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();
  return (
    <Modal title={title} closeLabel={t($ => $.close)} className="plan-dialog" onClose={onClose}>
      <form
        className="modal-body"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          if (wanted) onOk(wanted);
        }}
      >
        <FormField id="plan-name" label={t($ => $.create.name)}>
          <Input
            id="plan-name"
            autoFocus
            maxLength={longest}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
        </FormField>
        {children}
        <footer>
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button type="primary" htmlType="submit" disabled={!wanted} loading={busy}>
            {ok}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
