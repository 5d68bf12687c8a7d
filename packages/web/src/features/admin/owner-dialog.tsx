import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { useModal } from '../../ui/use-modal.ts';
import '../../ui/confirm.css';

interface OwnerDialogProps {
  readonly title: string;
  readonly text: string;
  readonly label: string;
  /** What stands there at first. */
  readonly first?: string;
  readonly most: number;
  readonly okText: string;
  readonly busy: boolean;
  readonly onOk: (told: string) => void;
  readonly onCancel: () => void;
}

/** What an owner told on the telephone, a code or an account; who he is, the keeper must know himself. */
export const OwnerDialog = (props: OwnerDialogProps) => {
  const { title, text, label, first = '', most, okText, busy, onOk, onCancel } = props;
  const { t } = useTranslation('merchants');
  const id = useId();
  const dialog = useModal();
  const [told, setTold] = useState(first);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy && told.trim() !== '') onOk(told);
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
        <p>{text}</p>
        <div className="confirm-field">
          <label htmlFor={id}>{label}</label>
          <Input
            id={id}
            value={told}
            maxLength={most}
            autoComplete="off"
            autoFocus
            onChange={event => setTold(event.target.value)}
          />
        </div>
        <footer>
          <Button onClick={onCancel}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" disabled={told.trim() === ''} loading={busy}>
            {okText}
          </Button>
        </footer>
      </form>
    </dialog>
  );
};
