import { useId } from 'react';
import { Button } from './button.tsx';
import { useModal } from './use-modal.ts';
import './confirm.css';

interface ConfirmProps {
  readonly title: string;
  /** What happens then, with the numbers it happens to. */
  readonly text: string;
  readonly okText: string;
  readonly cancelText: string;
  readonly busy?: boolean;
  /** Left out: what it asks cannot be taken back, or costs something. */
  readonly danger?: boolean;
  readonly onOk: () => void;
  readonly onCancel: () => void;
}

/** Asks before what cannot be taken back. Modal; Escape and the way out say no, and the focus begins there. */
export const Confirm = (props: ConfirmProps) => {
  const { title, text, okText, cancelText, busy = false, danger = true, onOk, onCancel } = props;
  const id = useId();
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onCancel={event => {
        event.preventDefault();
        onCancel();
      }}
    >
      <h2 id={id}>{title}</h2>
      <p id={`${id}-text`}>{text}</p>
      <footer>
        <Button onClick={onCancel} autoFocus>
          {cancelText}
        </Button>
        <Button kind={danger ? 'default' : 'primary'} danger={danger} loading={busy} onClick={onOk}>
          {okText}
        </Button>
      </footer>
    </dialog>
  );
};
