import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import './drawer.css';

interface DrawerProps {
  readonly title: ReactNode;
  /** Beside the title: what changes while one looks. */
  readonly status?: ReactNode;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

/** 600 px beside the page, not over it and not modal: the list narrows. Escape closes it; focus moves to its title. */
export const Drawer = ({ title, status, closeLabel, onClose, children, footer }: DrawerProps) => {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <aside
      className="drawer"
      aria-labelledby={id}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <header>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {status}
        <button type="button" className="icon-button" aria-label={closeLabel} onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </button>
      </header>
      <div className="drawer-body">{children}</div>
      {footer && <footer>{footer}</footer>}
    </aside>
  );
};
