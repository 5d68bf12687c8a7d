import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useFirstWords } from '../text/first-words.ts';
import { closeToast, followToast, toastStore } from './toast.ts';
import './toasts.css';

const marks = { ok: '✓', bad: '×', info: 'i' } as const;

/** The live region of all toasts; rendered once, beside the router. */
export const Toasts = () => {
  const { t } = useFirstWords();
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  const region = useRef<HTMLDivElement>(null);
  // A modal dialog lies in the top layer: what is said while it is open must come after it.
  useEffect(() => {
    if (toasts.length === 0) return;
    region.current?.hidePopover();
    region.current?.showPopover();
  }, [toasts]);
  return (
    <div ref={region} className="toasts stack gap-8" role="status" aria-live="polite" popover="manual">
      {toasts.map(each => (
        <div key={each.id} className={`toast row gap-8 is-${each.kind}`}>
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
