import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useUnsavedStore } from './unsaved.ts';
import './restored-note.css';

/** What was typed before a reload is there again in the drawer, the dialog or the page `within`; one may give it up. */
export const RestoredNote = ({ within }: { within: Element | null }) => {
  const { t } = useTranslation('frame');
  const restored = useUnsavedStore(({ list }) => list).filter(
    ({ isRestored, holder }) => isRestored && within !== null && holder() === within,
  );
  if (restored.length === 0) return null;
  return (
    <p className="restored-note row gap-6 fixed small ink2" role="status">
      <History size={14} aria-hidden="true" />
      <span>{t($ => $.unsaved.restored)}</span>
      <span aria-hidden="true">·</span>
      <button
        type="button"
        className="link"
        onClick={() => {
          for (const { drop } of restored) drop();
        }}
      >
        {t($ => $.unsaved.drop)}
      </button>
    </p>
  );
};
