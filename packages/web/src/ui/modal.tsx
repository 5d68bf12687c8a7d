import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useModal } from './use-modal.ts';
import './modal.css';

interface ModalProps {
  readonly title: ReactNode;
  readonly closeLabel: string;
  readonly className?: string;
  /** Beside the way out. */
  readonly tools?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The browser's own modal dialog: focus stays inside, Escape, the button and a click beside it close it. */
export const Modal = ({ title, closeLabel, className = '', tools, onClose, children }: ModalProps) => {
  const id = useId();
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className={`modal ${className}`}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={event => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="modal-frame stack">
        <div className="modal-head row gap-10 fixed">
          <h2 id={id}>{title}</h2>
          {tools}
          <button type="button" className="icon-button" aria-label={closeLabel} onClick={onClose}>
            <X size={18} aria-hidden="true" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
};
