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
      <header className="row between">
        <h2 className="page-title" id={id}>
          {t($ => $.keys.title)}
        </h2>
        <label className="row gap-6">
          <input type="checkbox" checked={on} onChange={event => switchKeys(event.target.checked)} />{' '}
          {t($ => $.keys.use)}
        </label>
      </header>
      <div className="key-sheet-lists">
        <dl>
          {general.map(([key, says]) => (
            <div className="flex gap-10" key={key}>
              <dt>
                <kbd className="small">{key}</kbd>
              </dt>
              <dd>{says}</dd>
            </div>
          ))}
        </dl>
        <dl aria-label={t($ => $.keys.plan.title)}>
          {editing.map(([key, says]) => (
            <div className="flex gap-10" key={key}>
              <dt>
                <kbd className="small">{key}</kbd>
              </dt>
              <dd>{says}</dd>
            </div>
          ))}
        </dl>
        <dl aria-label={t($ => $.keys.go)}>
          {pagesByLetter().map(([letter, { label }]) => (
            <div className="flex gap-10" key={letter}>
              <dt>
                <kbd className="small">g</kbd> {t($ => $.keys.follows)} <kbd className="small">{letter}</kbd>
              </dt>
              <dd>{label && t($ => $.nav[label], { ns: 'console' })}</dd>
            </div>
          ))}
        </dl>
      </div>
      <footer className="row between">
        <p className="hint">{t($ => $.keys.hint)}</p>
        <button type="button" className="key-sheet-plain-button" onClick={() => dialog.current?.close()}>
          {t($ => $.keys.close)}
        </button>
      </footer>
    </dialog>
  );
};
