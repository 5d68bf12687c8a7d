import { X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { RestoredNote } from './unsaved/restored-note.tsx';
import { isWithin, leave } from './unsaved/unsaved.ts';
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

/**
 * The browser's own modal dialog: focus stays inside, Escape, the button and a click beside it close it, and ask where
 * something typed would be lost.
 */
export const Modal = ({ title, closeLabel, className = '', tools, onClose, children }: ModalProps) => {
  const id = useId();
  const dialog = useModal();
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const close = () => leave(isWithin(dialog.current), onClose);
  return (
    <dialog
      ref={dialog}
      className={`modal ${className}`}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault();
        close();
      }}
      onPointerDown={event => {
        if (event.target === dialog.current) close();
      }}
    >
      <div className="modal-frame stack" ref={setFrame}>
        <div className="modal-head row gap-10 fixed">
          <h2 id={id}>{title}</h2>
          {tools}
          <button type="button" className="icon-button" aria-label={closeLabel} onClick={close}>
            <X size={18} aria-hidden="true" />
          </button>
        </div>
        <RestoredNote within={frame?.parentElement ?? null} />
        {children}
      </div>
    </dialog>
  );
};
