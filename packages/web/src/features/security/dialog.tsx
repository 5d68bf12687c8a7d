import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useModal } from '../../ui/use-modal.ts';
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
  const dialog = useModal();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Where nothing is typed the first way out would have the focus, and Enter would take it unread.
    if (document.activeElement?.closest('.security-foot')) heading.current?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={wide ? 'security-dialog is-wide' : 'security-dialog'}
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
        <h2 className="page-title" id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {children}
        <div className="security-foot flex gap-8 to-end">{footer}</div>
      </form>
    </dialog>
  );
};
