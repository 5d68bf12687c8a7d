import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useFirstWords } from '../text/first-words.ts';
import { closeToast, followToast, holdToast, letToastGo, runToast, toastStore } from './toast.ts';
import './toasts.css';

const marks = { ok: '✓', bad: '×', info: 'i' } as const;

/** The live region of all toasts; rendered once, beside the router. */
export const Toasts = () => {
  const { t } = useFirstWords();
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  const region = useRef<HTMLDivElement>(null);
  /** Where one was before the key led here. */
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const reach = (event: KeyboardEvent) => {
      const button = event.key === 'F8' ? region.current?.querySelector<HTMLElement>('.toast-act') : null;
      if (!button) return;
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement) before.current = document.activeElement;
      button.focus();
    };
    addEventListener('keydown', reach);
    return () => removeEventListener('keydown', reach);
  }, []);
  // A modal dialog lies in the top layer: what is said while it is open must come after it.
  useEffect(() => {
    if (toasts.length === 0) return;
    region.current?.hidePopover();
    region.current?.showPopover();
  }, [toasts]);
  return (
    <div ref={region} className="toasts stack gap-8" role="status" aria-live="polite" popover="manual">
      {toasts.map(each => (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only waits for whoever reads it
        <div
          key={each.id}
          className={`toast row gap-8 is-${each.kind}`}
          onPointerEnter={() => holdToast(each)}
          onPointerLeave={({ currentTarget }) => {
            if (!currentTarget.contains(document.activeElement)) letToastGo(each);
          }}
          onFocus={() => holdToast(each)}
          onBlur={({ currentTarget }) => {
            if (!currentTarget.matches(':hover')) letToastGo(each);
          }}
        >
          <span className="toast-mark middle fixed" aria-hidden="true">
            {marks[each.kind]}
          </span>
          <span>{each.text}</span>
          {each.link && (
            <a
              href={each.link.href}
              onClick={event => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                followToast(each);
              }}
            >
              {each.link.text}
            </a>
          )}
          {each.act && (
            <button
              type="button"
              className="toast-act"
              aria-keyshortcuts="F8"
              onClick={() => {
                runToast(each);
                before.current?.focus();
              }}
            >
              {each.act.text} <small aria-hidden="true">F8</small>
            </button>
          )}
          {each.staysMs === null && (
            <button
              type="button"
              className="toast-close"
              aria-label={t($ => $.page.closeToast)}
              onClick={() => closeToast(each.id)}
            >
              ×
            </button>
          )}
        </div>
      ))}
    </div>
  );
};
