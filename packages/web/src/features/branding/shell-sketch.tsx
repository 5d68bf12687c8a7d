import { House, ListChecks, Megaphone, PhoneCall, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../../ui/logo.tsx';
import type { Draft } from './draft.ts';

/** The frame round the sheet: header with the message, menu, a tab, some of a page. */
export const ShellSketch = ({ draft }: { draft: Draft }) => {
  const { t } = useTranslation('branding');
  return (
    <div className="sketch-shell">
      <div className="sketch-head">
        <span className="sketch-mark">
          {draft.oemHomeLogo ? <img src={draft.oemHomeLogo} alt="" /> : <Logo size={20} />}
          <strong>{draft.oemTitle}</strong>
        </span>
        {draft.message && (
          <span className="sketch-notice">
            <Megaphone size={12} aria-hidden="true" />
            <span>{draft.message}</span>
          </span>
        )}
        <span className="sketch-user">
          <i /> {t($ => $.preview.user)}
        </span>
      </div>
      <div className="sketch-menu">
        <span>
          <House size={12} aria-hidden="true" /> {t($ => $.preview.home)}
        </span>
        <small>{t($ => $.preview.group)}</small>
        <span className="is-on">
          <ListChecks size={12} aria-hidden="true" /> {t($ => $.preview.tasks)}
        </span>
        <span>
          <PhoneCall size={12} aria-hidden="true" /> {t($ => $.preview.calls)}
        </span>
      </div>
      <div className="sketch-tab">
        <span>{t($ => $.preview.tasks)}</span>
      </div>
      <div className="sketch-sheet">
        <p>
          <b>{t($ => $.preview.button)}</b> <em>{t($ => $.preview.link)}</em>
        </p>
        {['is-chosen', '', ''].map((className, row) => (
          <div key={['first', 'second', 'third'][row]} className={className}>
            <strong>{t($ => $.preview.row)}</strong>
            <span>
              <Play size={11} aria-hidden="true" /> {t($ => $.preview.running)}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
};
