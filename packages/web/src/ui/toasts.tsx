import { useSyncExternalStore } from 'react';
import { closeToast, toastStore } from './toast.ts';
import './toasts.css';

const marks = { ok: '✓', bad: '×', info: 'i' } as const;

/** The live region of all toasts; rendered once, beside the router. */
export const Toasts = () => {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map(each => (
        <div key={each.id} className={`toast is-${each.kind}`}>
          <span className="mark" aria-hidden="true">
            {marks[each.kind]}
          </span>
          <span>{each.text}</span>
          {each.link && <a href={each.link.href}>{each.link.text}</a>}
          {each.staysMs === null && (
            <button type="button" className="close" aria-label="关闭" onClick={() => closeToast(each.id)}>
              ×
            </button>
          )}
        </div>
      ))}
    </div>
  );
};
