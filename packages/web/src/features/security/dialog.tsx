import { type ReactNode, useEffect, useId, useRef } from 'react';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  /** Null: there is no way round it. */
  readonly onClose: (() => void) | null;
  readonly onSubmit: () => void;
  readonly footer: ReactNode;
  readonly children: ReactNode;
  readonly wide?: boolean;
}

/** A form over the page. Modal; Escape closes it where it may be closed, Enter submits. */
export const Dialog = ({ title, onClose, onSubmit, footer, children, wide = false }: DialogProps) => {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={wide ? 'own-dialog is-wide' : 'own-dialog'}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <h2 id={id}>{title}</h2>
        {children}
        <div className="foot">{footer}</div>
      </form>
    </dialog>
  );
};
