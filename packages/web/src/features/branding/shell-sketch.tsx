import { House, ListChecks, Megaphone, PhoneCall, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isWordMark } from '../../session/branding.ts';
import { Logo } from '../../ui/logo.tsx';
import type { Draft } from './draft.ts';

/** The frame round the sheet: header with the message, menu, a tab, some of a page. */
export const ShellSketch = ({ draft }: { draft: Draft }) => {
  const { t } = useTranslation('branding');
  return (
    <div className="preview-shell grid">
      <div className="preview-head row gap-12">
        <span className="preview-mark row gap-8 lean">
          {draft.oemHomeLogo ? <img src={draft.oemHomeLogo} alt="" /> : <Logo size={20} />}
          {!isWordMark(draft) && <strong className="cut">{draft.oemTitle}</strong>}
        </span>
        {draft.message && (
          <span className="preview-notice row gap-6 lean">
            <Megaphone size={12} aria-hidden="true" />
            <span className="cut">{draft.message}</span>
          </span>
        )}
        <span className="preview-user row gap-6 fixed push">
          <i /> {t($ => $.preview.user)}
        </span>
      </div>
      <div className="preview-menu">
        <span className="row gap-6">
          <House size={12} aria-hidden="true" /> {t($ => $.preview.home)}
        </span>
        <small>{t($ => $.preview.group)}</small>
        <span className="is-on row gap-6">
          <ListChecks size={12} aria-hidden="true" /> {t($ => $.preview.tasks)}
        </span>
        <span className="row gap-6">
          <PhoneCall size={12} aria-hidden="true" /> {t($ => $.preview.calls)}
        </span>
      </div>
      <div className="preview-tab flex">
        <span>{t($ => $.preview.tasks)}</span>
      </div>
      <div className="preview-sheet">
        <p className="row gap-10">
          <b>{t($ => $.preview.button)}</b> <em>{t($ => $.preview.link)}</em>
        </p>
        {['is-chosen', '', ''].map((className, row) => (
          <div key={['first', 'second', 'third'][row]} className={className}>
            <strong>{t($ => $.preview.row)}</strong>
            <span className="row gap-4">
              <Play size={11} aria-hidden="true" /> {t($ => $.preview.running)}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
};
