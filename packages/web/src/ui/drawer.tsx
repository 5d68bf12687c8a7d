import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { keys, presses } from './keys.ts';
import './drawer.css';

interface DrawerProps {
  readonly title: ReactNode;
  /** Beside the title: what changes while one looks. */
  readonly status?: ReactNode;
  /** What it shows, where that changes while it is open: the focus then does not get lost with what it was in. */
  readonly subject?: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

/** 600 px beside the page, not over it and not modal: the list narrows. Escape closes it; focus moves to its title. */
export const Drawer = ({ title, status, subject, closeLabel, onClose, children, footer }: DrawerProps) => {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<string | undefined | null>(null);
  useEffect(() => {
    const opening = shown.current === null;
    shown.current = subject;
    if (opening || document.activeElement === document.body) heading.current?.focus();
  }, [subject]);
  return (
    <aside
      className="drawer stack fixed"
      aria-labelledby={id}
      onKeyDown={event => {
        if (presses(event, keys.drawer.close) && !event.defaultPrevented) onClose();
      }}
    >
      <header className="row gap-10 fixed">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {status}
        <button type="button" className="icon-button" aria-label={closeLabel} onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </button>
      </header>
      <div className="drawer-body stack fill">{children}</div>
      {footer && <footer>{footer}</footer>}
    </aside>
  );
};
