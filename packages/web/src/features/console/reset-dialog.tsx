import { Button, Input } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useModal } from '../../ui/use-modal.ts';
import '../../ui/confirm.css';

interface ResetDialogProps {
  readonly title: string;
  readonly busy: boolean;
  readonly onCode: (code: string) => void;
  readonly onCancel: () => void;
}

/** The code an owner reads out; who he is, the keeper must know himself. */
export const ResetDialog = ({ title, busy, onCode, onCancel }: ResetDialogProps) => {
  const { t } = useTranslation('merchants');
  const id = useId();
  const dialog = useModal();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy && code.trim() !== '') onCode(code);
  };
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby={`${id}-title`}
      onCancel={event => {
        event.preventDefault();
        onCancel();
      }}
    >
      <form noValidate onSubmit={submit}>
        <h2 id={`${id}-title`}>{title}</h2>
        <p>{t($ => $.drawer.resetText)}</p>
        <div className="confirm-field">
          <label htmlFor={id}>{t($ => $.drawer.resetCode)}</label>
          <Input
            id={id}
            value={code}
            maxLength={20}
            autoComplete="off"
            autoFocus
            onChange={event => setCode(event.target.value)}
          />
        </div>
        <footer>
          <Button onClick={onCancel}>{t($ => $.cancel)}</Button>
          <Button type="primary" htmlType="submit" disabled={code.trim() === ''} loading={busy}>
            {t($ => $.drawer.resetOk)}
          </Button>
        </footer>
      </form>
    </dialog>
  );
};
