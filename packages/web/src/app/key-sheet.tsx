import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { closeOverlay } from './overlay.ts';
import { pagesByLetter, switchKeys, useKeys } from './shortcuts.ts';
import './key-sheet.css';

/** All shortcuts there are, and the switch that turns them off. */
export const KeySheet = () => {
  const { t } = useTranslation(['frame', 'console']);
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const { on } = useKeys();
  useEffect(() => dialog.current?.showModal(), []);
  const general: readonly (readonly [string, string])[] = [
    ['Ctrl K', t($ => $.keys.palette)],
    ['/', t($ => $.keys.search)],
    ['[', t($ => $.keys.before)],
    [']', t($ => $.keys.after)],
    ['?', t($ => $.keys.sheet)],
  ];
  const editing: readonly (readonly [string, string])[] = [
    ['← ↑ ↓ →', t($ => $.keys.plan.arrows)],
    ['Enter', t($ => $.keys.plan.enter)],
    ['n', t($ => $.keys.plan.add)],
    ['Delete', t($ => $.keys.plan.remove)],
    ['Ctrl Z · Y', t($ => $.keys.plan.undo)],
    ['Ctrl C · X · V', t($ => $.keys.plan.clipboard)],
    ['Ctrl D', t($ => $.keys.plan.duplicate)],
    ['Ctrl F', t($ => $.keys.plan.search)],
  ];
  return (
    <dialog ref={dialog} className="key-sheet" aria-labelledby={id} onClose={closeOverlay}>
      <header>
        <h2 id={id}>{t($ => $.keys.title)}</h2>
        <label>
          <input type="checkbox" checked={on} onChange={event => switchKeys(event.target.checked)} />{' '}
          {t($ => $.keys.use)}
        </label>
      </header>
      <div className="key-lists">
        <dl>
          {general.map(([key, says]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{says}</dd>
            </div>
          ))}
        </dl>
        <dl aria-label={t($ => $.keys.plan.title)}>
          {editing.map(([key, says]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{says}</dd>
            </div>
          ))}
        </dl>
        <dl aria-label={t($ => $.keys.go)}>
          {pagesByLetter().map(([letter, { label }]) => (
            <div key={letter}>
              <dt>
                <kbd>g</kbd> {t($ => $.keys.follows)} <kbd>{letter}</kbd>
              </dt>
              <dd>{label && t($ => $.nav[label], { ns: 'console' })}</dd>
            </div>
          ))}
        </dl>
      </div>
      <footer>
        <p>{t($ => $.keys.hint)}</p>
        <button type="button" className="plain-button" onClick={() => dialog.current?.close()}>
          {t($ => $.keys.close)}
        </button>
      </footer>
    </dialog>
  );
};
