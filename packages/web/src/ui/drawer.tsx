import { X } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { focusFirstField } from './first-field.ts';
import { keys, presses } from './keys.ts';
import { RestoredNote } from './unsaved/restored-note.tsx';
import { formsAreThere, isWithin, leave } from './unsaved/unsaved.ts';
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

/** A dialog over it takes its own Escape. */
const isInDialog = (target: EventTarget): boolean => target instanceof Element && target.closest('dialog') !== null;

/**
 * 600 px beside the page, not over it and not modal: the list narrows. Escape closes it, and asks where something typed
 * would be lost. The focus moves into the first field of its form; where one only reads, to its title.
 */
export const Drawer = ({ title, status, subject, closeLabel, onClose, children, footer }: DrawerProps) => {
  const id = useId();
  const [drawer, setDrawer] = useState<HTMLElement | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const shown = useRef<string | undefined | null>(null);
  // It opens at once; what it holds is drawn right after, and holds up nothing that is pressed meanwhile.
  const isReady = useDeferredValue(true, false);
  useEffect(() => {
    if (isReady) formsAreThere();
  }, [isReady]);
  useEffect(() => {
    if (!isReady) return;
    const opening = shown.current === null;
    shown.current = subject;
    if (!opening && document.activeElement !== document.body) return;
    if (!focusFirstField(body.current?.querySelector('form'))) heading.current?.focus();
  }, [subject, isReady]);
  const close = () => leave(isWithin(drawer), onClose);
  return (
    <aside
      ref={setDrawer}
      className="drawer stack fixed"
      aria-labelledby={id}
      onKeyDown={event => {
        if (!presses(event, keys.drawer.close) || event.defaultPrevented || isInDialog(event.target)) return;
        // Else the question that may come now would take the same Escape for its answer.
        event.preventDefault();
        close();
      }}
    >
      <header className="row gap-10 fixed">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {status}
        <button type="button" className="icon-button" aria-label={closeLabel} onClick={close}>
          <X size={18} aria-hidden="true" />
        </button>
      </header>
      <RestoredNote within={drawer} />
      <div className="drawer-body stack fill" ref={body}>
        {isReady && children}
      </div>
      {isReady && footer && <footer>{footer}</footer>}
    </aside>
  );
};
