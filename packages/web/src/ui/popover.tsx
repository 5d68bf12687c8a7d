import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import './popover.css';

interface PopoverProps {
  readonly label: ReactNode;
  /** Of the button that opens it. */
  readonly className: string;
  /** Read out instead of the label. */
  readonly name?: string;
  /** Said to who points at the button: all of a label that is shortened. */
  readonly title?: string;
  readonly align?: 'start' | 'end';
  readonly disabled?: boolean;
  /** Open from the start, as a chip that was just added. */
  readonly opened?: boolean;
  readonly onClose?: () => void;
  readonly children: (close: () => void) => ReactNode;
}

const focusable = 'input, select, textarea, button, a[href]';

/** A button and a small panel under it. Escape, a click outside and leaving it with Tab close it; the focus returns. */
export const Popover = ({
  label,
  className,
  name,
  title,
  align = 'start',
  disabled,
  opened,
  ...rest
}: PopoverProps) => {
  const { onClose, children } = rest;
  const id = useId();
  const [open, setOpen] = useState(opened ?? false);
  const place = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = (toButton: boolean) => {
    setOpen(false);
    if (toButton) button.current?.focus();
    onClose?.();
  };
  const leave = useEffectEvent(close);
  useEffect(() => {
    if (!open) return;
    panel.current?.querySelector<HTMLElement>(focusable)?.focus();
    const outside = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) leave(false);
    };
    // Caught on its way down, so that a drawer around it does not take the same Escape.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      leave(true);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [open]);
  return (
    <span ref={place} className="popover-place">
      <button
        ref={button}
        id={`${id}-button`}
        type="button"
        className={className}
        aria-label={name}
        title={title}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        disabled={disabled}
        onClick={() => (open ? close(true) : setOpen(true))}
      >
        {label}
      </button>
      {open && (
        <div ref={panel} id={id} role="dialog" aria-labelledby={`${id}-button`} className={`popover is-${align}`}>
          {children(() => close(true))}
        </div>
      )}
    </span>
  );
};
